import type { Screen } from '../../../src/schema/appliance/screens.ts';
import { hasDraft } from '../../kit/draft.ts';
import { formatMoment } from '../../kit/language.ts';
import type { Resource } from '../../kit/resource.ts';
import { useService } from '../../service-state.ts';
import { screens as texts } from '../../strings/settings/screens.ts';
import { screenOperations } from '../api.ts';
import { EntryList } from '../entry-list.tsx';
import { Loaded, Panel } from '../section.tsx';
import { ScreenForm, draftNameOf } from './screen-form.tsx';

const seenText = ({ connected, last_seen_at }: Screen): string => {
  if (connected) return texts.connected;
  return last_seen_at === null ? texts.unseen : texts.seen(formatMoment(last_seen_at));
};

/** The paired screens, each with its form and a way to revoke it. */
export const ScreenList = ({ screens }: { screens: Resource<{ screens: Screen[] }> }) => {
  const boards = useService((state) => state.boards);
  const aboutOf = (screen: Screen): string => {
    const names = screen.board_ids.map((id) => boards?.find((board) => board.id === id)?.name ?? '');
    const about = [screen.user_agent, names.join(', ') || texts.lost, seenText(screen)];
    return about.filter((part) => part !== '').join(' · ');
  };
  return (
    <Panel title={texts.title}>
      <Loaded from={screens}>
        {({ screens: all }) => (
          <EntryList
            entries={all}
            texts={texts}
            aboutOf={aboutOf}
            findOpen={() => all.find((screen) => hasDraft(draftNameOf(screen)))}
            onRemove={({ id }) => screenOperations.revoke(id).then(screens.reload)}
            formOf={(screen, close) => (
              <ScreenForm key={screen.id} screen={screen} onSaved={screens.reload} onClose={close} />
            )}
          />
        )}
      </Loaded>
    </Panel>
  );
};

import { useState } from 'preact/hooks';
import type { Screen } from '../../../src/schema/appliance/screens.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { formatMoment } from '../../kit/language.ts';
import type { Resource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { useService } from '../../service-state.ts';
import { screens as texts } from '../../strings/settings/screens.ts';
import { Loaded, Panel } from '../section.tsx';
import { ScreenForm } from './screen-form.tsx';
import { screenOperations } from './screen-operations.ts';

const seenText = ({ connected, last_seen_at }: Screen): string => {
  if (connected) return texts.connected;
  return last_seen_at === null ? texts.unseen : texts.seen(formatMoment(last_seen_at));
};

const Entry = ({ screen, onChange, onRevoke }: { screen: Screen; onChange: () => void; onRevoke: () => void }) => {
  const boards = useService((state) => state.boards);
  const names = screen.board_ids.map((id) => boards?.find((board) => board.id === id)?.name ?? '');
  const about = [screen.user_agent, names.join(', ') || texts.lost, seenText(screen)];
  return (
    <li class="row">
      <span>
        <strong>{screen.name}</strong>
        <br />
        <span class="meta">{about.filter((part) => part !== '').join(' · ')}</span>
      </span>
      <span class="row row-start">
        <Button small text={texts.change} aria-label={texts.changeOf(screen.name)} onClick={onChange} />
        <ConfirmButton
          small
          text={texts.revoke}
          aria-label={texts.revokeOf(screen.name)}
          question={{ title: texts.revokeTitle(screen.name), text: texts.revokeText, action: texts.revoke }}
          onConfirm={onRevoke}
        />
      </span>
    </li>
  );
};

/** The paired screens, each with its form and a way to revoke it. */
export const ScreenList = ({ screens }: { screens: Resource<{ screens: Screen[] }> }) => {
  const [open, setOpen] = useState<string | null>(null);
  const { result, run } = useWork();
  const revoke = ({ id }: Screen) =>
    void run(async () => {
      await screenOperations.revoke(id);
      screens.reload();
      return texts.revoked;
    });
  return (
    <Panel title={texts.title}>
      <Loaded from={screens}>
        {({ screens: all }) => (
          <>
            {all.length === 0 && <p class="meta">{texts.none}</p>}
            <ul class="found">
              {all.map((screen) => (
                <Entry
                  key={screen.id}
                  screen={screen}
                  onChange={() => setOpen(open === screen.id ? null : screen.id)}
                  onRevoke={() => revoke(screen)}
                />
              ))}
            </ul>
            {all
              .filter(({ id }) => id === open)
              .map((screen) => (
                <ScreenForm key={screen.id} screen={screen} onSaved={screens.reload} onClose={() => setOpen(null)} />
              ))}
          </>
        )}
      </Loaded>
      <Report result={result} />
    </Panel>
  );
};

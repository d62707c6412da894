import { Button } from '../../kit/button.tsx';
import { momentOf } from '../../kit/language.ts';
import { SelectField } from '../../kit/field.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { useService } from '../../service-state.ts';
import { navigate } from '../../router.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Loaded, Section } from '../section.tsx';
import { SilenceForm } from './silence-form.tsx';

const texts = settings.silence;
/** Hours begin and end while somebody looks at them. */
const LOOK_MS = 30_000;

const Now = ({ boardId }: { boardId: string }) => {
  const { value, reload } = useResource(`silence-status ${boardId}`, () => settingsOperations.silenceStatus(boardId), [
    'settings',
  ]);
  usePoll(reload, LOOK_MS);
  if (!value?.enabled) return null;
  const moment = momentOf(value.next_change_utc);
  const text = value.active ? texts.active(moment) : moment && texts.next(moment);
  return text && <p class="notice">{text}</p>;
};

const Reset = ({ boardId, own, onDone }: { boardId: string; own: boolean; onDone: () => void }) => {
  const { busy, result, act } = useWork();
  const reset = act(async () => {
    await settingsOperations.resetSilence(boardId);
    onDone();
    return texts.resetDone;
  });
  return (
    <div>
      {own && <Button text={texts.reset} disabled={busy} onClick={reset} />}
      <Report result={result} />
    </div>
  );
};

/** When boards are quiet: hours for all of them, and optionally hours of their own for some. */
export const SilenceSection = ({ rest: [scope = ''] }: { rest: readonly string[] }) => {
  const boards = useService((state) => state.boards);
  const install = useResource('silence', () => settingsOperations.silence(null), ['settings', 'boards']);
  const window = useResource(`silence ${scope}`, () => settingsOperations.silence(scope || null), [
    'settings',
    'boards',
  ]);
  const own = install.value?.config.by_board ?? {};
  const several = (boards ?? []).length > 1;
  return (
    <Section name="silence">
      {several && (
        <SelectField
          label={texts.scope}
          value={scope}
          options={[
            ['', texts.everyBoard],
            ...(boards ?? []).map(
              ({ id, name }) => [id, id in own ? texts.ownHours(name) : texts.sharedHours(name)] as const,
            ),
          ]}
          onChange={(board) =>
            navigate(board === '' ? '/settings/silence' : `/settings/silence/${encodeURIComponent(board)}`)
          }
        />
      )}
      {boards?.[0] && <Now boardId={scope || boards[0].id} />}
      <Loaded from={window}>
        {({ config }) => <SilenceForm key={scope} scope={scope || null} silence={config} reload={window.reload} />}
      </Loaded>
      {scope !== '' && <Reset key={scope} boardId={scope} own={scope in own} onDone={window.reload} />}
    </Section>
  );
};

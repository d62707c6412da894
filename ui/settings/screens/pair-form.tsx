import { LONGEST_NAME, LONGEST_PAIRING_CODE } from '../../../src/schema/limits.ts';
import { gridLike } from '../../../src/core/screen.ts';
import type { WaitingScreen } from '../../../src/schema/appliance/screens.ts';
import { Button } from '../../kit/button.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Switch, TextField, membersOf } from '../../kit/field.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { useService } from '../../service-state.ts';
import { screens as texts } from '../../strings/settings/screens.ts';
import { boardOperations, screenOperations } from '../api.ts';
import { PLAIN_PANEL } from '../boards/board-form.ts';
import { FormCard } from '../section.tsx';
import { BoardChoice } from './board-choice.tsx';
import { addBoard } from '../boards/stored-boards.ts';

const LOOK_MS = 3000;

const bare = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

const WaitingList = ({ waiting, onUse }: { waiting: readonly WaitingScreen[]; onUse: (code: string) => void }) =>
  waiting.length === 0 ? null : (
    <div>
      <h3>{texts.waiting}</h3>
      <p class="meta">{texts.waitingNote}</p>
      <ul class="found">
        {waiting.map(({ code, user_agent, address }) => (
          <li key={code} class="row">
            <span>
              <strong>{spaced(code)}</strong>{' '}
              <span class="meta">{[user_agent, address].filter((part) => part !== '').join(', ')}</span>
            </span>
            <Button small text={texts.use} aria-label={texts.useOf(spaced(code))} onClick={() => onUse(spaced(code))} />
          </li>
        ))}
      </ul>
    </div>
  );

const sizeOf = ({ width, height }: WaitingScreen) => (width && height ? gridLike(width, height) : null);

/** A browser board of a size. */
const browserBoard = (name: string, { rows, cols }: { rows: number; cols: number }) =>
  ({ device_type: 'panel', name, grid_rows: rows, grid_cols: cols, panel: PLAIN_PANEL }) as const;

const EMPTY = { code: '', name: '', boards: null as string[] | null, alike: false };

/** The form that confirms the code of a screen; `code` is filled in, as it comes from the address. */
export const PairForm = ({ code, onPaired }: { code: string; onPaired: () => void }) => {
  const primary = useService((state) => state.boards?.[0]?.id);
  const { value, reload } = useResource('waiting-screens', screenOperations.waiting);
  const [draft, setForm] = useDraft<typeof EMPTY>(`screen.pair.${code}`);
  const form = draft ?? { ...EMPTY, code };
  const field = membersOf(form, (changed) => setForm({ ...form, ...changed }));
  const { busy, result, act } = useWork();
  usePoll(reload, LOOK_MS);
  const boards = form.boards ?? (primary === undefined ? [] : [primary]);
  const waiting = value?.waiting ?? [];
  const chosen = waiting.find((one) => one.code === bare(form.code));
  const size = chosen ? sizeOf(chosen) : null;
  const isAlike = form.alike && size !== null;
  const pair = act(async () => {
    const made = isAlike ? await addBoard(browserBoard(form.name || texts.alikeName, size)) : null;
    const { screen } = await screenOperations
      .confirm({ code: bare(form.code), name: form.name || null, board_ids: made === null ? boards : [made] })
      .catch(async (error: unknown) => {
        // Another try makes another one.
        if (made !== null) await boardOperations.remove(made).catch(() => undefined);
        throw error;
      });
    setForm(EMPTY);
    reload();
    onPaired();
    return texts.paired(screen.name);
  });
  return (
    <FormCard onSubmit={pair} title={texts.pairTitle}>
      <p class="meta">{texts.pairNote(`${location.origin}/screen`)}</p>
      <WaitingList waiting={waiting} onUse={(used) => setForm({ ...form, code: used })} />
      <div class="pair">
        <TextField
          label={texts.code}
          placeholder={texts.codePlaceholder}
          maxLength={LONGEST_PAIRING_CODE}
          required
          {...field('code')}
        />
        <TextField
          label={texts.name}
          placeholder={chosen?.user_agent.split(',')[0] || texts.namePlaceholder}
          maxLength={LONGEST_NAME}
          {...field('name')}
        />
      </div>
      {size && <Switch label={texts.alike(size.cols, size.rows)} {...field('alike')} />}
      {!isAlike && (
        <BoardChoice
          value={boards}
          problem={boards.length === 0 ? texts.noBoard : null}
          onChange={(ids) => setForm({ ...form, boards: ids })}
        />
      )}
      <div class="actions">
        <Button
          submit
          main
          text={texts.pair}
          disabled={busy || bare(form.code) === '' || (!isAlike && boards.length === 0)}
        />
      </div>
      <Report result={result} />
    </FormCard>
  );
};

import type { WallList, WallsJoined } from '../../src/schema/boards/walls.ts';
import { request } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { walls as texts } from '../strings/walls.ts';

type Wall = WallList['asking'][number];

/** So many are in sight; the others are told on request. */
const MOST_AT_ONCE = 4;

/**
 * Walls of other appliances that ask to join, each with a button that lets it in, and one for all (rules, F11); nothing
 * where none does.
 */
export const AskingWalls = ({ list, onChange }: { list: WallList; onChange: () => void }) => {
  const { busy, result, act } = useWork();
  const join = act(async (ids: string[]) => {
    const { walls } = await request<WallsJoined>('POST', '/walls/join', { ids });
    onChange();
    const taken = walls.filter(({ topic }) => topic !== null).length;
    return taken === walls.length ? texts.joined(taken) : { tone: 'bad', text: texts.notTaken };
  });
  const decline = act(async (ids: string[]) => {
    await request('POST', '/walls/decline', { ids });
    onChange();
  });
  if (list.asking.length === 0 && result === null) return null;
  const waiting = list.asking.filter(({ given }) => given === null);
  const button = (text: string, label: string, work: () => void) => (
    <Button small text={text} aria-label={label} disabled={busy} onClick={work} />
  );
  const row = ({ id, name, rows, cols, topic, given }: Wall) => {
    const called = name || texts.nameless(id);
    return (
      <li key={id} class="row">
        <span class="grow">
          <strong>{called}</strong>{' '}
          <span class="meta">{given ? texts.waiting : texts.about(rows, cols, topic ?? '')}</span>
        </span>
        <span class="row">
          {button(texts.letIn, texts.letInNamed(called), () => join([id]))}
          {button(texts.decline, texts.declineNamed(called), () => decline([id]))}
        </span>
      </li>
    );
  };
  const more = list.asking.slice(MOST_AT_ONCE);
  return (
    <div class="notice asking-walls">
      {waiting.length > 0 && (
        <p class="row">
          <strong class="grow">{texts.ask(waiting.length)}</strong>
          {waiting.length > 1 && (
            <Button
              main
              small
              text={texts.letAllIn(waiting.length)}
              disabled={busy}
              onClick={() => join(waiting.map(({ id }) => id))}
            />
          )}
        </p>
      )}
      <ul>{list.asking.slice(0, MOST_AT_ONCE).map(row)}</ul>
      {more.length > 0 && (
        <details>
          <summary>{texts.more(more.length)}</summary>
          <ul>{more.map(row)}</ul>
        </details>
      )}
      {list.left_out > 0 && <p class="field-note">{texts.leftOut(list.left_out)}</p>}
      <Report result={result} />
    </div>
  );
};

import { useState } from 'preact/hooks';
import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../src/schema/boards/wiring.ts';
import type { WallList } from '../../../src/schema/boards/walls.ts';
import { BoardView } from '../../board-view/board-view.tsx';
import { ButtonLink, IconButton } from '../../kit/button.tsx';
import { useNarrowed } from '../../kit/narrowed.tsx';
import { useUntold } from '../../kit/untold.ts';
import { Report, Said, WorkButton, useWork } from '../../kit/work.tsx';
import { conditionOf, useService } from '../../service-state.ts';
import { home } from '../../strings/home.ts';
import { boards as texts } from '../../strings/settings/boards.ts';
import { request } from '../../api.ts';
import { AskingWalls } from '../../home/asking-walls.tsx';
import { isOfFollowing } from '../../home/attention/faults.ts';
import { useResource } from '../../kit/resource.ts';
import { walls } from '../../strings/walls.ts';
import { boardOperations } from '../api.ts';
import { wayOf } from './board-form.ts';
import { usePanelDrivers } from './connection-form.ts';
import { NewBoardsChoice } from './new-boards-choice.tsx';
import { moved } from '../../list.ts';

/** Walls that ask to join the boards that publish frames, and the way back for those that were declined. */
const WallsThatAsk = () => {
  const { value, reload } = useResource('walls', () => request<WallList>('GET', '/walls'), ['boards', 'settings']);
  if (!value) return null;
  const recall = () => request('POST', '/walls/recall').then(reload);
  return (
    <>
      <AskingWalls list={value} onChange={reload} />
      {value.declined > 0 && (
        <div class="row">
          <span class="grow">{walls.declined(value.declined)}</span>
          <WorkButton small text={walls.recall} work={recall} />
        </div>
      )}
    </>
  );
};

const tellWay = (board: BoardInstance, drivers: readonly PanelDriver[]): string => {
  if (board.device_type === 'panel')
    return drivers.find(({ kind }) => kind === (board.panel?.driver ?? 'virtual'))?.label ?? '';
  const way = wayOf(board);
  if (way === 'screen') return texts.screenOnly;
  if (way === 'cloud') return texts.way.cloud;
  return board.device_type === 'note_array' ? texts.way.tiles((board.tiles ?? []).length) : texts.way.local(board.host);
};

interface RowProps {
  readonly board: BoardInstance;
  readonly index: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly busy: boolean;
  /** Whose names tell how a wall is driven. */
  readonly drivers: readonly PanelDriver[];
}

const WAYS = [
  { by: -1, icon: 'M6 15l6-6 6 6', label: texts.up },
  { by: 1, icon: 'M6 9l6 6 6-6', label: texts.down },
] as const;

const Row = ({ board, index, count, onMove, busy, drivers }: RowProps) => {
  const condition = useService((state) => conditionOf(state, board.id));
  const detail = useService((state) => state.boards?.find(({ id }) => id === board.id) ?? null);
  return (
    <li class="card board-row">
      <div class="board-row-view">{detail && <BoardView board={detail} />}</div>
      <div class="board-row-text rows-4">
        <strong>{board.name}</strong>
        <span class="meta">
          {home.devices[board.device_type]}
          {detail && ` ${home.size(detail.rows, detail.cols)}`} · {tellWay(board, drivers)}
        </span>
        <span class="badges">
          {index === 0 && <span class="badge">{texts.primary}</span>}
          {!board.enabled && <span class="badge">{texts.disabled}</span>}
          {board.paused && <span class="badge">{texts.paused}</span>}
          {condition?.error && (
            <span class="badge badge-bad">{isOfFollowing(condition.error) ? home.followsNot : texts.broken}</span>
          )}
          {condition?.drifted && <span class="badge">{texts.drifted}</span>}
        </span>
        {condition?.error && <span class="field-note is-wrong">{condition.error}</span>}
      </div>
      <div class="board-row-tools">
        {count > 1 &&
          WAYS.map(({ by, icon, label }) => (
            <IconButton
              key={by}
              icon={icon}
              label={label(board.name)}
              title={label(board.name)}
              disabled={busy || index + by < 0 || index + by === count}
              onClick={() => onMove(by)}
            />
          ))}
        <ButtonLink
          text={texts.editShort}
          href={`/settings/boards/${encodeURIComponent(board.id)}`}
          aria-label={texts.edit(board.name)}
        />
      </div>
    </li>
  );
};

/** All boards in their order, the primary one first. */
export const BoardList = ({ boards, reload }: { boards: readonly BoardInstance[]; reload: () => void }) => {
  const { busy, result, run, act } = useWork();
  useUntold('boards', run);
  const [said, setSaid] = useState('');
  const { shown, field } = useNarrowed(boards);
  // The boards as they are by now: one that somebody adds or changes meanwhile is not undone.
  const move = act(async ({ id, name }: BoardInstance, by: -1 | 1) => {
    const now = (await boardOperations.list()).boards;
    const from = now.findIndex((one) => one.id === id);
    const to = Math.min(now.length - 1, Math.max(0, from + by));
    if (from >= 0) await boardOperations.replace(moved(now, from, to));
    setSaid(texts.moved(name, to + 1));
    reload();
  });
  const drivers = usePanelDrivers().value?.drivers ?? [];
  const [only] = boards;
  const alone = boards.length === 1 && only && tellWay(only, drivers) === texts.screenOnly;
  return (
    <>
      {alone && <p class="notice">{texts.onlyVirtual}</p>}
      {field}
      <ul class="rows-14" aria-label={texts.list}>
        {shown.map((board) => (
          <Row
            key={board.id}
            board={board}
            index={boards.indexOf(board)}
            count={boards.length}
            busy={busy}
            drivers={drivers}
            onMove={(by) => move(board, by)}
          />
        ))}
      </ul>
      <Said>{said}</Said>
      <Report result={result} />
      <p>
        <ButtonLink main text={alone ? texts.addFirst : texts.add} href="/settings/boards/new" />
      </p>
      <NewBoardsChoice boards={boards} />
      {boards.some(({ panel }) => panel?.driver === 'broker') && <WallsThatAsk />}
    </>
  );
};

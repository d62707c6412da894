import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BoardDetail, Panel as Wall } from '../../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../../src/schema/boards/wiring.ts';
import { BoardView } from '../../../board-view/board-view.tsx';
import { Button } from '../../../kit/button.tsx';
import { Confirm } from '../../../kit/dialog.tsx';
import { usePoll } from '../../../kit/poll.ts';
import { Report, useWork } from '../../../kit/work.tsx';
import { boards } from '../../../strings/settings/boards.ts';
import { boardOperations, type BoardAction } from '../../api.ts';
import { Panel } from '../../section.tsx';
import { isSweeping, requestsOf, stepsFor, toggled, type CalibrationStep, type Command } from './calibration-plan.ts';
import { FlapCare, HealthTable } from './module-care.tsx';
import { modulesMoving, readHealth, type WallHealth } from './module-health.ts';
import { addressesByCell, modulesOf, reelOf, within } from './module-plan.ts';
import { WallPicture } from '../wall-picture.tsx';
import { Progress } from '../../progress.tsx';

const texts = boards.calibration;

interface Props {
  readonly board: BoardDetail;
  /** How the modules are stored, and what stands on their flaps. */
  readonly wall: Wall;
  readonly driver: PanelDriver | undefined;
  readonly actions: readonly BoardAction[];
}

const LOOK_MS = 1000;

/** Whether the motors are the appliance's own: then it knows how each module does. */
const isStepped = (actions: readonly BoardAction[]): boolean =>
  ['diagnose', 'reverse', 'nudge'].every((name) => actions.some((action) => action.name === name));

/** How the modules do: read when they are first looked at, after every command, and while any of them turns. */
const useHealth = (boardId: string, wanted: boolean, busy: boolean): WallHealth | null => {
  const [health, setHealth] = useState<WallHealth | null>(null);
  const look = () =>
    void boardOperations.act(boardId, 'diagnose', {}).then(
      ({ result }) => setHealth(readHealth(result)),
      // What was known stays: why nothing more is told is said by the command that fails.
      () => undefined,
    );
  useEffect(() => {
    if (wanted && !busy) look();
  }, [wanted, busy, boardId]);
  usePoll(look, wanted && (busy || (health !== null && modulesMoving(health) > 0)) ? LOOK_MS : null);
  return health;
};

/** How far long work is: the modules that are at rest already. */
const Turning = ({ health }: { health: WallHealth }) => {
  const all = health.modules.length;
  const resting = all - modulesMoving(health);
  return <Progress live text={texts.resting(resting, all)} label={texts.working} value={resting} max={all} />;
};

/**
 * Puts the flaps of a wall where they belong: modules are tapped on its picture, moved a little and compared with what
 * they should show.
 */
export const Calibration = ({ board, wall, driver, actions }: Props) => {
  const { modules } = wall;
  const flaps = reelOf(wall, driver);
  const mapped = useMemo(() => within(modulesOf(modules, board), board), [modules, board.rows, board.cols]);
  const addresses = useMemo(() => addressesByCell(mapped, board), [mapped, board.cols]);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [asking, setAsking] = useState<CalibrationStep | null>(null);
  const { busy, result, act } = useWork();
  const stepped = isStepped(actions);
  const health = useHealth(board.id, stepped, busy);
  const moving = health !== null && modulesMoving(health) > 0;
  const every = mapped.map(({ address }) => address);
  const cells = useMemo(
    () => new Set([...addresses].flatMap(([cell, address]) => (chosen.includes(address) ? [cell] : []))),
    [addresses, chosen],
  );
  const steps = stepsFor(actions);
  if (steps.length === 0) return null;
  const command = act(async (commands: readonly Command[], scope: keyof typeof texts.done = 'modules') => {
    for (const { action, input } of commands) await boardOperations.act(board.id, action, input);
    return texts.done[scope](chosen.length);
  });
  const take = (step: CalibrationStep) => {
    setAsking(null);
    command(requestsOf(step, chosen), step.scope === 'board' ? 'board' : 'modules');
  };
  const known = health?.modules ?? [];
  const told = chosen.length === 0 ? known : known.filter(({ address }) => chosen.includes(address));
  const press = (step: CalibrationStep) => (isSweeping(step, chosen, every.length) ? setAsking(step) : take(step));
  const choose = (cell: number) => {
    const address = addresses.get(cell);
    if (address !== undefined) setChosen(toggled(chosen, address));
  };
  return (
    <Panel title={texts.title}>
      <p class="meta">{texts.note}</p>
      <div class="calibration rows-16">
        <div class="rows-10">
          <WallPicture
            size={board}
            addresses={addresses}
            chosen={null}
            several={cells}
            label={texts.grid}
            onChoose={choose}
          />
          <div class="row row-start">
            <span class="meta row-lead" role="status">
              {texts.chosen(chosen.length, every.length)}
            </span>
            <Button small text={texts.all} disabled={chosen.length === every.length} onClick={() => setChosen(every)} />
            <Button small text={texts.none} disabled={chosen.length === 0} onClick={() => setChosen([])} />
          </div>
        </div>
        <div class="rows-10">
          <h3>{texts.compare}</h3>
          <BoardView board={board} />
          <p class="field-note">{texts.compareNote}</p>
        </div>
      </div>
      <div class="calibration-steps rows-8" role="group" aria-label={texts.steps}>
        {steps.map((step) => (
          <Button
            text={texts.step[step.text]}
            key={step.action + step.text}
            disabled={busy || (step.scope !== 'board' && chosen.length === 0)}
            onClick={() => press(step)}
          />
        ))}
      </div>
      {health && (
        <FlapCare chosen={chosen.length === 0 ? [] : told} flaps={flaps} busy={busy || moving} onAct={command} />
      )}
      {health && moving && <Turning health={health} />}
      <Report result={result} />
      {health && <HealthTable health={health} modules={told} flaps={flaps} />}
      {asking && (
        <Confirm
          title={texts.askTitle(every.length)}
          text={texts.askText(texts.step[asking.text])}
          action={texts.askAction}
          onConfirm={() => take(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  );
};

import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardInstance, Panel as Wall } from '../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../src/schema/boards/wiring.ts';
import { Button } from '../../kit/button.tsx';
import { Choices, choicesOf } from '../../kit/choice.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { navigate } from '../../router.ts';
import { loadBoards } from '../../service-state.ts';
import { pins } from '../../strings/pins.ts';
import { boardOperations } from '../api.ts';
import { fieldsOf } from '../boards/connection-form.ts';
import { readHealth } from '../boards/hardware/module-health.ts';
import { addressesByCell, modulesOf, type WallSize } from '../boards/hardware/module-plan.ts';
import { WallPicture } from '../boards/wall-picture.tsx';
import { Panel } from '../section.tsx';
import { whenAtRest } from './at-rest.ts';
import { modulesOn, wiresOf } from './connection-wires.ts';
import {
  FIND_BEGIN,
  goOn,
  mapOf,
  turningBackwards,
  wayBefore,
  withFinding,
  withoutPlace,
  type Finding,
  type FindState,
  type Findings,
} from './find-plan.ts';
import { Guide } from './guide.tsx';
import { Progress } from '../progress.tsx';

const texts = pins.find;
const USUAL_STEPS = 2037.886;
/** The part of a turn by which a module is turned to be seen. */
const PART = 1 / 6;

const WAYS = ['forwards', 'backwards', 'trembled'] as const;
type Way = (typeof WAYS)[number];

/** The wires of a module, for somebody who looks for the one that is loose. */
const wiresText = (driver: PanelDriver, wall: Wall, module: number): string => {
  const own = wiresOf(fieldsOf(driver, wall.connection), wall.connection).filter((wire) => wire.module === module);
  if (own.length === 0) return texts.chainAdvice(module);
  return own.map(({ name, pin }) => `${name} (GPIO${pin})`).join(', ');
};

interface QuestionProps {
  readonly module: number;
  readonly count: number;
  readonly size: WallSize;
  readonly findings: Findings;
  readonly turned: boolean;
  readonly busy: boolean;
  readonly wires: string;
  readonly onTurn: (module: number) => void;
  readonly onFind: (finding: Finding) => void;
  readonly onGo: (module: number) => void;
}

const Question = ({ module, count, size, findings, turned, busy, wires, onTurn, onFind, onGo }: QuestionProps) => {
  const finding = findings[module];
  const addresses = useMemo(() => addressesByCell(mapOf(findings, size.cols), size), [findings, size]);
  const found = finding !== undefined && finding !== 'nothing' ? finding : null;
  const trembles = found?.trembles === true;
  const way: Way | null = trembles ? 'trembled' : found ? (found.backwards ? 'backwards' : 'forwards') : null;
  const choose = (cell: number) => onFind({ cell, backwards: found?.backwards ?? wayBefore(findings, module) });
  const last = module + 1 === count;
  return (
    <Panel title={texts.begin(module)}>
      <Progress text={texts.left(module, count)} label={pins.progress} value={module} max={count} />
      {!turned && finding === undefined ? (
        <p>
          <Button
            main
            text={busy ? texts.turning : texts.begin(module)}
            disabled={busy}
            onClick={() => onTurn(module)}
          />
        </p>
      ) : (
        <>
          <p role="status">{busy ? texts.turning : texts.place(module)}</p>
          <WallPicture
            size={size}
            addresses={addresses}
            chosen={found?.cell ?? null}
            label={texts.grid}
            onChoose={choose}
          />
          <div class="row row-start">
            <Button text={texts.again} disabled={busy} onClick={() => onTurn(module)} />
            <Button
              text={texts.nothing}
              aria-pressed={finding === 'nothing'}
              disabled={busy}
              onClick={() => onFind('nothing')}
            />
          </div>
          {finding === 'nothing' && <p class="notice">{texts.nothingAdvice(wires)}</p>}
          {found && (
            <Choices
              label={texts.way}
              value={way}
              row
              options={choicesOf(WAYS, texts.ways)}
              onChange={(one) =>
                onFind({
                  cell: found.cell,
                  backwards: one === 'backwards',
                  ...(one === 'trembled' && { trembles: true }),
                })
              }
            />
          )}
          {trembles && <p class="notice">{texts.trembles(wires)}</p>}
        </>
      )}
      <div class="row">
        <Button text={texts.previous} disabled={busy || module === 0} onClick={() => onGo(module - 1)} />
        <Button
          main
          text={last ? texts.last : texts.next(module + 1)}
          disabled={busy || trembles || finding === undefined}
          onClick={() => onGo(module + 1)}
        />
      </div>
    </Panel>
  );
};

interface SummaryProps {
  readonly count: number;
  readonly size: WallSize;
  readonly findings: Findings;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onBack: () => void;
}

const Summary = ({ count, size, findings, busy, onSave, onBack }: SummaryProps) => {
  const map = mapOf(findings, size.cols);
  const silent = withoutPlace(findings, count);
  return (
    <Panel title={texts.summary(map.length, count)}>
      <WallPicture size={size} addresses={addressesByCell(map, size)} chosen={null} />
      {silent.length > 0 && <p class="notice">{map.length === 0 ? texts.nobody : texts.silent(silent)}</p>}
      <div class="row">
        <ConfirmButton
          text={texts.anew}
          disabled={busy}
          question={{ title: texts.anewTitle, text: texts.anewText(map.length), action: texts.anew }}
          onConfirm={onBack}
        />
        <Button main text={busy ? texts.saving : texts.save} disabled={busy || map.length === 0} onClick={onSave} />
      </div>
    </Panel>
  );
};

/**
 * The modules that are counted as reversed now; those that are not mapped are not told, and count as they are wired.
 */
const reversedNow = async (boardId: string): Promise<ReadonlySet<number>> => {
  const { result } = await boardOperations.act(boardId, 'diagnose', {});
  return new Set(readHealth(result)?.modules.flatMap(({ address, reversed }) => (reversed ? address : [])));
};

/** Lets modules that turned backwards turn the other way than now; `known` are those that the hardware has mapped. */
const turnRound = async (boardId: string, modules: readonly number[], known: ReadonlySet<number>): Promise<void> => {
  const reversed = await reversedNow(boardId);
  for (const isReversed of [true, false]) {
    const these = modules.filter((module) => known.has(module) && reversed.has(module) !== isReversed);
    if (these.length > 0) await boardOperations.act(boardId, 'reverse', { modules: these, reversed: isReversed });
  }
};

/**
 * Stores the map that was found, and which modules turn the other way: those that are mapped already before, so that
 * they look for their homes the right way round.
 */
const saveFindings = async (board: BoardInstance, findings: Findings, cols: number, wait: () => Promise<void>) => {
  const modules = mapOf(findings, cols);
  const { boards } = await boardOperations.list();
  const wall = boards.find(({ id }) => id === board.id);
  const before = new Set(wall?.panel ? modulesOf(wall.panel.modules, geometryOf(wall)).map(addressOf) : []);
  const backwards = turningBackwards(findings);
  await turnRound(board.id, backwards, before);
  await boardOperations.replace(
    boards.map((one) => (one.id === board.id && one.panel ? { ...one, panel: { ...one.panel, modules } } : one)),
  );
  const late = backwards.filter((module) => !before.has(module));
  if (late.length > 0) {
    await wait();
    await turnRound(board.id, late, new Set(late));
  }
  // A wall that is blank is calibrated by its blank flap. Whether it can be shown is no question of the map.
  await boardOperations.blank(board.id).catch(() => undefined);
  await loadBoards();
};

const addressOf = ({ address }: { address: number }): number => address;

/**
 * The second step: one module after another turns by a part of a turn, and the owner says what moved. What was said
 * outlives a reload, and stays to be looked at once it is stored.
 */
export const FindStep = ({ board, wall, driver }: { board: BoardInstance; wall: Wall; driver: PanelDriver }) => {
  const size = useMemo(() => geometryOf(board), [board]);
  const count = modulesOn(fieldsOf(driver, wall.connection), wall.connection);
  const [draft, setDraft] = useDraft<FindState>(`settings.find.${board.id}`, 'browser');
  const state = goOn(draft, wall.modules, size.cols);
  const { at, findings, turned } = state;
  const { busy, result, run } = useWork();
  const [rest, setRest] = useState<readonly [resting: number, all: number] | null>(null);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  const wait = () =>
    whenAtRest(
      board.id,
      () => isThere.current,
      (resting, all) => setRest([resting, all]),
    ).finally(() => setRest(null));
  const turn = (module: number) => {
    setDraft({ at: module, findings, turned: module });
    void run(async () => {
      const steps = Math.round((wall.connection.steps_per_turn ?? USUAL_STEPS) * PART);
      await wait();
      await boardOperations.act(board.id, 'jog', { module, steps });
    });
  };
  const go = (module: number) => {
    setDraft({ ...state, at: module });
    if (module < count && findings[module] === undefined) turn(module);
  };
  const save = () =>
    void run(() => saveFindings(board, findings, size.cols, wait)).then((done) => {
      if (!done) return;
      setDraft({ ...state, saved: true });
      navigate(`/settings/boards/${encodeURIComponent(board.id)}/home`);
    });
  return (
    <Guide step={1} title={pins.guideOf(board.name)} note={texts.note}>
      {at < count ? (
        <Question
          key={at}
          module={at}
          count={count}
          size={size}
          findings={findings}
          turned={turned === at}
          busy={busy}
          wires={wiresText(driver, wall, at)}
          onTurn={turn}
          onFind={(finding) => setDraft({ at, turned, findings: withFinding(findings, at, finding) })}
          onGo={go}
        />
      ) : (
        <Summary
          count={count}
          size={size}
          findings={findings}
          busy={busy}
          onSave={save}
          onBack={() => setDraft(FIND_BEGIN)}
        />
      )}
      {rest && <Progress live text={texts.waiting(...rest)} label={pins.progress} value={rest[0]} max={rest[1]} />}
      <Report result={result} />
    </Guide>
  );
};

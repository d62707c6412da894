import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { gridFromRows, gridToRows } from '../../../src/core/flaps/grid.ts';
import { layoutText } from '../../../src/core/flaps/message.ts';
import { stepsOf } from '../../../src/core/transition/steps.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { TransitionSettings } from '../../../src/schema/appliance/settings.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { Button } from '../../kit/button.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { lookOf, useService } from '../../service-state.ts';
import type { CodeRows } from '../../../src/core/look/shown.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';

const texts = settings.transitions;
/** The pace of the preview where the board has one of its own. */
const USUAL_MS = 150;
const PLUGIN = 'plugin:';

interface Frame {
  readonly characters: CodeRows;
  readonly waitMs: number;
}

type Size = Pick<BoardDetail, 'rows' | 'cols'>;

const framesHere = (
  { strategy, step_interval_ms, step_size }: TransitionSettings,
  from: CodeRows,
  to: CodeRows,
  { rows, cols }: Size,
): Frame[] =>
  [...stepsOf(strategy, gridFromRows(from, rows, cols), gridFromRows(to, rows, cols), step_size ?? 1)].map((grid) => ({
    characters: gridToRows(grid),
    waitMs: step_interval_ms ?? USUAL_MS,
  }));

/** Shows frames one after another; a new row of them, or the end of the view, ends the one before. */
const usePlayer = (first: CodeRows) => {
  const [shown, setShown] = useState(first);
  const [playing, setPlaying] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const play = (frames: readonly Frame[]) => {
    clearTimeout(timer.current);
    const step = (index: number) => {
      const frame = frames[index];
      setPlaying(frame !== undefined);
      if (!frame) return;
      setShown(frame.characters);
      timer.current = window.setTimeout(() => step(index + 1), frame.waitMs);
    };
    step(0);
  };
  return { shown, playing, play };
};

/** A drawn board on which a transition can be tried out. */
export const TransitionPreview = ({ transition, board }: { transition: TransitionSettings; board: BoardDetail }) => {
  const plugin = transition.strategy?.startsWith(PLUGIN) ? transition.strategy.slice(PLUGIN.length) : null;
  const look = useService((state) => lookOf(state, board.id));
  const pictures = useMemo((): readonly [CodeRows, CodeRows] => {
    const draw = (text: string) => gridToRows(layoutText(text, { ...board, places: look.places }));
    return [draw(texts.from), draw(texts.to)];
  }, [board.rows, board.cols, look.places]);
  const [side, setSide] = useState<0 | 1>(0);
  const { shown, playing, play } = usePlayer(pictures[0]);
  const { busy, result, act } = useWork();
  const start = act(async () => {
    const other = side === 0 ? 1 : 0;
    const words = [texts.from, texts.to] as const;
    if (plugin === null) {
      setSide(other);
      return play(framesHere(transition, pictures[side], pictures[other], board));
    }
    const { frames, capped } = await settingsOperations.previewTransition(plugin, words[side], words[other]);
    setSide(other);
    play(frames.map(({ grid, delay_ms }) => ({ characters: grid, waitMs: delay_ms })));
    return capped ? { tone: 'plain', text: texts.capped } : undefined;
  });
  const form = plugin === null ? board : ({ device_type: 'flagship', rows: 6, cols: 22 } as const);
  return (
    <div class="form">
      <BoardPicture form={form} characters={shown} look={look} turning />
      <p>
        <Button text={playing ? texts.playing : texts.play} disabled={busy} onClick={start} />
      </p>
      <Report result={result} />
    </div>
  );
};

import { useEffect, useRef } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/board.ts';
import { library, lookOf, shownOn } from '../library.ts';
import type { CodeRows } from '../library.ts';
import { useStore } from '../store.ts';
import { strings } from '../strings.ts';
import { FlapWall } from './flap-wall.ts';
import { widthInFlaps } from './proportions.ts';
import { textOf } from './reel.ts';

/** The width of a flagship: boards that are narrower are drawn smaller, so that flaps of all have one size. */
const FULL_WIDTH = widthInFlaps({ device_type: 'flagship', rows: 6, cols: 22 });
const SCALES = 20;

const codesOf = (characters: CodeRows, rows: number, cols: number): Uint8Array => {
  const codes = new Uint8Array(rows * cols);
  characters.slice(0, rows).forEach((line, row) => codes.set(line.slice(0, cols), row * cols));
  return codes;
};

/** A board as it hangs on the wall: case, flaps and all. A screen reader gets its text. */
export const BoardView = ({ board }: { board: BoardDetail }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wall = useRef<FlapWall | null>(null);
  const { rows, cols, device_type } = board;
  const { board_color, code62_glyph } = useStore(library, (state) => lookOf(state, board.id));
  const characters = useStore(library, (state) => shownOn(state, board.id));

  useEffect(() => {
    if (!canvas.current) return undefined;
    const created = new FlapWall(canvas.current, { rows, cols, device_type }, { board_color, code62_glyph }, codesOf(characters, rows, cols));
    wall.current = created;
    return () => created.stop();
  }, [rows, cols, device_type, board_color, code62_glyph]);

  useEffect(() => wall.current?.show(codesOf(characters, rows, cols)), [characters]);

  const scale = Math.min(SCALES, Math.round((SCALES * widthInFlaps({ rows, cols, device_type })) / FULL_WIDTH));
  return (
    <div class={`board board-${board_color} scale-${scale}`}>
      <canvas ref={canvas} role="img" aria-label={strings.boardShows(board.name, textOf(characters))} data-board={board.id} />
    </div>
  );
};

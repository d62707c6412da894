import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { PLAIN, type Look } from '../../src/core/look/palette.ts';
import { takeCover } from './cover.ts';
import { FlapWall } from './flap-wall.ts';
import { scaleOf, type Form } from '../../src/core/look/proportions.ts';
import { textOf } from './spoken.ts';
import { flatCodes, type CodeRows } from '../../src/core/look/shown.ts';
import { kit } from '../strings/kit.ts';

interface Props {
  readonly form: Form;
  readonly characters: CodeRows;
  readonly look?: Look;
  readonly label?: string;
  readonly boardId?: string;
  /** Flaps turn when the codes change, as those of a real board do; otherwise changes are there at once. */
  readonly turning?: boolean;
  /** What is drawn over the flaps. */
  readonly children?: ComponentChildren;
}

/**
 * Any grid drawn as a board of its form: for boards, and for previews of pages, messages and moments that are not now.
 */
export const BoardPicture = ({ form, characters, look = PLAIN, label, boardId, turning = false, children }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wall = useRef<FlapWall | null>(null);
  const { rows, cols, device_type } = form;
  const { board_color, code62_glyph, places } = look;
  // Before the browser paints, so that no case without flaps is seen first.
  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const created = new FlapWall(
      canvas.current,
      { rows, cols, device_type },
      { board_color, code62_glyph, places },
      flatCodes(characters, rows, cols),
      boardId === undefined ? null : takeCover(boardId),
    );
    wall.current = created;
    return () => created.stop();
  }, [rows, cols, device_type, board_color, code62_glyph, places]);
  useLayoutEffect(() => wall.current?.show(flatCodes(characters, rows, cols), !turning), [characters]);
  return (
    <div class={`board board-${board_color} scale-${scaleOf(form)}`}>
      <canvas ref={canvas} role="img" aria-label={label ?? kit.picture(textOf(characters))} data-board={boardId} />
      {children}
    </div>
  );
};

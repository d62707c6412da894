import * as v from 'valibot';
import { BOARD_COLORS, CODE62_GLYPHS } from '../common.ts';

/** Widths of a picture in pixels: the least, the usual and the most; the most of an animation. */
export const WIDTHS = { least: 64, usual: 1200, most: 2400, mostMoving: 1200 } as const;

/** The margin of a picture in pixels, at most. */
export const MOST_MARGIN = 400;

/**
 * How the board on a picture looks: the colour of its flaps, and the face of flap 62; those of the board unless named.
 */
export const LookSchema = v.object({
  color: v.optional(v.picklist(BOARD_COLORS)),
  glyph: v.optional(v.picklist(CODE62_GLYPHS)),
});

/** How wide a picture is, the margin around its flaps, both in pixels, and how the board on it looks. */
export interface PictureQuery extends v.InferOutput<typeof LookSchema> {
  readonly width?: number | undefined;
  readonly margin?: number | undefined;
  /** The height of the whole picture, with the board in its middle. */
  readonly height?: number | undefined;
}

/** A picture of a moment: an ISO time, of the install's zone unless it says another. */
export interface MomentQuery extends PictureQuery {
  readonly at?: string | undefined;
}

/**
 * What of an animation is asked for: to a page from what the board shows, or, without one, from blank flaps to what it
 * shows. The transition is the page's or the install's unless named.
 */
export interface MotionQuery extends PictureQuery {
  readonly page_id?: string | undefined;
  readonly strategy?: string | undefined;
  readonly interval_ms?: number | undefined;
  readonly step_size?: number | undefined;
}

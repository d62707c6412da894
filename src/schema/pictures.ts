import * as v from 'valibot';
import { MomentSchema } from './timeline.ts';

/** Widths of a picture in pixels: the least, the usual and the most; the most of an animation. */
export const WIDTHS = { least: 64, usual: 1200, most: 2400, mostMoving: 1200 } as const;

const width = (most: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, `expected a whole number of pixels, ${WIDTHS.least} to ${most}`),
      v.transform(Number),
      v.minValue(WIDTHS.least, `expected at least ${WIDTHS.least} pixels`),
      v.maxValue(most, `expected at most ${most} pixels`),
    ),
  );

const look = {
  /** The colour of the flaps; that of the board unless named. */
  color: v.optional(v.picklist(['black', 'white'])),
  /** The face of flap 62; that of the board unless named. */
  glyph: v.optional(v.picklist(['degree', 'heart'])),
};

/** Query of a picture that does not depend on the time. */
export const PictureQuerySchema = v.object({ width: width(WIDTHS.most), ...look });
/** How wide a picture is, and how the board on it looks. */
export type PictureQuery = v.InferOutput<typeof PictureQuerySchema>;

/** Query of a picture of a board; `at`: what it will show then, by its programme, with the data of now. */
export const BoardPictureQuerySchema = v.object({ ...PictureQuerySchema.entries, at: v.optional(MomentSchema) });

const steps = (most: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(1), v.maxValue(most)));

/**
 * Query of an animation: to a page from what the board shows, or, without one, from blank flaps to what it shows.
 * The transition is the page's or the install's unless named.
 */
export const MotionQuerySchema = v.object({
  width: width(WIDTHS.mostMoving),
  ...look,
  page_id: v.optional(v.string()),
  strategy: v.optional(v.pipe(v.string(), v.maxLength(80))),
  interval_ms: steps(5000),
  step_size: steps(128),
});
/** Which transition is drawn, and how. */
export type MotionQuery = v.InferOutput<typeof MotionQuerySchema>;

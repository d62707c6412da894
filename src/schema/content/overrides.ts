import * as v from 'valibot';
import { DeviceTypeSchema, IdSchema, InstantSchema, command, countSaid, integerBetween, maybe } from '../common.ts';
import { MESSAGE_MINUTES } from '../limits.ts';
import { RevertModeSchema } from './messages.ts';
import { outcomeMembers } from '../boards/outcomes.ts';
import { LineMetadataListSchema, LineMetadataSchema, TemplateLinesSchema } from './pages.ts';

/**
 * Body of `POST /settings/temporary-override`: exactly one of `page_id` and `template`; without minutes it does not end
 * by itself.
 */
export const OverrideWriteSchema = v.pipe(
  command({
    /** Id of the board; the primary board unless given. */
    board_id: maybe(IdSchema),
    /** The page or collection to show, unless `template` is given. */
    page_id: maybe(IdSchema),
    /** Lines to show, unless `page_id` is given. */
    template: maybe(TemplateLinesSchema),
    line_metadata: maybe(LineMetadataListSchema),
    /**
     * Minutes until the message ends by itself, ${MESSAGE_MINUTES.join(' to ')}; without it the message stays
     * until something replaces it.
     */
    duration_minutes: maybe(integerBetween(...MESSAGE_MINUTES)),
    /** What follows a timed message: the programme, a page, or a blank board. */
    revert_mode: maybe(RevertModeSchema),
    /** The page that follows when the mode is `page`. */
    revert_page_id: maybe(IdSchema),
    // Clients send the size that they drew for; that of the board counts.
    device_type: maybe(v.string()),
    notes_wide: maybe(v.number()),
    notes_tall: maybe(v.number()),
    grid_rows: maybe(v.number()),
    grid_cols: maybe(v.number()),
  }),
  v.check(
    (body) => countSaid(body, ['page_id', 'template']) === 1,
    'exactly one of page_id and template says what to show',
  ),
);
/** Body of `POST /settings/temporary-override`. */
export type OverrideWrite = v.InferOutput<typeof OverrideWriteSchema>;

const view = {
  board_id: v.string(),
  /** Whether it runs now. */
  active: v.boolean(),
  /** The page that is shown; null when lines are. */
  page_id: v.nullable(v.string()),
  /** Lines with variables, formulas and colours; null when the page is not made of lines. */
  template: v.nullable(v.array(v.string())),
  line_metadata: v.nullable(v.array(LineMetadataSchema)),
  device_type: v.nullable(DeviceTypeSchema),
  notes_wide: v.nullable(v.number()),
  notes_tall: v.nullable(v.number()),
  grid_rows: v.nullable(v.number()),
  grid_cols: v.nullable(v.number()),
  /** When the message ends; null when it does not end by itself. */
  expires_at: v.nullable(InstantSchema),
  /** Seconds until it ends; null when it does not end by itself. */
  remaining_seconds: v.nullable(v.number()),
  revert_mode: v.nullable(RevertModeSchema),
  revert_page_id: v.nullable(v.string()),
};

/**
 * Answer of `GET /settings/temporary-override`: the timed message of a board; everything is null while there is none.
 */
export const OverrideSchema = v.object(view);
/** The timed message of a board. */
export type Override = v.InferOutput<typeof OverrideSchema>;

/** Answer of a write to `/settings/temporary-override`, with what became of the write. */
export const OverrideAnswerSchema = v.object({
  ...view,
  ...outcomeMembers,
});
/** Answer of a write to `/settings/temporary-override`. */
export type OverrideAnswer = v.InferOutput<typeof OverrideAnswerSchema>;

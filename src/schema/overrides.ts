import * as v from 'valibot';
import { DeviceTypeSchema, IdSchema, InstantSchema, command, integerBetween, maybe } from './common.ts';
import { MESSAGE_MINUTES } from './limits.ts';
import { RevertModeSchema } from './messages.ts';
import { OutcomeCodeSchema } from './outcomes.ts';
import { LineMetadataListSchema, LineMetadataSchema, TemplateLinesSchema } from './pages.ts';

/**
 * Body of `POST /settings/temporary-override`: exactly one of `page_id` and `template`; without minutes it does not end
 * by itself.
 */
export const OverrideWriteSchema = v.pipe(
  command({
    board_id: maybe(IdSchema),
    page_id: maybe(IdSchema),
    template: maybe(TemplateLinesSchema),
    line_metadata: maybe(LineMetadataListSchema),
    duration_minutes: maybe(integerBetween(...MESSAGE_MINUTES)),
    revert_mode: maybe(RevertModeSchema),
    revert_page_id: maybe(IdSchema),
    // Clients send the size that they drew for; that of the board counts.
    device_type: maybe(v.string()),
    notes_wide: maybe(v.number()),
    notes_tall: maybe(v.number()),
    grid_rows: maybe(v.number()),
    grid_cols: maybe(v.number()),
  }),
  v.check(
    (body) => (body.page_id != null) !== (body.template != null),
    'exactly one of page_id and template says what to show',
  ),
);
/** Body of `POST /settings/temporary-override`. */
export type OverrideWrite = v.InferOutput<typeof OverrideWriteSchema>;

const view = {
  board_id: v.string(),
  active: v.boolean(),
  page_id: v.nullable(v.string()),
  template: v.nullable(v.array(v.string())),
  line_metadata: v.nullable(v.array(LineMetadataSchema)),
  device_type: v.nullable(DeviceTypeSchema),
  notes_wide: v.nullable(v.number()),
  notes_tall: v.nullable(v.number()),
  grid_rows: v.nullable(v.number()),
  grid_cols: v.nullable(v.number()),
  expires_at: v.nullable(InstantSchema),
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
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  code: OutcomeCodeSchema,
});
/** Answer of a write to `/settings/temporary-override`. */
export type OverrideAnswer = v.InferOutput<typeof OverrideAnswerSchema>;

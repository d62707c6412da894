import * as v from 'valibot';
import { CodeRowsSchema, CodeSchema, IdSchema, InstantSchema, integerBetween, integerFrom, maybe } from './common.ts';
import { LONGEST_TEXT, MESSAGE_MINUTES, STEP_MS } from './limits.ts';
import { TemplateLinesSchema } from './pages.ts';

/** How a board gets from what it shows to the new frame; all null means at once. */
export const TransitionSchema = v.object({
  strategy: maybe(IdSchema),
  interval_ms: maybe(integerBetween(...STEP_MS)),
  step_size: maybe(integerFrom(1)),
});
/** How a board gets from what it shows to the new frame. */
export type TransitionOverride = v.InferOutput<typeof TransitionSchema>;

/** What a board shows when a timed message ends. */
export const RevertModeSchema = v.picklist(['schedule', 'page', 'blank']);
/** What a board shows when a timed message ends. */
export type RevertMode = v.InferOutput<typeof RevertModeSchema>;

/** The five members of which a message has exactly one. */
const CONTENT_FIELDS = ['text', 'lines', 'characters', 'page_id', 'fill'] as const;

const TextSchema = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));
const fields = v.object({
  text: maybe(TextSchema),
  lines: maybe(TemplateLinesSchema),
  characters: maybe(CodeRowsSchema),
  page_id: maybe(IdSchema),
  fill: maybe(CodeSchema),
  duration_minutes: maybe(integerBetween(...MESSAGE_MINUTES)),
  revert_mode: maybe(RevertModeSchema),
  revert_page_id: maybe(IdSchema),
  transition: maybe(TransitionSchema),
  force: v.optional(v.boolean(), false),
});

/** Body of `POST /v1/boards/{board}/message`: exactly one of the content fields is present and not null. */
export const MessageSchema = v.pipe(
  fields,
  v.check(
    (body) => CONTENT_FIELDS.filter((name) => body[name] !== undefined && body[name] !== null).length === 1,
    'exactly one of text, lines, characters, page_id, fill says what to show',
  ),
);
/** Body of `POST /v1/boards/{board}/message`. */
export type Message = v.InferOutput<typeof MessageSchema>;

/** Answer of a message write or removal. */
export const MessageAnswerSchema = v.object({
  sent: v.boolean(),
  board_id: v.string(),
  characters: CodeRowsSchema,
  text: v.string(),
  expires_at: v.nullable(InstantSchema),
  reason: v.nullable(v.string()),
});
/** Answer of a message write or removal. */
export type MessageAnswer = v.InferOutput<typeof MessageAnswerSchema>;

/** Body of `PUT /v1/boards/{board}/active-page`; the member must be there, null unpins. */
export const ActivePageSchema = v.object({ page_id: v.nullable(IdSchema) });

/** Answer of `PUT /v1/boards/{board}/active-page`. */
export const ActivePageAnswerSchema = v.object({
  board_id: v.string(),
  page_id: v.nullable(v.string()),
  sent: v.boolean(),
  error: v.nullable(v.string()),
  warnings: v.array(v.string()),
});
/** Answer of `PUT /v1/boards/{board}/active-page`. */
export type ActivePageAnswer = v.InferOutput<typeof ActivePageAnswerSchema>;

/** Body of the deprecated `POST /send-message`. */
export const SendRequestSchema = v.object({ text: TextSchema, board_id: maybe(IdSchema) });
/** Answer of the deprecated `POST /send-message`. */
export const SendAnswerSchema = v.object({ message: v.string(), sent: v.boolean() });
/** Optional body of the deprecated `POST /refresh`. */
export const RefreshRequestSchema = v.object({ board_id: maybe(IdSchema) });
/** Answer of the deprecated `POST /refresh`. */
export const RefreshAnswerSchema = v.object({
  message: v.string(),
  sent: v.boolean(),
  board_id: v.nullable(v.string()),
});

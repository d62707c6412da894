import * as v from 'valibot';
import {
  CodeRowsSchema,
  CodeSchema,
  IdSchema,
  InstantSchema,
  MomentSchema,
  command,
  integerBetween,
  integerFrom,
  maybe,
} from './common.ts';
import { LONGEST_TEXT, MESSAGE_MINUTES, MOST_BOARDS, STEP_MS } from './limits.ts';
import { OutcomeCodeSchema } from './outcomes.ts';
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

const TextSchema = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));

/** The five members of which a message has exactly one. */
export const MESSAGE_CONTENT = {
  text: maybe(TextSchema),
  lines: maybe(TemplateLinesSchema),
  characters: maybe(CodeRowsSchema),
  page_id: maybe(IdSchema),
  fill: maybe(CodeSchema),
};

type Content = { readonly [Name in keyof typeof MESSAGE_CONTENT]?: unknown };

/** Whether exactly one of the content members is there (rules, M1). */
export const hasOneContent = (body: Content): boolean =>
  Object.keys(MESSAGE_CONTENT).filter((name) => (body[name as keyof Content] ?? null) !== null).length === 1;

/** What a body without exactly one content member is told. */
export const ONE_CONTENT = `exactly one of ${Object.keys(MESSAGE_CONTENT).join(', ')} says what to show`;

const options = {
  duration_minutes: maybe(integerBetween(...MESSAGE_MINUTES)),
  revert_mode: maybe(RevertModeSchema),
  revert_page_id: maybe(IdSchema),
  transition: maybe(TransitionSchema),
  force: v.optional(v.boolean(), false),
};

/** Body of `POST /v1/boards/{board}/message`: exactly one of the content fields is present and not null. */
export const MessageSchema = v.pipe(
  v.object({ ...MESSAGE_CONTENT, ...options }),
  v.check((body) => hasOneContent(body), ONE_CONTENT),
);
/** Body of `POST /v1/boards/{board}/message`. */
export type Message = v.InferOutput<typeof MessageSchema>;

/** How much a message matters, the least first (rules, M12). */
export const PrioritySchema = v.picklist(['ambient', 'normal', 'urgent', 'critical']);
/** How much a message matters. */
export type Priority = v.InferOutput<typeof PrioritySchema>;

/** The members that say how a message is shown on the flat surface, MQTT and MCP, beside its content. */
export const MESSAGE_OPTIONS = {
  ...options,
  transition: maybe(command(TransitionSchema.entries)),
  priority: maybe(PrioritySchema),
  when_busy: maybe(v.picklist(['replace', 'queue', 'drop'])),
  acknowledge: maybe(v.boolean()),
  at: maybe(MomentSchema),
  after_silence: maybe(v.boolean()),
  template: maybe(v.boolean()),
  rows: maybe(v.picklist(['bottom'])),
};

/** Boards that are named together: a list of ids, or all. */
export const BoardsSchema = v.union([
  v.literal('all'),
  v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MOST_BOARDS)),
]);

/** Body of `POST /boards/{board}/message`. */
export const FlatMessageSchema = v.pipe(
  command({ ...MESSAGE_CONTENT, ...MESSAGE_OPTIONS, boards: maybe(BoardsSchema) }),
  v.check((body) => hasOneContent(body), ONE_CONTENT),
);
/** Body of `POST /boards/{board}/message`. */
export type FlatMessage = v.InferOutput<typeof FlatMessageSchema>;

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

/** Where a message stands. */
export const MessageStateSchema = v.picklist(['shown', 'queued', 'planned', 'dropped']);
/** Where a message stands. */
export type MessageState = v.InferOutput<typeof MessageStateSchema>;

/** What ends a message by itself (rules, M5). */
export const EndsBySchema = v.picklist(['time', 'acknowledgement', 'change']);
/** What ends a message by itself. */
export type EndsBy = v.InferOutput<typeof EndsBySchema>;

const toldMessage = {
  ...MessageAnswerSchema.entries,
  id: v.string(),
  state: MessageStateSchema,
  ends_by: EndsBySchema,
  warnings: v.array(v.string()),
  code: OutcomeCodeSchema,
};

/** Answer of a message on the flat surface; `boards` has that of each board where several were named. */
export const FlatMessageAnswerSchema = v.object({
  ...toldMessage,
  boards: v.optional(v.array(v.object(toldMessage))),
});
/** Answer of a message on the flat surface. */
export type FlatMessageAnswer = v.InferOutput<typeof FlatMessageAnswerSchema>;

/** One message of a board: `from` is when it began, `until` when it ends, `at` when it is to begin. */
export const ListedMessageSchema = v.object({
  id: v.string(),
  board_id: v.string(),
  state: MessageStateSchema,
  priority: PrioritySchema,
  text: v.string(),
  from: v.nullable(InstantSchema),
  until: v.nullable(InstantSchema),
  at: v.nullable(InstantSchema),
  after_silence: v.boolean(),
  acknowledge: v.boolean(),
  ends_by: EndsBySchema,
});
/** One message of a board. */
export type ListedMessage = v.InferOutput<typeof ListedMessageSchema>;

/** Answer of `GET /boards/{board}/messages`: what is up first, then what waits and what is planned, in its order. */
export const MessageListSchema = v.object({ messages: v.array(ListedMessageSchema) });

/** Body of `PATCH /messages/{id}`: another time for a message that waits or is planned. */
export const MessageMoveSchema = v.pipe(
  command({ at: maybe(MomentSchema), after_silence: maybe(v.boolean()) }),
  v.check((body) => body.at != null || body.after_silence != null, 'at or after_silence says when it is to begin'),
);
/** Body of `PATCH /messages/{id}`. */
export type MessageMove = v.InferOutput<typeof MessageMoveSchema>;

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

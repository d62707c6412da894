import * as v from 'valibot';
import {
  CodeRowsSchema,
  CodeSchema,
  IdSchema,
  InstantSchema,
  MomentSchema,
  command,
  countSaid,
  integerBetween,
  integerFrom,
  maybe,
} from '../common.ts';
import { LONGEST_TEXT, MESSAGE_MINUTES, MOST_BOARDS, STEP_MS } from '../limits.ts';
import { OutcomeCodeSchema } from '../boards/outcomes.ts';
import { TemplateLinesSchema } from './pages.ts';

/** How a board gets from what it shows to the new frame; all null means at once. */
export const TransitionSchema = v.object({
  /** Order in which flaps turn, or `plugin:` and the id of a transition plugin; null turns all at once. */
  strategy: maybe(IdSchema),
  /** Milliseconds between two steps. */
  interval_ms: maybe(integerBetween(...STEP_MS)),
  /** Columns, rows or flaps of one step. */
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
  /** Text to show, from the top left: newlines count, wide lines are wrapped; `{red}` or `{63}` is a single flap. */
  text: maybe(TextSchema),
  /** Lines to show as they are, one for each row. */
  lines: maybe(TemplateLinesSchema),
  /** Rows of flap codes to show, of exactly the size of the board. */
  characters: maybe(CodeRowsSchema),
  /** A page or collection to show; it stays live. */
  page_id: maybe(IdSchema),
  /** Flap code for every cell; 0 blanks the board. */
  fill: maybe(CodeSchema),
};

/** Whether exactly one of the content members is there (rules, M1). */
export const hasOneContent = (body: { readonly [Name in keyof typeof MESSAGE_CONTENT]?: unknown }): boolean =>
  countSaid(body, Object.keys(MESSAGE_CONTENT)) === 1;

/** What a body without exactly one content member is told. */
export const ONE_CONTENT = `exactly one of ${Object.keys(MESSAGE_CONTENT).join(', ')} says what to show`;

const options = {
  /**
   * Minutes until the message ends by itself, ${MESSAGE_MINUTES.join(' to ')}; without it the message stays until
   * something replaces it.
   */
  duration_minutes: maybe(integerBetween(...MESSAGE_MINUTES)),
  /** What follows a timed message: the programme, a page, or a blank board. */
  revert_mode: maybe(RevertModeSchema),
  /** The page that follows when the mode is `page`. */
  revert_page_id: maybe(IdSchema),
  /** How the flaps turn to this message; null is the usual way. */
  transition: maybe(TransitionSchema),
  /** Whether to write although the board shows this already. Minimum intervals, pauses and silence still count. */
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

/** What may become of a message while another one is up. */
export const WHEN_BUSY = ['replace', 'queue', 'drop'] as const;

/** The members that say how a message is shown on the flat surface, MQTT and MCP, beside its content. */
export const MESSAGE_OPTIONS = {
  ...options,
  transition: maybe(command(TransitionSchema.entries)),
  /** How much it matters: `urgent` goes over pages, rules and triggers, `critical` through silence. */
  priority: maybe(PrioritySchema),
  /** While another message is up: `replace` it unless it is more urgent, `queue` behind it, or `drop` this one. */
  when_busy: maybe(v.picklist(WHEN_BUSY)),
  /** Whether it stays until somebody acknowledges it. */
  acknowledge: maybe(v.boolean()),
  /** When it begins, at most a year ahead. */
  at: maybe(MomentSchema),
  /** Whether it begins when the silence of the board has ended. */
  after_silence: maybe(v.boolean()),
  /** Whether placeholders and formulas in text and lines count. */
  template: maybe(v.boolean()),
  /** On the last rows of the page, which goes on above it. */
  rows: maybe(v.picklist(['bottom'])),
};

/** Boards that are named together: a list of ids, or all. */
export const BoardsSchema = v.union([
  v.literal('all'),
  v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MOST_BOARDS)),
]);

/** Body of `POST /boards/{board}/message`. */
export const FlatMessageSchema = v.pipe(
  command({
    ...MESSAGE_CONTENT,
    ...MESSAGE_OPTIONS,
    /** Ids of the boards that it is for, or `all`; the path then names `-`. */
    boards: maybe(BoardsSchema),
  }),
  v.check((body) => hasOneContent(body), ONE_CONTENT),
);
/** Body of `POST /boards/{board}/message`. */
export type FlatMessage = v.InferOutput<typeof FlatMessageSchema>;

/** Answer of a message write or removal. */
export const MessageAnswerSchema = v.object({
  sent: v.boolean(),
  board_id: v.string(),
  /** Rows of flap codes that the message makes. */
  characters: CodeRowsSchema,
  /** What the message makes, as text with one line for each row. */
  text: v.string(),
  /** When the message ends; null when it does not end by itself. */
  expires_at: v.nullable(InstantSchema),
  reason: v.nullable(v.string()),
});
/** Answer of a message write or removal. */
export type MessageAnswer = v.InferOutput<typeof MessageAnswerSchema>;

/** Where a message stands. */
export const MessageStateSchema = v.picklist(['shown', 'queued', 'planned', 'dropped']);

/** What ends a message by itself (rules, M5). */
export const EndsBySchema = v.picklist(['time', 'acknowledgement', 'change']);

const toldMessage = {
  ...MessageAnswerSchema.entries,
  id: v.string(),
  /** Where it stands: shown, waiting in the queue, planned, or not taken. */
  state: MessageStateSchema,
  /** What ends it by itself: its time, somebody who acknowledges it, or another rule, page or message. */
  ends_by: EndsBySchema,
  warnings: v.array(v.string()),
  code: OutcomeCodeSchema,
};

/** Answer of a message on the flat surface; `boards` has that of each board where several were named. */
export const FlatMessageAnswerSchema = v.object({
  ...toldMessage,
  /** The answer of each board, where several were named. */
  boards: v.optional(v.array(v.object(toldMessage))),
});
/** Answer of a message on the flat surface. */
export type FlatMessageAnswer = v.InferOutput<typeof FlatMessageAnswerSchema>;

/** One message of a board: `from` is when it began, `until` when it ends, `at` when it is to begin. */
export const ListedMessageSchema = v.object({
  id: v.string(),
  board_id: v.string(),
  /** Where it stands: shown, waiting in the queue, or planned. */
  state: MessageStateSchema,
  /** How much it matters. */
  priority: PrioritySchema,
  text: v.string(),
  /** When it went up; null when it was not up yet, or nobody knows. */
  from: v.nullable(InstantSchema),
  /** When its time is over; null when it has none, or while its time stands still. */
  until: v.nullable(InstantSchema),
  /** When it is planned to begin; null when it is not planned. */
  at: v.nullable(InstantSchema),
  after_silence: v.boolean(),
  acknowledge: v.boolean(),
  ends_by: EndsBySchema,
});
/** One message of a board. */
export type ListedMessage = v.InferOutput<typeof ListedMessageSchema>;

/** Answer of `GET /boards/{board}/messages`: what is up first, then what waits and what is planned, in its order. */
export const MessageListSchema = v.object({
  /** The messages: what is up first, then the queue, then what is planned. */
  messages: v.array(ListedMessageSchema),
});

/** Body of `PATCH /messages/{id}`: another time for a message that waits or is planned. */
export const MessageMoveSchema = v.pipe(
  command({
    /** When it begins, at most a year ahead. */
    at: maybe(MomentSchema),
    after_silence: maybe(v.boolean()),
  }),
  v.check((body) => countSaid(body, ['at', 'after_silence']) > 0, 'at or after_silence says when it is to begin'),
);
/** Body of `PATCH /messages/{id}`. */
export type MessageMove = v.InferOutput<typeof MessageMoveSchema>;

/** Body of `PUT /v1/boards/{board}/active-page`; the member must be there, null unpins. */
export const ActivePageSchema = v.object({
  /** The page or collection to pin; null unpins. */
  page_id: v.nullable(IdSchema),
});

/** Answer of `PUT /v1/boards/{board}/active-page`. */
export const ActivePageAnswerSchema = v.object({
  board_id: v.string(),
  /** The pinned page or collection; null when none is pinned. */
  page_id: v.nullable(v.string()),
  sent: v.boolean(),
  /** Why the page could not be shown at once; null when it was, or when there was nothing to show. */
  error: v.nullable(v.string()),
  warnings: v.array(v.string()),
});
/** Answer of `PUT /v1/boards/{board}/active-page`. */
export type ActivePageAnswer = v.InferOutput<typeof ActivePageAnswerSchema>;

/** Body of the deprecated `POST /send-message`. */
export const SendRequestSchema = v.object({
  /** Text to show. */
  text: TextSchema,
  /** Id of the board; the primary board unless given. */
  board_id: maybe(IdSchema),
});
/** Answer of the deprecated `POST /send-message`. */
export const SendAnswerSchema = v.object({ message: v.string(), sent: v.boolean() });
/** Optional body of the deprecated `POST /refresh`. */
export const RefreshRequestSchema = v.object({
  /** The board to refresh; null means all. */
  board_id: maybe(IdSchema),
});
/** Answer of the deprecated `POST /refresh`. */
export const RefreshAnswerSchema = v.object({
  message: v.string(),
  sent: v.boolean(),
  /** The board that was refreshed; null means all. */
  board_id: v.nullable(v.string()),
});

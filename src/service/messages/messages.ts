import { INSTANT } from '../../board/driver.ts';
import { causedOutcome, type Outcome } from '../../board/outcome.ts';
import { arbitrate } from '../../core/arbiter/arbiter.ts';
import { isStill } from '../../core/arbiter/decision.ts';
import { admissionOf } from '../../core/arbiter/messages.ts';
import { DAY_MS } from '../../core/time/durations.ts';
import { decodeGrid } from '../../core/flaps/flaps.ts';
import { flapsOn, geometryOf } from '../../core/flaps/geometry.ts';
import { gridToRows, layBelow, type Grid } from '../../core/flaps/grid.ts';
import { missingIn } from '../../core/flaps/missing.ts';
import { Fault } from '../../fault.ts';
import type { Animation } from '../../loop/animation.ts';
import { gridOf, pageOfLines, type Pictures } from '../../loop/picture.ts';
import type { Renderer } from '../../loop/renderer.ts';
import { toInstant } from '../../platform/clock.ts';
import { inTurns } from '../../platform/crowd.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import { FARTHEST_PLAN_DAYS, MOST_FLAPS } from '../../schema/limits.ts';
import type { FlatMessage, FlatMessageAnswer, Message, MessageAnswer } from '../../schema/content/messages.ts';
import type { OutcomeCode } from '../../schema/boards/outcomes.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { BoardMessage, MessageContent } from '../../schema/state.ts';
import { whileHeld, type BoardParts } from '../boards/parts.ts';
import { boardOf } from '../lookup.ts';
import { requireDrawn, requireFit, showableOf } from '../pages/showable.ts';
import { isOvertaken, nothingOf, requireOpen, requireReached, requireWritten, toldOutcome } from '../outcomes.ts';
import { blankBoard, blankOf } from './blank.ts';
import {
  checkMessage,
  drawnContent,
  expiryOf,
  messageOf,
  templateOf,
  type MessageRequest,
  type SingleMessage,
} from './content.ts';

/** The parts that messages work with. */
export interface MessageServiceOptions extends BoardParts {
  readonly renderer: Renderer;
  readonly animation: Animation;
  readonly pictures: Pictures;
  /** The instant (ms) of an ISO time in the field of that name; a Fault 400 for one that does not exist. */
  readonly instantOf: (name: string, text: string) => number;
  /** What is wrong with a template on a board, and what of them has no value now. */
  readonly problemsOf: (content: TemplateContent, board: StoredBoard) => string[];
}

/** The answer to a message, with the code of what became of it. */
export type MessageResult = MessageAnswer & { readonly code: OutcomeCode };

/** The answer to a message as every surface but v1 tells it. */
export type PostedMessage = Omit<FlatMessageAnswer, 'boards'>;

/** A message in which placeholders count. */
type TemplateContent = Extract<MessageContent, { kind: 'template' }>;

/** When a planned message is to begin: at an instant, or when the silence has ended. */
interface Begin {
  readonly at: string | null;
  readonly after_silence: boolean;
}

/** What stands for a board where several are named. */
const SEVERAL = '-';
const RETRY_AFTER_S = 2;
/** What became of a message that is on no board and waits for none, though nothing is closed or broken. */
const UNTAKEN: ReadonlySet<OutcomeCode> = new Set(['covered', 'declined']);
const WRAPPED = { alignment: 'left', wrap: true } as const;

/** One-off writes to a board, past its programme. */
export class MessageService {
  readonly #options: MessageServiceOptions;
  /** Flaps of the boards of all messages to several boards that have no answer yet. */
  #flapsUnderWay = 0;

  constructor(options: MessageServiceOptions) {
    this.#options = options;
  }

  /**
   * Shows a message on a board. The order of the checks is fixed (rules, M2): 404 board, 400 rules, 404 page, 409
   * paused, 409 silence, 200 browser only, 200 unchanged, 429 floor, then the write; `sent` is true only when this
   * request moved flaps.
   */
  async send(boardId: string, message: Message): Promise<MessageResult> {
    return toResult(await this.#postOn(boardOf(this.#options.store.state, boardId), message));
  }

  /** The same for who is told a status alone: 409 when the board did not take the message. */
  async deliver(boardId: string, message: Message): Promise<MessageResult> {
    const result = await this.send(boardId, message);
    if (UNTAKEN.has(result.code)) throw new Fault(409, result.reason ?? '', { code: result.code });
    return result;
  }

  /**
   * As `send`, with everything that a message may say: for several boards, later, for its turn. Of several boards each
   * is answered; a refusal is thrown when all refuse.
   */
  async post(boardId: string, { boards, ...message }: FlatMessage): Promise<FlatMessageAnswer> {
    const { state } = this.#options.store;
    if ((boards ?? null) === null && boardId === SEVERAL)
      throw new Fault(400, 'boards: name the boards that the message is for, or send it to one of them.');
    if (!boards) return this.#postOn(boardOf(state, boardId), message);
    if (boardId !== SEVERAL) throw new Fault(400, `boards: with it the path names "${SEVERAL}" in place of a board.`);
    const named = boards === 'all' ? state.boards : [...new Set(boards.map((id) => boardOf(state, id)))];
    return this.#postOnEach(named, message);
  }

  /** Refuses members of a message that do not go together, and a transition that is not there: 400 with the member. */
  check(message: SingleMessage): void {
    checkMessage(message, (strategy) => this.#options.animation.knows(strategy));
  }

  /**
   * Answers each board: 503 while as many flaps as all boards may have are written to, as the grids of several wait in
   * memory until the last board has answered.
   */
  async #postOnEach(boards: readonly StoredBoard[], message: SingleMessage): Promise<FlatMessageAnswer> {
    const flaps = flapsOn(boards);
    if (this.#flapsUnderWay > 0 && this.#flapsUnderWay + flaps > MOST_FLAPS)
      throw new Fault(503, 'Too many messages to several boards are under way. Try again in a moment.', {
        retryAfter: RETRY_AFTER_S,
      });
    this.#flapsUnderWay += flaps;
    try {
      return await this.#postTogether(boards, message);
    } finally {
      this.#flapsUnderWay -= flaps;
    }
  }

  async #postTogether(boards: readonly StoredBoard[], message: SingleMessage): Promise<FlatMessageAnswer> {
    const faults: Fault[] = [];
    const answers = await inTurns(boards, (board) =>
      this.#postOn(board, message).catch((error: unknown) => {
        if (!(error instanceof Fault)) throw error;
        faults.push(error);
        return refusedOn(board, error);
      }),
    );
    const [fault] = faults;
    if (fault && faults.length === boards.length) throw fault;
    const taken = answers.filter(({ state }) => state !== 'dropped');
    const [first] = [...taken.filter(({ sent }) => sent), ...taken, ...answers];
    if (!first) throw new Fault(404, 'There is no board.');
    return { ...first, boards: answers };
  }

  async #postOn(board: StoredBoard, message: SingleMessage): Promise<PostedMessage> {
    const { store } = this.#options;
    this.check(message);
    const begin = this.beginOf(message);
    const drawn = this.#draw(board, message);
    const expiry = expiryOf(message);
    if (message.revert_page_id) showableOf(store.state, message.revert_page_id);
    if (expiry?.revert_page_id) requireFit(store.state, expiry.revert_page_id, board);
    const warnings = this.#warningsOf(board, message, drawn.content);
    const { force = false, transition = null } = message;
    const missing = missingOf(message);
    const request = { ...drawn, missing, force, transition, expiry, wishes: message, warnings };
    return begin && !this.#mayBegin(board, begin) ? this.#plan(board, request, begin) : this.put(board, request);
  }

  /**
   * When a message is to begin: 400 for a time that is over, or more than a year ahead; null for one that is not
   * planned.
   */
  beginOf({ at, after_silence }: Pick<SingleMessage, 'at' | 'after_silence'>): Begin | null {
    if (!at) return after_silence ? { at: null, after_silence } : null;
    const now = this.#options.clock.now();
    const instant = this.#options.instantOf('at', at);
    if (instant <= now) throw new Fault(400, `at: ${toInstant(instant)} is over already.`);
    if (instant > now + FARTHEST_PLAN_DAYS * DAY_MS)
      throw new Fault(400, `at: ${toInstant(instant)} is more than a year ahead.`);
    return { at: toInstant(instant), after_silence: after_silence ?? false };
  }

  /** A message for the end of a silence is shown at once where there is none. */
  #mayBegin(board: StoredBoard, { at }: Begin): boolean {
    return at === null && !this.#options.programme.decide(board.id, this.#options.clock.now()).silence.active;
  }

  async #plan(board: StoredBoard, request: MessageRequest, { at, after_silence }: Begin): Promise<PostedMessage> {
    const message = { ...messageOf(request), state: 'planned' as const, at, after_silence };
    await this.#options.stored.keep(board.id, message);
    const reason = `The message is planned ${at === null ? 'for the end of the silence' : `for ${at}`}.`;
    return posted(board, await this.#gridOf(board, request), message, causedOutcome('waiting', reason), request);
  }

  #warningsOf(board: StoredBoard, message: SingleMessage, content: MessageContent): string[] {
    const warnings = content.kind === 'template' ? this.#options.problemsOf(content, board) : [];
    if (message.acknowledge && message.duration_minutes)
      warnings.push('duration_minutes: a message that is to be acknowledged stays until it is.');
    return warnings;
  }

  /**
   * Puts something on a board and keeps it as its message: 409 paused or silenced, 429 too early, 500 the board failed.
   * While something more urgent is up, or the board is to be left alone while it is busy, nothing is written.
   */
  async put(board: StoredBoard, request: MessageRequest): Promise<PostedMessage> {
    const { writer, stored, programme, clock } = this.#options;
    return whileHeld(writer, board.id, async () => {
      const message = messageOf(request);
      const isWanted = stored.track(board.id, message.ends === 'change' ? 'untimed' : 'timed');
      const since = clock.now();
      const decision = programme.decide(board.id, since);
      const passes = message.priority === 'critical' ? board.critical_passes : 'none';
      requireOpen(board, writer.refusal(board, decision, passes));
      const admission = admissionOf(decision.programme.messages, message);
      if (admission !== 'shown') return this.#leaveOut(board, request, message, admission);
      const grid = await this.#gridOf(board, request);
      const page = 'codes' in request.picture ? null : request.picture;
      const motion = isStill(decision)
        ? { transition: INSTANT }
        : this.#options.animation.of(page, request.transition, grid);
      const { force, missing = [] } = request;
      const frame = { grid, force, missing, passes: passes !== 'none', ...motion };
      const outcome = requireWritten(board, await writer.write(board, frame, 'message'));
      const isKept = !isOvertaken(outcome) && isWanted();
      const kept = isKept ? await stored.show(board.id, message, since) : message;
      return posted(board, grid, kept, outcome, request);
    });
  }

  async #leaveOut(
    board: StoredBoard,
    request: MessageRequest,
    message: BoardMessage,
    admission: 'queued' | 'dropped',
  ): Promise<PostedMessage> {
    const isQueued = admission === 'queued';
    const waiting = { ...message, state: 'queued' as const };
    if (isQueued) await this.#options.stored.keep(board.id, waiting);
    const reason = isQueued
      ? 'Another message is on the board; this one waits for its turn.'
      : 'Another message is on the board, which this one does not replace.';
    const outcome = causedOutcome(isQueued ? 'waiting' : 'covered', reason);
    return posted(board, await this.#gridOf(board, request), isQueued ? waiting : message, outcome, request);
  }

  /**
   * Ends every message and shows what the board returns to; with nothing to return to, blanks it. Never 409: `sent` and
   * `reason` tell.
   */
  clear(boardId: string): Promise<MessageResult> {
    const board = boardOf(this.#options.store.state, boardId);
    return this.endOn(board, () => this.#options.stored.end(board.id, { timed: true }));
  }

  /** Shows what a board returns to after `end` has ended messages of it, as `clear` does. */
  async endOn(board: StoredBoard, end: () => Promise<void>): Promise<MessageResult> {
    const { writer } = this.#options;
    return whileHeld(writer, board.id, async () => {
      await end();
      const refusal = writer.refusal(board);
      if (refusal && !writer.givesBack(board)) return resultOf(board, await this.#leave(board), refusal);
      const { grid, outcome } = await this.#return(board);
      return resultOf(board, grid, outcome);
    });
  }

  async #return(board: StoredBoard): Promise<{ grid: Grid; outcome: Outcome }> {
    const { grid, decision, outcome } = await this.#options.loop.show(board, true);
    requireReached(board, outcome);
    if (grid !== null || decision.because !== 'none') return { grid: grid ?? blankOf(board), outcome };
    const blank = blankOf(board);
    return {
      grid: blank,
      outcome: await blankBoard(this.#options, board, this.#options.animation.of(null, null, blank)),
    };
  }

  /**
   * What a board that takes no write now returns to; one with nothing to return to is blanked when it takes writes
   * again.
   */
  async #leave(board: StoredBoard): Promise<Grid> {
    const now = this.#options.clock.now();
    const id = this.#options.programme.decide(board.id, now).resolved_page_id;
    if (id === null) await this.#options.stored.keepBlank(board);
    const page = id === null ? null : this.#options.programme.pageFor(id, board.id, now);
    const rendering = page ? await this.#options.renderer.render(page, now, geometryOf(board)) : null;
    return rendering && 'grid' in rendering ? rendering.grid : blankOf(board);
  }

  #draw(board: StoredBoard, message: SingleMessage): Pick<MessageRequest, 'content' | 'picture'> {
    if (message.page_id !== undefined && message.page_id !== null) return this.pageContent(board, message.page_id);
    const template = templateOf(message);
    if (!template) return drawnContent(board, message);
    const line_metadata = typeof message.text === 'string' ? template.map(() => WRAPPED) : null;
    return {
      content: { kind: 'template', template, line_metadata },
      picture: pageOfLines(template, line_metadata, board),
    };
  }

  /** What a message looks like; one for the last rows on the page that goes on above it. */
  async #gridOf(board: StoredBoard, { picture, wishes }: MessageRequest): Promise<Grid> {
    const grid = 'codes' in picture ? picture : await this.#drawPage(picture, board);
    if (wishes?.rows !== 'bottom') return grid;
    const { programme, pictures, clock } = this.#options;
    const now = clock.now();
    const input = programme.inputOf(board.id, now);
    const bare = arbitrate({ ...input, trigger: null, programme: { ...input.programme, messages: [] } });
    return layBelow(grid, gridOf(await pictures.preview(bare, board, now)));
  }

  /** A page or collection as content: 404 unknown, 400 of another size. */
  pageContent(board: StoredBoard, id: string): Pick<MessageRequest, 'content' | 'picture'> {
    requireFit(this.#options.store.state, id, board);
    return { content: { kind: 'page', page_id: id }, picture: this.#pageNow(id, board) };
  }

  #pageNow(id: string, board: StoredBoard): Page {
    const page = this.#options.programme.pageFor(id, board.id, this.#options.clock.now());
    if (!page) throw new Fault(400, nothingOf(this.#options.store.state, id, board));
    return page;
  }

  async #drawPage(page: Page, board: StoredBoard): Promise<Grid> {
    const rendering = await this.#options.renderer.render(page, this.#options.clock.now(), geometryOf(board));
    return requireDrawn(page, rendering).grid;
  }
}

const toResult = ({
  id: _id,
  state: _state,
  ends_by: _by,
  warnings: _warnings,
  ...result
}: PostedMessage): MessageResult => result;

/** The characters of a message that no board has a flap for, each once. */
export const missingOf = ({ text, lines }: Pick<Message, 'text' | 'lines'>): string[] =>
  missingIn(text ?? lines?.join('\n') ?? '');

const resultOf = (
  board: StoredBoard,
  grid: Grid,
  outcome: Outcome,
  expires_at: string | null = null,
  rows: number[][] | null = null,
): MessageResult => ({
  board_id: board.id,
  characters: rows ?? gridToRows(grid),
  text: decodeGrid(grid),
  expires_at,
  ...toldOutcome(outcome),
});

const posted = (
  board: StoredBoard,
  grid: Grid,
  { id, state, ends, expires_at }: BoardMessage,
  outcome: Outcome,
  { content, picture, warnings = [] }: MessageRequest,
): PostedMessage => ({
  // What is stored is answered: rows of many boards take much memory.
  ...resultOf(
    board,
    grid,
    outcome,
    expires_at,
    content.kind === 'grid' && grid === picture ? content.characters : null,
  ),
  id,
  state: state !== 'up' ? state : isOvertaken(outcome) || outcome.code === 'covered' ? 'dropped' : 'shown',
  ends_by: ends,
  warnings: [...warnings],
});

/** A board of several that refused a message, which has no id then. */
const refusedOn = ({ id }: StoredBoard, { detail, extras }: Fault): PostedMessage => ({
  board_id: id,
  characters: [],
  text: '',
  expires_at: null,
  sent: false,
  reason: detail,
  code: extras.code ?? 'declined',
  id: '',
  state: 'dropped',
  ends_by: 'change',
  warnings: [],
});

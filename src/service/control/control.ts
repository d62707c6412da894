import type { Board } from '../../board/board.ts';
import { isCommandRefused, isUnusableInput } from '../../board/driver.ts';
import { BROWSER_TARGET } from '../../board/outcome.ts';
import { decodeGrid } from '../../core/flaps/flaps.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { gridToRows } from '../../core/flaps/grid.ts';
import { sentenceOf } from '../../core/sentence.ts';
import { Fault } from '../../fault.ts';
import { toInstant } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { CurrentMessage, LoopAnswer, ScheduledNow } from '../../schema/boards/control.ts';
import type { BoardService, RefreshResult } from '../boards/boards.ts';
import type { BoardParts } from '../boards/parts.ts';
import { boardOf, clip } from '../lookup.ts';
import { requireKnown } from '../members.ts';
import { requireOpen } from '../outcomes.ts';

/** The parts that control works with. */
export interface ControlServiceOptions extends BoardParts {
  readonly service: BoardService;
  /** Fetches again what enabled plugins report, as far as it is stale. */
  readonly refetch: () => Promise<void>;
}

/** The switches of the appliance: the display loop, what boards show just now, and the commands of their hardware. */
export class ControlService {
  readonly #options: ControlServiceOptions;

  constructor(options: ControlServiceOptions) {
    this.#options = options;
  }

  /** Lets the display loop run; `changed` tells whether it had been stopped. */
  start(): LoopAnswer {
    const changed = this.#options.loop.start();
    return { running: true, changed, message: `The display loop ${changed ? 'runs' : 'was running already'}.` };
  }

  /** Stops the display loop; explicit writes still go out. */
  stop(): LoopAnswer {
    const changed = this.#options.loop.stop();
    return { running: false, changed, message: `The display loop ${changed ? 'is stopped' : 'was stopped already'}.` };
  }

  /**
   * Fetches, draws and writes everything again, on one board or all, whatever is thought to be there; 404 unknown, 500
   * when a board could not be written.
   */
  async forceRefresh(boardId: string | null = null): Promise<Pick<RefreshResult, 'message' | 'sent' | 'code'>> {
    if (boardId !== null) boardOf(this.#options.store.state, boardId);
    await this.#options.refetch();
    const { message, sent, code } = await this.#options.service.refresh(boardId, true);
    return { message, sent, code };
  }

  /** What is known to be on a board; with `live` it is read first. 404 unknown board, 503 when it cannot be read. */
  async current(boardId: string, live: boolean): Promise<CurrentMessage> {
    const board = boardOf(this.#options.store.state, boardId);
    const running = this.#options.boards.get(board.id);
    const failure = live ? ((await running?.readNow()) ?? null) : null;
    if (failure !== null) throw new Fault(503, `The board "${board.name}" cannot be read: ${failure}`);
    const view = running?.view;
    const { rows, cols } = geometryOf(board);
    return {
      board_id: board.id,
      characters: view?.characters ? gridToRows(view.characters) : null,
      message: view?.characters ? decodeGrid(view.characters) : null,
      rows,
      cols,
      expected_characters: view?.expected ? gridToRows(view.expected) : null,
      cached_at: view?.characters && view.readAt !== null ? toInstant(view.readAt) : null,
      api_mode: board.api_mode,
    };
  }

  /** What a board stands at now by pin, rules and default page, and until when at most; 404 for an unknown board. */
  now(boardId: string): ScheduledNow {
    const board = boardOf(this.#options.store.state, boardId);
    const decision = this.#options.programme.decide(board.id, this.#options.clock.now());
    return {
      board_id: board.id,
      page_id: decision.selected_page_id,
      resolved_page_id: decision.resolved_page_id,
      scheduled_page_id: decision.scheduled_page_id,
      schedule_id: decision.schedule_id,
      default_page_id: board.default_page_id,
      source: decision.source,
      next_change: decision.next_change === null ? null : toInstant(decision.next_change),
    };
  }

  /** The commands that the hardware of a board knows; 404 for an unknown board. */
  actions(boardId: string): { board_id: string; actions: { name: string; summary: string }[] } {
    const { board, actions } = this.#hardwareOf(boardId);
    return { board_id: board.id, actions: Object.entries(actions).map(([name, { summary }]) => ({ name, summary })) };
  }

  /**
   * Gives a command to the hardware: 404 unknown, 422 for members that it does not know, 400 for input that cannot be
   * used, 409 while the board must not move (paused, silenced, output to the browser) or something has to be done
   * first, 500 when it failed.
   */
  async act(
    boardId: string,
    name: string,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<{ board_id: string; action: string; result: JsonObject }> {
    const { board, actions } = this.#hardwareOf(boardId);
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new Fault(404, `The board "${board.name}" has no command "${clip(name)}".`);
    requireKnown(input, action.members);
    const { writer } = this.#options;
    requireOpen(board, writer.refusal(board));
    if (writer.isBrowserOnly) throw new Fault(409, BROWSER_TARGET.reason ?? '', { code: BROWSER_TARGET.code });
    const release = action.looks ? null : writer.hold(board.id);
    try {
      return { board_id: board.id, action: name, result: await action.run(input, signal) };
    } catch (error) {
      if (isUnusableInput(error)) throw new Fault(400, error.message);
      throw new Fault(
        isCommandRefused(error) ? 409 : 500,
        `The board "${board.name}" did not carry out "${name}": ${sentenceOf(error, 'unknown cause')}`,
        { cause: error },
      );
    } finally {
      // Whatever the command moved, the programme is written again.
      if (release) writer.forget(board.id);
      release?.();
    }
  }

  #hardwareOf(boardId: string): { board: StoredBoard; actions: NonNullable<Board['actions']> } {
    const board = boardOf(this.#options.store.state, boardId);
    return { board, actions: this.#options.boards.get(board.id)?.actions ?? {} };
  }
}

import { INSTANT } from '../board/driver.ts';
import type { Step } from '../board/frame-request.ts';
import type { Outcome } from '../board/outcome.ts';
import { geometryOf } from '../core/flaps/geometry.ts';
import { createGrid, gridToRows, type Grid } from '../core/flaps/grid.ts';
import { layoutText } from '../core/flaps/message.ts';
import { Fault } from '../fault.ts';
import type { Renderer } from '../loop/renderer.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { JsonObject } from '../schema/common.ts';
import type {
  TransitionEntry,
  TransitionPreview,
  TransitionPreviewRequest,
  TransitionRestoreAnswer,
  TransitionTest,
  TransitionTestAnswer,
} from '../schema/content/transitions.ts';
import { whileHeld, type BoardParts } from './boards/parts.ts';
import { boardOf, clip } from './lookup.ts';
import { requireDrawn, requireFit } from './pages/showable.ts';
import { blankBoard } from './messages/blank.ts';
import { isOvertaken, nothingOf, requireOpen, requireWritten, toldOutcome } from './outcomes.ts';

/** Transition plugins, as far as they are tried out here; the plugin host is the one implementation. */
export interface TransitionRunner {
  has(id: string): boolean;
  /** All that are installed. */
  list(): readonly TransitionEntry[];
  /**
   * A whole animation within the plugin's caps, ending at `to`. Rejects with a Fault 404, or 400 for settings that the
   * plugin refuses.
   */
  run(
    id: string,
    from: Grid,
    to: Grid,
    overrides: JsonObject,
  ): Promise<{ readonly frames: readonly Step[]; readonly total_delay_ms: number; readonly capped: boolean }>;
}

/** The parts that trying transitions out works with. */
export interface TransitionServiceOptions extends BoardParts {
  readonly renderer: Renderer;
  readonly runner: TransitionRunner;
}

/** Transition plugins tried out: as frames, and once on a board. */
export class TransitionService {
  readonly #options: TransitionServiceOptions;

  constructor(options: TransitionServiceOptions) {
    this.#options = options;
  }

  /** What is installed, with settings, caps and the strategy that names it. */
  plugins(): { plugins: readonly TransitionEntry[]; total: number } {
    const plugins = this.#options.runner.list();
    return { plugins, total: plugins.length };
  }

  /**
   * The frames of a plugin between two texts; nothing is sent. 404 unknown plugin, 400 for settings that it refuses.
   */
  async preview(body: TransitionPreviewRequest): Promise<TransitionPreview> {
    const { notes_wide, notes_tall } = body;
    const geometry = geometryOf({ device_type: body.device_type ?? 'flagship', notes_wide, notes_tall });
    const from = layoutText(body.from_text ?? '', geometry);
    const { frames, total_delay_ms, capped } = await this.#options.runner.run(
      body.plugin_id,
      from,
      layoutText(body.to_text, geometry),
      body.config ?? {},
    );
    return {
      plugin_id: body.plugin_id,
      frames: frames.map(({ grid, delay_ms }) => ({ grid: gridToRows(grid), delay_ms })),
      total_delay_ms,
      capped,
    };
  }

  /**
   * Runs a plugin once on a board and leaves it at the target until it is restored or its programme has something new
   * to show. 404 unknown board, plugin or page, 400 of another size, 409 paused or silenced, 429 too early, 500 the
   * board failed.
   */
  async testLive(body: TransitionTest): Promise<TransitionTestAnswer> {
    const { store, runner, boards, writer } = this.#options;
    const board = boardOf(store.state, body.board_id || 'primary');
    if (!runner.has(body.plugin_id)) throw new Fault(404, `There is no transition plugin "${clip(body.plugin_id)}".`);
    for (const id of [body.to_page_id, body.from_page_id]) if (id) requireFit(store.state, id, board);
    requireOpen(board, writer.refusal(board));
    const to = await this.#draw(board, body.to_page_id);
    const from = body.from_page_id ? await this.#draw(board, body.from_page_id) : null;
    const start = from ?? boards.get(board.id)?.view.characters ?? createGrid(to.rows, to.cols);
    const { frames, total_delay_ms, capped } = await runner.run(body.plugin_id, start, to, body.config ?? {});
    requireOpen(board, writer.refusal(board));
    const outcome = await this.#play(board, from, to, frames);
    const { plugin_id, to_page_id } = body;
    return {
      board_id: board.id,
      plugin_id,
      to_page_id,
      ...toldOutcome(outcome),
      frame_count: frames.length,
      total_delay_ms,
      capped,
    };
  }

  /**
   * Puts a board back, without animation, to its active page, and blanks one that has none: a message without an end
   * gave way to the test. 404 for an unknown board.
   */
  async restore(boardId: string): Promise<TransitionRestoreAnswer> {
    const { store, writer, stored, loop, programme, clock } = this.#options;
    const board = boardOf(store.state, boardId);
    const decision = programme.decide(board.id, clock.now());
    const page_id = decision.resolved_page_id;
    const refusal = writer.refusal(board, decision);
    if (refusal) return { board_id: board.id, page_id, ...toldOutcome(refusal) };
    return whileHeld(writer, board.id, async () => {
      await stored.end(board.id, { timed: false });
      const { tried, outcome, decision: shown } = await loop.show(board, true, true);
      if (tried) requireWritten(board, outcome);
      const isEmpty = !tried && shown.because === 'none';
      const told = isEmpty ? await blankBoard(this.#options, board, { transition: INSTANT }) : outcome;
      return { board_id: board.id, page_id: isEmpty ? null : page_id, ...toldOutcome(told) };
    });
  }

  async #play(board: StoredBoard, from: Grid | null, to: Grid, frames: readonly Step[]): Promise<Outcome> {
    const { boards, writer } = this.#options;
    // Where no frames are played, the first picture would only be in the way of the second.
    if (from && boards.get(board.id)?.playsFrames) {
      const request = { grid: from, transition: INSTANT, force: true };
      const first = requireWritten(board, await writer.write(board, request, 'trial'));
      if (isOvertaken(first)) return first;
    }
    const request = { grid: to, transition: INSTANT, force: true, animate: () => frames };
    return requireWritten(board, await writer.write(board, request, 'trial'));
  }

  async #draw(board: StoredBoard, id: string): Promise<Grid> {
    const { programme, renderer, clock } = this.#options;
    const page = programme.pageFor(id, board.id, clock.now());
    if (!page) throw new Fault(400, nothingOf(this.#options.store.state, id, board));
    const rendering = await renderer.render(page, clock.now(), geometryOf(board));
    return requireDrawn(page, rendering).grid;
  }
}

import type { Cancel, Clock } from '../../platform/clock.ts';
import { actAs } from '../../platform/actor.ts';
import type { Log } from '../../platform/log.ts';
import type { ButtonAction, ButtonSettings, ButtonTarget, Gesture } from '../../schema/boards/gpio.ts';
import { USUAL_STAY_MINUTES } from '../../schema/limits.ts';
import type { PauseService } from '../control/pause.ts';
import type { StayService } from '../stays.ts';

/** How long a second press may wait. */
const DOUBLE_MS = 400;
/** So soon resumed, a pause was a flick: somebody has read what the boards show (rules, M11). */
const FLICK_MS = 3000;

/** What buttons can do beyond pausing. */
export interface ButtonPorts {
  readonly stays: Pick<StayService, 'quiet' | 'turn' | 'hold' | 'show'>;
  readonly favourites: { send(id: string): Promise<unknown> };
  readonly queue: { acknowledge(boardId: string): Promise<unknown>; acknowledgeAll(): Promise<void> };
}

/** What one button works with. */
export interface ButtonPressOptions {
  readonly settings: () => ButtonSettings | undefined;
  readonly pause: PauseService;
  readonly ports: () => ButtonPorts;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly log: Log;
  readonly onHold: (holding: boolean) => void;
  readonly onSetUp: () => void;
}

/**
 * What a finger means: a press, a double press where that does something, or a long press. Pausing happens when the
 * button goes down, everything else when it is clear what is meant: what was paused for nothing runs again.
 */
export class ButtonPress {
  readonly #options: ButtonPressOptions;
  #pausing: Promise<string[]> | null = null;
  #spent = false;
  #pausedAt = -Infinity;
  /** The first of two presses, and what it paused. */
  #first: { readonly cancel: Cancel; readonly paused: Promise<string[]> | null } | null = null;

  constructor(options: ButtonPressOptions) {
    this.#options = options;
  }

  /** The button goes down. */
  down(): void {
    this.#spent = false;
    this.#pausing = null;
    const { settings, pause } = this.#options;
    if (settings()?.press !== 'pause' || this.#first || pause.allPaused) return;
    this.#pausing = this.#pauseAll();
    this.#report(this.#pausing, 'The boards could not be paused.');
  }

  /** It is down for so long that more than a press is meant. */
  held(): void {
    if (this.#does('long_press')) this.#options.onHold(true);
  }

  /** It is down for so long that it is a long press. */
  long(): void {
    if (!this.#does('long_press')) return;
    this.#options.onHold(false);
    this.#spent = true;
    this.#undo(this.#pausing);
    this.#act('long_press');
  }

  /** The button comes up. */
  up(): void {
    this.#options.onHold(false);
    const paused = this.#pausing;
    this.#pausing = null;
    if (this.#spent) return;
    if (!this.#does('double_press')) return this.#press(paused);
    const first = this.#first;
    this.#first = null;
    if (first) {
      first.cancel();
      this.#undo(first.paused);
      return this.#act('double_press');
    }
    const cancel = this.#options.clock.after(DOUBLE_MS, () => {
      this.#first = null;
      this.#press(paused);
    });
    this.#first = { cancel, paused };
  }

  /** Forgets a press that waits for a second one. */
  close(): void {
    this.#first?.cancel();
    this.#first = null;
  }

  #does(gesture: Gesture): boolean {
    return (this.#options.settings()?.[gesture] ?? 'none') !== 'none';
  }

  #press(paused: Promise<string[]> | null): void {
    if (!paused) this.#act('press');
  }

  #pauseAll(): Promise<string[]> {
    this.#pausedAt = this.#options.clock.monotonic();
    return this.#options.pause.pauseAll();
  }

  async #resumeAll(): Promise<void> {
    const { pause, ports, clock } = this.#options;
    const isFlick = clock.monotonic() - this.#pausedAt <= FLICK_MS;
    await pause.resumeAll();
    if (isFlick) await ports().queue.acknowledgeAll();
  }

  #undo(paused: Promise<string[]> | null): void {
    if (paused)
      this.#report(
        paused.then((ids) => this.#options.pause.resumeAll(ids)),
        'The boards could not be resumed.',
      );
  }

  #act(gesture: Gesture): void {
    const settings = this.#options.settings();
    if (!settings) return;
    const action = settings[gesture];
    const work = actAs({ by: 'button' }, () => this.#run(action, settings.targets[gesture] ?? {}));
    this.#report(work, `The button could not do "${action}".`);
  }

  async #run(action: ButtonAction, { board_id, page_id, favourite_id, minutes }: ButtonTarget): Promise<unknown> {
    const { pause, ports, onSetUp } = this.#options;
    const board = board_id || 'primary';
    const lasting = { minutes: minutes ?? USUAL_STAY_MINUTES };
    switch (action) {
      case 'pause':
        return pause.allPaused ? this.#resumeAll() : this.#pauseAll();
      case 'quiet':
        return ports().stays.quiet(board_id || 'all', lasting);
      case 'next':
      case 'previous':
        return ports().stays.turn(board, action === 'next' ? 1 : -1);
      case 'hold':
        return ports().stays.hold(board, lasting.minutes);
      case 'page':
        return ports().stays.show(board, { page_id: page_id ?? '', ...lasting });
      case 'favourite':
        return ports().favourites.send(favourite_id ?? '');
      case 'acknowledge':
        return ports().queue.acknowledge(board);
      case 'wifi_setup':
        return onSetUp();
      case 'none':
        return undefined;
    }
  }

  #report(work: Promise<unknown>, failure: string): void {
    work.catch((error: unknown) => this.#options.log.error(failure, { error }));
  }
}

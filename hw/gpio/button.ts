import type { Log } from '../../src/platform/log.ts';
import type { ButtonStatus } from '../../src/schema/boards/gpio.ts';
import { openKeyEvents } from './key-source.ts';
import { openPinSource, type PinDeps } from './pin-source.ts';
import { PressDetector, type PressListener } from './press.ts';
import { Seeker } from './seek.ts';
import { takenPin, type LevelListener, type Opened } from './source.ts';

/** What a button and a light depends on. */
export interface GpioDeps extends PinDeps {
  readonly log: Log;
}

type Source = Opened<'key_events' | 'gpio'>;

/**
 * A button between a pin and ground: by the kernel's key events, which are debounced and know no pin numbers, otherwise
 * by the plain pin; without either there is none, and the status says why.
 */
export class Button {
  readonly #seeker: Seeker<Source>;
  readonly #detector: PressDetector;
  #takenBy: string | null = null;

  /** `isFirst`: not one of the further buttons, which have only key devices that name their pin. */
  constructor(deps: GpioDeps, listener: PressListener, isFirst = true) {
    this.#detector = new PressDetector(deps.clock, listener);
    const ways = [
      (pin: number, lost: LevelListener['lost']) => openKeyEvents(deps.paths, pin, this.#listen(lost), isFirst),
      (pin: number, lost: LevelListener['lost']) =>
        this.#takenBy === null
          ? openPinSource(deps, pin, this.#listen(lost))
          : takenPin(pin, this.#takenBy, 'the button'),
    ];
    this.#seeker = new Seeker<Source>(deps.clock, ways, {
      found: ({ device }) => deps.log.info('The button is there.', { device }),
      missing: (reason) => deps.log.info(`There is no button: ${reason}`),
    });
  }

  /** How the button is reached, or why not. */
  get status(): Omit<ButtonStatus, 'enabled' | 'pin'> {
    const { found, reason } = this.#seeker;
    return {
      source: found?.kind ?? 'none',
      device: found?.device ?? null,
      pressed: found ? this.#detector.closed : null,
      reason,
    };
  }

  /** Listens to the button at a pin from now on; the plain pin may be taken by somebody. */
  open(pin: number, takenBy: string | null = null): void {
    this.#takenBy = takenBy;
    this.#detector.reset();
    this.#seeker.open(pin);
  }

  /** Lets go of it. */
  close(): void {
    this.#seeker.close();
    this.#detector.reset();
  }

  #listen(lost: LevelListener['lost']): LevelListener {
    return {
      level: (closed) => this.#detector.level(closed),
      lost: (reason) => {
        this.#detector.reset();
        lost(reason);
      },
    };
  }
}

import type { LightPattern, LightStatus } from '../../src/schema/boards/gpio.ts';
import type { GpioDeps } from './button.ts';
import { openLed } from './led-output.ts';
import { PatternPlayer } from './pattern.ts';
import { openPinLight } from './pin-source.ts';
import { Seeker } from './seek.ts';
import { takenPin, type LightOutput } from './source.ts';

/**
 * A light at a pin: by the kernel's LED, otherwise by the plain pin; without either there is none, and the status says
 * why.
 */
export class Light {
  readonly #seeker: Seeker<LightOutput>;
  readonly #player: PatternPlayer;
  #pin = 0;
  #takenBy: string | null = null;
  #wanted: LightPattern = 'off';

  constructor(deps: GpioDeps) {
    this.#player = new PatternPlayer(deps.clock, (on) => this.#set(on));
    this.#seeker = new Seeker<LightOutput>(
      deps.clock,
      [
        () => openLed(deps.paths.ledFolder),
        (pin) => (this.#takenBy === null ? openPinLight(deps, pin) : takenPin(pin, this.#takenBy, 'the light')),
      ],
      {
        found: ({ device }) => {
          deps.log.info('The light is there.', { device });
          this.#player.play(this.#wanted);
        },
        missing: (reason) => deps.log.info(`There is no light: ${reason}`),
      },
    );
  }

  /** How the light is reached, or why not. */
  get status(): Omit<LightStatus, 'enabled' | 'pin' | 'pattern'> {
    const { found, reason } = this.#seeker;
    return { source: found?.kind ?? 'none', device: found?.device ?? null, reason };
  }

  /** Drives the light at a pin from now on; the plain pin may be taken by somebody. */
  open(pin: number, takenBy: string | null = null): void {
    this.#takenBy = takenBy;
    this.#pin = pin;
    this.#seeker.open(pin);
  }

  /** Shows a pattern, also on a light that appears later. */
  show(pattern: LightPattern): void {
    this.#wanted = pattern;
    if (this.#seeker.found) this.#player.play(pattern);
  }

  /** Switches the light off and lets go of it. */
  close(): void {
    this.#player.stop();
    this.#set(false);
    this.#seeker.close();
  }

  #set(on: boolean): void {
    try {
      this.#seeker.found?.set(on);
    } catch {
      this.#player.stop();
      this.#seeker.lose(this.#pin, 'The light cannot be switched any more.');
    }
  }
}

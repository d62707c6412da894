import type { Log } from '../platform/log.ts';
import type { ButtonStatus, GpioStatus, LightPattern, LightStatus, GpioSettings } from '../schema/gpio.ts';
import type { Store } from '../store/store.ts';
import type { PauseService } from './control/pause.ts';

/** What a finger does to the button. */
export interface ButtonEvents {
  down(): void;
  /** Down for so long that more than a press is meant. */
  held(): void;
  /** Down for so long that it is a long press. */
  long(): void;
  up(): void;
}

/** A button at a pin. Opening never fails: the status tells whether there is one. */
export interface ButtonPort {
  open(pin: number): void;
  close(): void;
  readonly status: Omit<ButtonStatus, 'enabled' | 'pin'>;
}

/** A light at a pin. Opening never fails: the status tells whether there is one. */
export interface LightPort {
  open(pin: number): void;
  show(pattern: LightPattern): void;
  /** Switches it off and lets go of it. */
  close(): void;
  readonly status: Omit<LightStatus, 'enabled' | 'pin' | 'pattern'>;
}

/** What the button and the light work with. */
export interface GpioServiceOptions {
  readonly store: Store;
  readonly pause: PauseService;
  readonly log: Log;
  readonly makeButton: (events: ButtonEvents) => ButtonPort;
  readonly light: LightPort;
  /**
   * Pins that were chosen outside the settings, where the machine was prepared for them; they go before those of the
   * settings.
   */
  readonly pins?: { readonly button?: number | undefined; readonly led?: number | undefined };
}

/**
 * The button that pauses all boards and opens Wi-Fi set-up, and the light that shows it. Pausing happens when the
 * button goes down, resuming when it is let go: the one is urgent, and a hold for set-up must not start flaps. A long
 * press is no press: what it paused at first runs again.
 */
export class GpioService {
  readonly #options: GpioServiceOptions;
  readonly #button: ButtonPort;
  readonly #listeners = new Set<() => void>();
  #settings: GpioSettings | null = null;
  #unfollow: () => void = () => undefined;
  #pausing: Promise<string[]> | null = null;
  #holding = false;
  #spent = false;
  #settingUp = false;
  #pattern: LightPattern = 'off';

  constructor(options: GpioServiceOptions) {
    this.#options = options;
    this.#button = options.makeButton({
      down: () => this.#down(),
      held: () => this.#held(),
      long: () => this.#long(),
      up: () => this.#up(),
    });
  }

  /** Opens what is enabled, and follows the settings and the pauses. */
  start(): void {
    this.#unfollow = this.#options.store.onChange(() => this.#follow());
    this.#follow();
  }

  /** Lets go of the button and the light. */
  stop(): void {
    this.#unfollow();
    this.#button.close();
    this.#options.light.close();
    this.#settings = null;
  }

  /** How the button and the light are reached, or why they are not. */
  status(): GpioStatus {
    const { button, led } = this.#wanted();
    const off = { source: 'none', device: null, reason: 'It is switched off in the settings.' } as const;
    return {
      button: {
        enabled: button.enabled,
        pin: button.pin,
        ...(button.enabled ? this.#button.status : { ...off, pressed: null }),
      },
      led: {
        enabled: led.enabled,
        pin: led.pin,
        pattern: this.#pattern,
        ...(led.enabled ? this.#options.light.status : off),
      },
    };
  }

  /** Calls the listener at each long press that asks for Wi-Fi set-up; the answer ends that. */
  onLongPress(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets the light blink slowly while Wi-Fi set-up runs. */
  showSetUp(active: boolean): void {
    this.#settingUp = active;
    this.#light();
  }

  #follow(): void {
    const next = this.#wanted();
    const before = this.#settings;
    this.#settings = next;
    if (!sameWiring(before?.button, next.button)) reopen(this.#button, next.button);
    if (!sameWiring(before?.led, next.led)) reopen(this.#options.light, next.led);
    this.#light();
  }

  #wanted(): GpioSettings {
    const { store, pins } = this.#options;
    const { button, led } = store.state.settings.gpio;
    return { button: { ...button, pin: pins?.button ?? button.pin }, led: { ...led, pin: pins?.led ?? led.pin } };
  }

  #down(): void {
    this.#spent = false;
    this.#pausing = null;
    if (this.#settings?.button.press !== 'pause' || this.#options.pause.allPaused) return;
    this.#pausing = this.#options.pause.pauseAll();
    this.#report(this.#pausing, 'The boards could not be paused.');
  }

  #held(): void {
    this.#holding = this.#settings?.button.long_press === 'wifi_setup';
    this.#light();
  }

  #long(): void {
    if (this.#settings?.button.long_press !== 'wifi_setup') return;
    this.#release();
    this.#spent = true;
    const paused = this.#pausing;
    if (paused)
      this.#report(
        paused.then((ids) => this.#options.pause.resumeAll(ids)),
        'The boards could not be resumed.',
      );
    for (const listener of this.#listeners) listener();
  }

  #up(): void {
    this.#release();
    const { press } = this.#settings?.button ?? {};
    if (press === 'pause' && !this.#spent && !this.#pausing)
      this.#report(this.#options.pause.resumeAll(), 'The boards could not be resumed.');
    this.#pausing = null;
  }

  #release(): void {
    this.#holding = false;
    this.#light();
  }

  #report(work: Promise<unknown>, failure: string): void {
    work.catch((error: unknown) => this.#options.log.error(failure, { error }));
  }

  #light(): void {
    const pattern = this.#holding
      ? 'fast_blink'
      : this.#settingUp
        ? 'slow_blink'
        : this.#options.pause.allPaused
          ? 'on'
          : 'off';
    this.#pattern = pattern;
    this.#options.light.show(pattern);
  }
}

const sameWiring = (a: { enabled: boolean; pin: number } | undefined, b: { enabled: boolean; pin: number }): boolean =>
  a?.enabled === b.enabled && a.pin === b.pin;

const reopen = (
  port: { open(pin: number): void; close(): void },
  { enabled, pin }: { enabled: boolean; pin: number },
): void => {
  port.close();
  if (enabled) port.open(pin);
};

import { late, type Late } from '../../core/memo.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  buttonsOf,
  type ButtonStatus,
  type GpioStatus,
  type LightPattern,
  type LightStatus,
  type GpioSettings,
} from '../../schema/boards/gpio.ts';
import type { Store } from '../../store/store.ts';
import type { ButtonPorts, ButtonPress } from './button-press.ts';
import type { PauseService } from '../control/pause.ts';
import { wiredPins, type PreparedPins } from '../pins/claims.ts';
import { wiresOf, type GpioWire } from './wires.ts';

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
  /** `takenBy`: who has the plain pin before it, which it then leaves alone; null for nobody. */
  open(pin: number, takenBy: string | null): void;
  close(): void;
  readonly status: Omit<ButtonStatus, 'enabled' | 'pin'>;
}

/** A light at a pin. Opening never fails: the status tells whether there is one. */
export interface LightPort {
  /** `takenBy`: who has the plain pin before it, which it then leaves alone; null for nobody. */
  open(pin: number, takenBy: string | null): void;
  show(pattern: LightPattern): void;
  /** Switches it off and lets go of it. */
  close(): void;
  readonly status: Omit<LightStatus, 'enabled' | 'pin' | 'pattern'>;
}

/** The buttons and the light of a machine. */
export interface GpioHardware {
  /** `isFirst`: not one of the further buttons. */
  makeButton(events: ButtonEvents, isFirst: boolean): ButtonPort;
  readonly light: LightPort;
}

/** What the button and the light work with. */
export interface GpioServiceOptions {
  readonly store: Store;
  readonly pause: PauseService;
  readonly ports: () => ButtonPorts;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly log: Log;
  /** Asked for when something is opened, or its status is. */
  readonly hardware: () => GpioHardware;
  /**
   * Pins that were chosen outside the settings, where the machine was prepared for them; they go before those of the
   * settings.
   */
  readonly pins?: PreparedPins;
}

/** The buttons, each press of which does what the owner chose, and the light that shows how the boards stand. */
export class GpioService {
  readonly #options: GpioServiceOptions;
  readonly #buttons: { readonly port: ButtonPort; readonly press: Late<ButtonPress> }[] = [];
  readonly #listeners = new Set<() => void>();
  #settings: GpioSettings | null = null;
  #unfollow: () => void = () => undefined;
  #stopped = false;
  #holding = false;
  #settingUp = false;
  #safeStart = false;
  #pattern: LightPattern = 'off';

  constructor(options: GpioServiceOptions) {
    this.#options = options;
  }

  /** Opens what is enabled, and follows the settings and the pauses; once, and not after it was stopped. */
  start(): void {
    if (this.#settings || this.#stopped) return;
    this.#unfollow = this.#options.store.onChange(() => this.#follow());
    this.#follow();
  }

  /** Lets go of the button and the light. */
  stop(): void {
    this.#stopped = true;
    this.#unfollow();
    for (const { port, press } of this.#buttons) {
      port.close();
      press.made?.close();
    }
    if (this.#settings) this.#options.hardware().light.close();
  }

  /** How the button and the light are reached, or why they are not; they are opened for it. */
  status(): GpioStatus {
    this.start();
    const off = { source: 'none', device: null, reason: 'It is switched off in the settings.' } as const;
    const { led, ...wanted } = this.#wanted();
    const [button, ...more_buttons] = buttonsOf({ led, ...wanted }).map(({ enabled, pin }, at) => ({
      enabled,
      pin,
      ...(enabled ? this.#portAt(at).status : { ...off, pressed: null }),
    })) as [ButtonStatus, ...ButtonStatus[]];
    return {
      button,
      more_buttons,
      led: {
        enabled: led.enabled,
        pin: led.pin,
        pattern: this.#pattern,
        ...(led.enabled ? this.#options.hardware().light.status : off),
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

  /** Lets the light flash twice, again and again, during a safe start. */
  showSafeStart(active: boolean): void {
    this.#safeStart = active;
    this.#light();
  }

  #follow(): void {
    const next = this.#wanted();
    const before = this.#settings;
    this.#settings = next;
    const { buttons: now, light } = this.#wiresOf(next);
    const then = before && this.#wiresOf(before);
    for (let at = 0; at < Math.max(now.length, then?.buttons.length ?? 0); at++) {
      const wire = now[at] ?? NO_WIRE;
      if (!isSameWire(then?.buttons[at], wire)) reopen(this.#portAt(at), wire);
    }
    if (!isSameWire(then?.light, light)) reopen(this.#options.hardware().light, light);
    this.#light();
  }

  #wiresOf(settings: GpioSettings): ReturnType<typeof wiresOf> {
    return wiresOf(settings, this.#options.pins ?? {});
  }

  #wanted(): GpioSettings {
    const { store, pins = {} } = this.#options;
    return wiredPins(store.state.settings.gpio, pins);
  }

  #portAt(at: number): ButtonPort {
    let button = this.#buttons[at];
    if (!button) {
      const press = late(() => this.#pressOf(at));
      const events: ButtonEvents = {
        down: () => press.get().down(),
        held: () => press.get().held(),
        long: () => press.get().long(),
        up: () => press.get().up(),
      };
      const port = this.#options.hardware().makeButton(events, at === 0);
      this.#buttons[at] = button = { press, port };
    }
    return button.port;
  }

  #pressOf(at: number): ButtonPress {
    const { pause, ports, clock, log } = this.#options;
    const { ButtonPress: Loaded } = require('./button-press.ts') as typeof import('./button-press.ts');
    return new Loaded({
      pause,
      ports,
      clock,
      log,
      settings: () => (this.#settings ? buttonsOf(this.#settings)[at] : undefined),
      onHold: (holding) => {
        this.#holding = holding;
        this.#light();
      },
      onSetUp: () => {
        for (const listener of this.#listeners) listener();
      },
    });
  }

  #light(): void {
    if (!this.#settings) return;
    const pattern = this.#holding
      ? 'fast_blink'
      : this.#settingUp
        ? 'slow_blink'
        : this.#safeStart
          ? 'double_blink'
          : this.#options.pause.allPaused
            ? 'on'
            : 'off';
    this.#pattern = pattern;
    this.#options.hardware().light.show(pattern);
  }
}

const NO_WIRE: GpioWire = { enabled: false, pin: 0, takenBy: null };

const isSameWire = (a: GpioWire | undefined, b: GpioWire): boolean =>
  a?.enabled === b.enabled && a.pin === b.pin && a.takenBy === b.takenBy;

const reopen = (
  port: { open(pin: number, takenBy: string | null): void; close(): void },
  { enabled, pin, takenBy }: GpioWire,
): void => {
  port.close();
  if (enabled) port.open(pin, takenBy);
};

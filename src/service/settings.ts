import { withoutNull, withoutUndefined } from '../core/record.ts';
import { isZone } from '../core/time/zone.ts';
import { Fault } from '../fault.ts';
import {
  GESTURES,
  buttonsOf,
  type ButtonSettings,
  type GpioPreference,
  type GpioWrite,
  type GpioSettings,
} from '../schema/boards/gpio.ts';
import {
  BOARD_STRATEGIES,
  type General,
  type NewBoards,
  type NewBoardsWrite,
  type StoredSettings,
  type Target,
  type Beta,
  type PollingAnswer,
  type TransitionPreference,
  type Wizard,
  type DisplaySettings,
  type Polling,
  type TransitionSettings,
} from '../schema/appliance/settings.ts';
import type { State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import type { BoardParts } from './boards/parts.ts';
import { boardOf, clip, tellNoTransition } from './lookup.ts';
import { showableOf } from './pages/showable.ts';
import type { PinService } from './pins/pins.ts';

/** Stores changed members of the settings. */
export const changeSettings = (
  store: Store,
  change: (settings: StoredSettings, state: State) => Partial<StoredSettings>,
): Promise<void> => store.update((state) => ({ settings: { ...state.settings, ...change(state.settings, state) } }));

/** The members of an object as a write sends them: null and absence leave a member as it is (rules, H2). */
type Sent<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined };

/** What the settings work with. */
export interface SettingsServiceOptions extends Pick<BoardParts, 'store' | 'writer' | 'loop'> {
  readonly pins: PinService;
  /** The time zone that counts now: environment, then setting, then machine. */
  readonly zone: () => string;
  /** Whether a strategy of transitions exists. */
  readonly knowsStrategy: (strategy: string) => boolean;
  /** Makes the boards follow other reading intervals. */
  readonly pace: () => void;
}

const TARGETS: readonly Target[] = ['ui', 'board', 'both'];

/** What an owner sets for the whole install: output, name and zone, animation, intervals, drawing, pins. */
export class SettingsService {
  readonly #options: SettingsServiceOptions;

  constructor(options: SettingsServiceOptions) {
    this.#options = options;
  }

  /** Everything that is stored. */
  get stored(): StoredSettings {
    return this.#options.store.state.settings;
  }

  /** Where writes go. */
  output(): { target: Target; effective_target: Target; available_targets: readonly Target[] } {
    const target = this.stored.output_target ?? 'ui';
    return { target, effective_target: target, available_targets: TARGETS };
  }

  /** Sets where writes go; the boards are brought up to date with it. 400 for another word. */
  async setOutput(target: Target): Promise<{ target: Target }> {
    await this.#change(() => ({ output_target: target }));
    for (const board of this.#options.store.state.boards) this.#options.writer.forget(board.id);
    this.#options.loop.wakeAll();
    return { target };
  }

  /** Name, time zone and contact of the install. */
  general(): General {
    const { instance_name, contact = '' } = this.stored.general;
    return { instance_name, timezone: this.#options.zone(), contact };
  }

  /** Sets name or zone; 400 for a zone that does not exist. An empty zone follows the machine again. */
  async setGeneral(sent: Sent<General>): Promise<General> {
    if (sent.timezone && !isZone(sent.timezone))
      throw new Fault(400, `timezone: "${clip(sent.timezone)}" is not an IANA time zone, as Europe/Berlin.`);
    await this.#change(({ general }) => ({
      general: {
        instance_name: sent.instance_name ?? general.instance_name,
        timezone: sent.timezone === undefined || sent.timezone === null ? general.timezone : sent.timezone || null,
        contact: sent.contact ?? general.contact ?? '',
      },
    }));
    return this.general();
  }

  /** The install's animation, and the strategies that boards run themselves. */
  transitions(): TransitionPreference {
    return { ...this.stored.transitions, available_strategies: [...BOARD_STRATEGIES] };
  }

  /** Sets the members that were sent; null clears. 400 for a strategy that does not exist. */
  async setTransitions(sent: Partial<TransitionSettings>): Promise<TransitionPreference> {
    const { strategy } = sent;
    if (typeof strategy === 'string' && !this.#options.knowsStrategy(strategy))
      throw new Fault(400, `strategy: ${tellNoTransition(strategy)}`);
    await this.#change(({ transitions }) => ({ transitions: { ...transitions, ...withoutUndefined(sent) } }));
    return this.transitions();
  }

  /** How often pages are looked at again and boards are read, in seconds. */
  polling(): Polling {
    return this.stored.polling;
  }

  /** Sets the members that were sent, at once. */
  async setPolling(sent: Sent<Polling>): Promise<PollingAnswer> {
    await this.#change(({ polling }) => ({ polling: { ...polling, ...withoutNull(sent) } }));
    this.#options.pace();
    return { ...this.polling(), requires_restart: false };
  }

  /** What new boards begin with. */
  newBoards(): NewBoards {
    return this.stored.new_boards;
  }

  /** Sets it: 404 for a board or page that is not there. */
  async setNewBoards({ board_id, page_id }: NewBoardsWrite): Promise<NewBoards> {
    const { state } = this.#options.store;
    if (page_id) showableOf(state, page_id);
    const new_boards = { board_id: board_id ? boardOf(state, board_id).id : null, page_id: page_id || null };
    await this.#change(() => ({ new_boards }));
    return new_boards;
  }

  /** How the web UI draws boards. */
  display(): DisplaySettings {
    return this.stored.display;
  }

  /** Sets the members that were sent. */
  async setDisplay(sent: Sent<DisplaySettings>): Promise<DisplaySettings> {
    await this.#change(({ display }) => ({ display: { ...display, ...withoutNull(sent) } }));
    return this.display();
  }

  /** Whether the first-run guide is done with. */
  wizard(): Wizard {
    return { state: this.stored.wizard };
  }

  /** Sets whether the first-run guide is done with; null shows it again. */
  async setWizard({ state }: Wizard): Promise<Wizard> {
    await this.#change(() => ({ wizard: state }));
    return this.wizard();
  }

  /** What is switched on although it is not finished. */
  beta(): Beta {
    return this.stored.beta;
  }

  /** Sets the members that were sent. */
  async setBeta(sent: Sent<Beta>): Promise<Beta> {
    await this.#change(({ beta }) => ({ beta: { ...beta, ...withoutNull(sent) } }));
    return this.beta();
  }

  /** The button and the light. */
  gpio(): GpioPreference {
    const [button, ...more_buttons] = buttonsOf(this.stored.gpio) as [ButtonSettings, ...ButtonSettings[]];
    return { button, more_buttons, led: this.stored.gpio.led };
  }

  /** Sets the members that were sent, at once; 400 for a pin that has another user. */
  async setGpio({ button, more_buttons, led }: GpioWrite): Promise<GpioPreference> {
    const checkPins = await this.#options.pins.check();
    await this.#change(({ gpio }, { boards }) => {
      const next: GpioSettings = {
        button: { ...gpio.button, ...withoutNull(button ?? {}) },
        ...((more_buttons ?? gpio.more_buttons) ? { more_buttons: more_buttons ?? gpio.more_buttons ?? [] } : {}),
        led: { ...gpio.led, ...withoutNull(led ?? {}) },
      };
      if (next.button.enabled && next.led.enabled && next.button.pin === next.led.pin)
        throw new Fault(400, `led.pin: GPIO${next.led.pin} is the button's already.`);
      checkButtons(next);
      checkPins({ boards, gpio }, { boards, gpio: next });
      return { gpio: next };
    });
    return this.gpio();
  }

  #change(change: (settings: StoredSettings, state: State) => Partial<StoredSettings>): Promise<void> {
    return changeSettings(this.#options.store, change);
  }
}

const NEEDED = { page: 'page_id', favourite: 'favourite_id' } as const;

/** Refuses an action without what it is about, and two buttons at one pin. */
const checkButtons = (gpio: GpioSettings): void => {
  const pins = new Set<number>(gpio.led.enabled ? [gpio.led.pin] : []);
  for (const [at, button] of buttonsOf(gpio).entries()) {
    const place = at === 0 ? 'button' : `more_buttons[${at - 1}]`;
    for (const gesture of GESTURES) {
      const action = button[gesture];
      const needed = action === 'page' || action === 'favourite' ? NEEDED[action] : null;
      if (needed && !button.targets[gesture]?.[needed])
        throw new Fault(400, `${place}.targets.${gesture}.${needed}: the action "${action}" needs one.`);
    }
    if (button.enabled && pins.has(button.pin))
      throw new Fault(400, `${place}.pin: GPIO${button.pin} is taken already.`);
    if (button.enabled) pins.add(button.pin);
  }
};

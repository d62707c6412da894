import { isZone } from '../core/zone.ts';
import { Fault } from '../fault.ts';
import type { DisplayLoop } from '../loop/display.ts';
import type { Writer } from '../loop/writer.ts';
import type { General, StoredSettings, Target } from '../schema/settings.ts';
import type { Location } from '../schema/location.ts';
import type { Store } from '../store/store.ts';
import { clip } from './lookup.ts';

/** What settings depends on. */
export interface SettingsServiceOptions {
  readonly store: Store;
  readonly writer: Writer;
  readonly loop: DisplayLoop;
  /** The time zone that counts now: environment, then setting, then machine. */
  readonly zone: () => string;
}

const TARGETS: readonly Target[] = ['ui', 'board', 'both'];

/** What an owner sets for the whole install. */
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
    await this.change(() => ({ output_target: target }));
    for (const board of this.#options.store.state.boards) this.#options.writer.forget(board.id);
    this.#options.loop.wakeAll();
    return { target };
  }

  /** The install's place; null members are unknown. */
  location(): Location {
    return this.stored.location;
  }

  /** Sets the members that were sent; null clears. */
  async setLocation(sent: Partial<Location>): Promise<Location> {
    await this.change((settings) => ({ location: { ...settings.location, ...withoutUndefined(sent) } }));
    return this.location();
  }

  /** Name and time zone of the install. */
  general(): General {
    return { instance_name: this.stored.general.instance_name, timezone: this.#options.zone() };
  }

  /** Sets name or zone; 400 for a zone that does not exist. An empty zone follows the machine again. */
  async setGeneral(sent: {
    instance_name?: string | null | undefined;
    timezone?: string | null | undefined;
  }): Promise<General> {
    if (sent.timezone && !isZone(sent.timezone))
      throw new Fault(400, `timezone: "${clip(sent.timezone)}" is not an IANA time zone, as Europe/Berlin.`);
    await this.change(({ general }) => ({
      general: {
        instance_name: sent.instance_name ?? general.instance_name,
        timezone: sent.timezone === undefined || sent.timezone === null ? general.timezone : sent.timezone || null,
      },
    }));
    return this.general();
  }

  /** Stores changed members of the settings. */
  change(change: (settings: StoredSettings) => Partial<StoredSettings>): Promise<void> {
    return this.#options.store.update((state) => ({ settings: { ...state.settings, ...change(state.settings) } }));
  }
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

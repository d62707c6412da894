import { sunTimes } from '../core/sun.ts';
import { dateOf, dayNumberOf } from '../core/day.ts';
import { formatTime } from '../core/time-of-day.ts';
import { civilAt } from '../core/zone.ts';
import { Fault } from '../fault.ts';
import type { DisplayLoop } from '../loop/display.ts';
import type { Clock } from '../platform/clock.ts';
import { isLink } from '../platform/own-address.ts';
import { maskAddress } from '../platform/secret-address.ts';
import { MASK } from '../schema/boards.ts';
import type {
  Beta,
  PollingAnswer,
  TransitionPreference,
  Wizard,
  DisplaySettings,
  Polling,
  StoredSettings,
  TransitionSettings,
} from '../schema/settings.ts';
import type { SunTimesAnswer, SunWeek } from '../schema/location.ts';
import type { GpioPreference, GpioWrite, GpioSettings } from '../schema/gpio.ts';
import type { MqttPreference, MqttWrite, MqttSettings } from '../schema/mqtt.ts';
import { BOARD_STRATEGIES } from '../schema/settings.ts';
import type { Store } from '../store/store.ts';
import { requireCertificates } from './certificates.ts';
import { clip } from './lookup.ts';

/** What preferences depends on. */
export interface PreferenceServiceOptions {
  readonly store: Store;
  readonly loop: DisplayLoop;
  readonly clock: Clock;
  readonly zone: () => string;
  /** Whether a strategy of transitions exists. */
  readonly knowsStrategy: (strategy: string) => boolean;
  /** Makes the boards follow other reading intervals. */
  readonly pace: () => void;
}

const DAY_MS = 86_400_000;

/** The members that were sent and are not null. */
const given = <T extends object>(sent: { readonly [K in keyof T]?: T[K] | null | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;

/** Where the password of the broker is sent to. */
const brokerOf = ({
  broker_host,
  broker_port,
  tls,
}: Pick<MqttSettings, 'broker_host' | 'broker_port' | 'tls'>): string =>
  `${tls ? 'mqtts' : 'mqtt'}://${broker_host.trim().toLowerCase()}:${broker_port}`;

/** Whether other settings send the stored password to the broker that it was given for; without a password all do. */
export const isSameBroker = (before: MqttSettings, after: MqttSettings): boolean =>
  !before.secrets.password || brokerOf(before) === brokerOf(after);

// Both are told to everybody: the one in sentences, the other to Home Assistant.
const requireBareAddresses = ({ broker_host, external_url }: MqttSettings): void => {
  if (/[@/\\?#\s]/.test(broker_host.trim()))
    throw new Fault(400, 'broker_host: a name or IP address alone; user and password have fields of their own.');
  if (maskAddress(external_url) !== external_url)
    throw new Fault(
      400,
      'external_url: an address without user, password or key; everybody on the broker can read it.',
    );
};

/** A date that exists, as it was sent; 400 for one that does not. */
const requireDate = (name: string, date: string | undefined): string | undefined => {
  if (date === undefined) return undefined;
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date)
    throw new Fault(400, `${name}: ${date} is no day of the calendar.`);
  return date;
};

const requireLink = (name: string, link: string | null | undefined): void => {
  if (link && !isLink(link))
    throw new Fault(400, `${name}: "${clip(link)}" is not an address that begins with http:// or https://.`);
};

/** What an owner prefers: animation, intervals, drawing, broker, pins, and the sun at the install's place. */
export class PreferenceService {
  readonly #options: PreferenceServiceOptions;

  constructor(options: PreferenceServiceOptions) {
    this.#options = options;
  }

  get #stored(): StoredSettings {
    return this.#options.store.state.settings;
  }

  #change(change: (settings: StoredSettings) => Partial<StoredSettings>): Promise<void> {
    return this.#options.store.update((state) => ({ settings: { ...state.settings, ...change(state.settings) } }));
  }

  /** The install's animation, and the strategies that boards run themselves. */
  transitions(): TransitionPreference {
    return { ...this.#stored.transitions, available_strategies: [...BOARD_STRATEGIES] };
  }

  /** Sets the members that were sent; null clears. 400 for a strategy that does not exist. */
  async setTransitions(sent: Partial<TransitionSettings>): Promise<TransitionPreference> {
    const { strategy } = sent;
    if (typeof strategy === 'string' && !this.#options.knowsStrategy(strategy))
      throw new Fault(400, `strategy: there is no transition "${clip(strategy)}".`);
    const members = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    await this.#change(({ transitions }) => ({ transitions: { ...transitions, ...members } }));
    return this.transitions();
  }

  /** How often pages are looked at again and boards are read, in seconds. */
  polling(): Polling {
    return this.#stored.polling;
  }

  /** Sets the members that were sent, at once. */
  async setPolling(sent: { readonly [K in keyof Polling]?: Polling[K] | null | undefined }): Promise<PollingAnswer> {
    await this.#change(({ polling }) => ({ polling: { ...polling, ...given<Polling>(sent) } }));
    this.#options.pace();
    return { ...this.polling(), requires_restart: false };
  }

  /** How the web UI draws boards. */
  display(): DisplaySettings {
    return this.#stored.display;
  }

  /** Sets the members that were sent. */
  async setDisplay(
    sent: { readonly [K in keyof DisplaySettings]?: DisplaySettings[K] | null | undefined },
  ): Promise<DisplaySettings> {
    await this.#change(({ display }) => ({ display: { ...display, ...given<DisplaySettings>(sent) } }));
    return this.display();
  }

  /** Whether the first-run guide is done with. */
  wizard(): Wizard {
    return { state: this.#stored.wizard };
  }

  /** Sets whether the first-run guide is done with; null shows it again. */
  async setWizard({ state }: Wizard): Promise<Wizard> {
    await this.#change(() => ({ wizard: state }));
    return this.wizard();
  }

  /** What is switched on although it is not finished. */
  beta(): Beta {
    return this.#stored.beta;
  }

  /** Sets the members that were sent. */
  async setBeta(sent: { readonly transition_plugins?: boolean | null | undefined }): Promise<Beta> {
    await this.#change(({ beta }) => ({ beta: { ...beta, ...given<Beta>(sent) } }));
    return this.beta();
  }

  /** The broker; its password is masked. */
  mqtt(): MqttPreference {
    const { secrets, ...mqtt } = this.#stored.mqtt;
    return { ...mqtt, password: secrets.password ? MASK : '' };
  }

  /**
   * Sets the members that were sent; `***` keeps the password while the broker stays the same, an empty one removes it.
   * 400 for topics
   * that would meet, no broker to connect to, an address that cannot be linked to, or what is no certificate.
   */
  async setMqtt({ password, ...sent }: MqttWrite): Promise<MqttPreference> {
    await this.#change(({ mqtt }) => {
      const { secrets, ...plain } = mqtt;
      const isKept = password === undefined || password === null || password === MASK;
      const next = {
        ...plain,
        ...given<typeof plain>(sent),
        secrets: isKept ? secrets : password === '' ? {} : { password },
      };
      requireBareAddresses(next);
      if (password === MASK && !secrets.password)
        throw new Fault(400, 'password: *** stands for the stored password, and there is none: send it.');
      if (isKept && !isSameBroker(mqtt, next))
        throw new Fault(
          400,
          'password: the stored one is kept only while broker_host, broker_port and tls stay the same; send it again.',
        );
      if (next.base_topic === next.discovery_prefix)
        throw new Fault(400, `base_topic: "${clip(next.base_topic)}" is the prefix of the discovery already.`);
      if (next.enabled && next.broker_host.trim() === '')
        throw new Fault(400, 'broker_host: a name or address is needed to connect.');
      requireLink('external_url', sent.external_url);
      requireCertificates('ca_certificate', sent.ca_certificate);
      return { mqtt: next };
    });
    return this.mqtt();
  }

  /** The button and the light. */
  gpio(): GpioPreference {
    return this.#stored.gpio;
  }

  /** Sets the members that were sent, at once; 400 when button and light would share a pin. */
  async setGpio({ button, led }: GpioWrite): Promise<GpioPreference> {
    await this.#change(({ gpio }) => {
      const next: GpioSettings = {
        button: { ...gpio.button, ...given<GpioSettings['button']>(button ?? {}) },
        led: { ...gpio.led, ...given<GpioSettings['led']>(led ?? {}) },
      };
      if (next.button.enabled && next.led.enabled && next.button.pin === next.led.pin)
        throw new Fault(400, `led.pin: GPIO${next.led.pin} is the button's already.`);
      return { gpio: next };
    });
    return this.gpio();
  }

  /** Sunrise and sunset of a date, by default today, as `HH:MM` local time. */
  sunTimes(date: string | undefined): SunTimesAnswer {
    const day = requireDate('date', date) ?? this.#today();
    return { date: day, ...this.#sunOn(day), location_configured: this.#hasLocation() };
  }

  /** Sunrise and sunset of the seven days from a date on, by default from today. */
  sunWeek(start: string | undefined): SunWeek {
    const first = Date.parse(`${requireDate('week_start', start) ?? this.#today()}T00:00:00Z`);
    const days = Array.from({ length: 7 }, (_, place) => new Date(first + place * DAY_MS).toISOString().slice(0, 10));
    return {
      location_configured: this.#hasLocation(),
      dates: Object.fromEntries(days.map((day) => [day, this.#sunOn(day)])),
    };
  }

  #hasLocation(): boolean {
    const { latitude, longitude } = this.#stored.location;
    return latitude !== null && longitude !== null;
  }

  #today(): string {
    const { year, month, day } = civilAt(this.#options.clock.now(), this.#options.zone());
    return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  }

  #sunOn(date: string): { sunrise: string | null; sunset: string | null } {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const { sunrise, sunset } = sunTimes(
      dateOf(dayNumberOf(year, month, day)),
      this.#options.zone(),
      this.#stored.location,
    );
    return { sunrise: this.#clockTime(sunrise), sunset: this.#clockTime(sunset) };
  }

  #clockTime(at: number | null): string | null {
    if (at === null) return null;
    const { hour, minute } = civilAt(at, this.#options.zone());
    return formatTime(hour * 60 + minute);
  }
}

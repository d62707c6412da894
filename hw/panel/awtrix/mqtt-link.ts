import type { Clock } from '../../../src/platform/clock.ts';
import { parseJson } from '../../../src/core/json.ts';
import { LOST, acknowledged, openBrokerLink, type BrokerAddress, type BrokerLink } from '../broker-link.ts';
import { CALLED_OFF, Listeners } from '../waiting.ts';
import { APP, pixelsOf, statsOf, type ClockEvents, type ClockLink, type OpenClock } from './link.ts';

/** Which broker, and the topic below which the clock listens. */
export interface ClockBroker extends BrokerAddress {
  readonly prefix: string;
}

const ANSWER_MS = 4000;
const SILENT = 'The clock does not answer over the MQTT broker: is it switched on, and is the prefix right?';

/** Reaches a clock by its broker. The clock tells what it shows when asked: that is how it is known to have a frame. */
export const openByMqtt =
  (broker: ClockBroker, clock: Clock): OpenClock =>
  async (events, signal) => {
    const made = new MqttClock(broker.prefix, clock, events);
    await made.connect(broker, signal);
    return made;
  };

class MqttClock implements ClockLink {
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #events: ClockEvents;
  #link: BrokerLink | null = null;
  #isAway = false;
  /** The app that the clock named when it changed; null for one that does not do so. */
  #app: string | null = null;
  readonly #screens = new Listeners<Uint32Array>();

  constructor(prefix: string, clock: Clock, events: ClockEvents) {
    this.#prefix = prefix;
    this.#clock = clock;
    this.#events = events;
  }

  /** Connects, and listens to the clock; rejects with a sentence for the owner. */
  async connect(broker: BrokerAddress, signal: AbortSignal): Promise<void> {
    const prefix = this.#prefix;
    const listening = {
      topics: [`${prefix}/screen`, `${prefix}/stats/#`, `${prefix}/stats`],
      qos: 0,
      source: 'the clock',
      cancelled: CALLED_OFF,
    } as const;
    const onMessage = (topic: string, text: string, retained: boolean): void =>
      this.#take(topic.slice(prefix.length + 1), text, retained);
    this.#link = await openBrokerLink(broker, listening, { onMessage, onClose: () => this.#events.onClose() }, signal);
  }

  show(app: object, signal: AbortSignal): Promise<void> {
    return this.#publish(`custom/${APP}`, app, signal);
  }

  bring(signal: AbortSignal): Promise<void> {
    return this.#publish('switch', { name: APP }, signal);
  }

  /** Stats come now and then, so an app counts that the clock names whenever it changes; else what it shows does. */
  async isInFront(isShown: (pixels: Uint32Array) => boolean, signal: AbortSignal): Promise<boolean> {
    const pixels = await this.screen(signal);
    return isShown(pixels) || this.#app === APP;
  }

  power(isOn: boolean, signal: AbortSignal): Promise<void> {
    return this.#publish('power', { power: isOn }, signal);
  }

  set(settings: object, signal: AbortSignal): Promise<void> {
    return this.#publish('settings', settings, signal);
  }

  look(): Promise<null> {
    return this.#isAway ? Promise.reject(new Error(SILENT)) : Promise.resolve(null);
  }

  async screen(signal: AbortSignal): Promise<Uint32Array> {
    const answer = this.#screens.first(this.#clock, ANSWER_MS, signal);
    await this.#publish('sendscreen', {}, signal);
    const pixels = await answer;
    if (pixels) return pixels;
    throw new Error(signal.aborted ? CALLED_OFF : SILENT);
  }

  close(): void {
    this.#link?.close();
  }

  #take(topic: string, text: string, isKept: boolean): void {
    if (topic === 'screen') {
      const pixels = pixelsOf(parseJson(text));
      if (pixels && !isKept) this.#screens.tell(pixels);
    } else if (topic === 'stats') {
      const stats = statsOf(parseJson(text));
      this.#isAway = false;
      if (stats && !isKept) this.#events.onStats(stats);
    } else if (topic === 'stats/currentApp') {
      this.#app = text;
      if (!isKept) this.#events.onStats({ uptime: null, app: text });
    } else if (topic === 'stats/device' && text === 'offline') this.#isAway = true;
    // The clock tells its effects when it has connected, and says that it is there.
    else if ((topic === 'stats/device' && text === 'online') || topic === 'stats/effects') {
      this.#isAway = false;
      if (!isKept) this.#events.onArrival();
    }
  }

  #publish(topic: string, body: object, signal: AbortSignal): Promise<void> {
    const sent =
      this.#link?.publish(`${this.#prefix}/${topic}`, JSON.stringify(body)) ?? Promise.reject(new Error(LOST));
    return acknowledged(this.#clock, sent, signal);
  }
}

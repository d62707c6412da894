import type { MqttClient } from 'mqtt';
import { onAbort } from '../../../src/platform/abort.ts';
import { connectBroker } from '../../../src/platform/broker.ts';
import { trustOf } from '../../../src/platform/certificates.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { parseJson } from '../../json.ts';
import { CALLED_OFF, firstOf, unlessAborted, within } from '../waiting.ts';
import { APP, pixelsOf } from './link.ts';
import type { ClockEvents, ClockLink, OpenClock } from './link.ts';
import { statsOf } from './stats.ts';

/** Which broker, and the topic below which the clock listens. */
export interface ClockBroker {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Certificates that vouch for the broker, in PEM or as a path; empty: the usual authorities. */
  readonly authority?: string | null | undefined;
  readonly prefix: string;
}

const CONNECT_MS = 5000;
const PUBLISH_MS = 5000;
const ANSWER_MS = 4000;
const LOST = 'The connection to the MQTT broker is lost.';
const SILENT = 'The clock does not answer over the MQTT broker: is it switched on, and is the prefix right?';

/** Reaches a clock by its broker. The clock tells what it shows when asked: that is how it is known to have a frame. */
export const openByMqtt =
  (broker: ClockBroker, clock: Clock): OpenClock =>
  async (events, signal) => {
    const { url, username, password, authority, prefix } = broker;
    const client = connectBroker(url, {
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
      ...trustOf(authority),
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
    });
    try {
      await whenReady(
        client,
        `The MQTT broker at ${new URL(url).host}`,
        [`${prefix}/screen`, `${prefix}/stats/#`, `${prefix}/stats`],
        signal,
      );
    } catch (error) {
      client.end(true);
      throw error;
    }
    return new MqttClock(client, prefix, clock, events);
  };

class MqttClock implements ClockLink {
  readonly #client: MqttClient;
  readonly #prefix: string;
  readonly #clock: Clock;
  #isOpen = true;
  #isAway = false;
  #hear: ((pixels: Uint32Array) => void) | null = null;

  constructor(client: MqttClient, prefix: string, clock: Clock, events: ClockEvents) {
    this.#client = client;
    this.#prefix = prefix;
    this.#clock = clock;
    client.on('message', (topic, payload, { retain }) => {
      this.#take(topic.slice(prefix.length + 1), payload.toString('utf8'), retain, events);
    });
    client.on('close', () => {
      client.end(true);
      if (this.#isOpen) events.onClose();
      this.#isOpen = false;
    });
  }

  async show(app: object, toFront: boolean, signal: AbortSignal): Promise<void> {
    await this.#publish(`custom/${APP}`, app, signal);
    if (toFront) await this.#publish('switch', { name: APP }, signal);
    await this.screen(signal);
  }

  set(settings: object, signal: AbortSignal): Promise<void> {
    return this.#publish('settings', settings, signal);
  }

  look(): Promise<null> {
    return this.#isAway ? Promise.reject(new Error(SILENT)) : Promise.resolve(null);
  }

  async screen(signal: AbortSignal): Promise<Uint32Array> {
    const answer = firstOf<Uint32Array>(this.#clock, ANSWER_MS, signal, (tell) => {
      this.#hear = tell;
      return () => void (this.#hear = null);
    });
    await this.#publish('sendscreen', {}, signal);
    const pixels = await answer;
    if (pixels) return pixels;
    throw new Error(signal.aborted ? CALLED_OFF : SILENT);
  }

  close(): void {
    this.#isOpen = false;
    this.#client.end(true);
  }

  #take(topic: string, text: string, isKept: boolean, events: ClockEvents): void {
    if (topic === 'screen') {
      const pixels = pixelsOf(parseJson(text));
      if (pixels && !isKept) this.#hear?.(pixels);
    } else if (topic === 'stats') {
      const stats = statsOf(parseJson(text));
      this.#isAway = false;
      if (stats && !isKept) events.onStats(stats);
    } else if (topic === 'stats/device' && text === 'offline') this.#isAway = true;
    // The clock tells its effects when it has connected, and says that it is there.
    else if ((topic === 'stats/device' && text === 'online') || topic === 'stats/effects') {
      this.#isAway = false;
      if (!isKept) events.onArrival();
    }
  }

  #publish(topic: string, body: object, signal: AbortSignal): Promise<void> {
    const sent = new Promise<void>((resolve, reject) => {
      if (!this.#client.connected) return reject(new Error(LOST));
      this.#client.publish(`${this.#prefix}/${topic}`, JSON.stringify(body), { qos: 1 }, (problem) =>
        problem ? reject(new Error(LOST)) : resolve(),
      );
    });
    return unlessAborted(
      within(this.#clock, PUBLISH_MS, sent, () => new Error(LOST)),
      signal,
    );
  }
}

/** Connected, and listening to the clock. */
const whenReady = (client: MqttClient, broker: string, topics: string[], signal: AbortSignal): Promise<void> => {
  let unhear = (): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    unhear = onAbort(signal, () => reject(new Error(CALLED_OFF)));
    // Errors after the connection are followed by its end, which tells enough.
    client.on('error', ({ message }) =>
      reject(
        new Error(
          /not authori[sz]ed|bad user/i.test(message)
            ? `${broker} refused the user or the password.`
            : /certificate|self.signed|TLS|SSL/i.test(message)
              ? `${broker} has a certificate that is not trusted.`
              : `${broker} cannot be reached.`,
        ),
      ),
    );
    client.once('close', () => reject(new Error(`${broker} cannot be reached.`)));
    client.once('connect', () =>
      client.subscribe(topics, (problem) =>
        problem ? reject(new Error(`${broker} does not let flapbox listen to the clock.`)) : resolve(),
      ),
    );
  });
  return ready.finally(() => unhear());
};

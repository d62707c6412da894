import type { MqttClient } from 'mqtt';
import { LONGEST_PAYLOAD } from '../../../src/core/follow/frame.ts';
import { onAbort } from '../../../src/platform/abort.ts';
import { connectBroker } from '../../../src/platform/broker.ts';
import { trustOf } from '../../../src/platform/certificates.ts';
import { LOST, explain, nameBroker } from '../mqtt-text/broker.ts';

/** Which broker, what to listen to, and what it takes back when the connection is gone. */
export interface HubPlace {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Certificates that vouch for the broker, in PEM or as a path; empty: the usual authorities. */
  readonly authority?: string | null | undefined;
  readonly topics: readonly string[];
  /** A retained topic that is empty again once the connection is gone; null for none. */
  readonly presence: string | null;
}

/** What a connection tells. */
export interface HubEvents {
  /** `retained`: the broker had it from before. */
  onMessage(topic: string, payload: string, retained: boolean): void;
  onClose(): void;
}

/** A connection to a broker. */
export interface HubLink {
  /** Publishes a retained text; resolves when the broker has it, rejects with a sentence when it is gone. */
  publish(topic: string, payload: string): Promise<void>;
  /** Ends the connection; never rejects. `onClose` is not called for it. */
  close(): void;
}

/** Connects and listens; rejects with a sentence for the owner, and soon after the signal aborts. */
export type OpenHubLink = (place: HubPlace, events: HubEvents, signal: AbortSignal) => Promise<HubLink>;

const CONNECT_MS = 5000;

/** Connects to a broker of the network; the package is loaded now. */
export const openHubLink: OpenHubLink = async (place, events, signal) => {
  const { url, username, password, authority, topics, presence } = place;
  const client = connectBroker(url, {
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    ...(presence === null ? {} : { will: { topic: presence, payload: Buffer.alloc(0), qos: 1, retain: true } }),
    ...trustOf(authority),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  });
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length <= LONGEST_PAYLOAD) events.onMessage(topic, payload.toString('utf8'), retain);
  });
  try {
    await whenReady(client, nameBroker(url), topics, signal);
  } catch (error) {
    client.end(true);
    throw error;
  }
  let open = true;
  client.on('close', () => {
    client.end(true);
    if (open) events.onClose();
    open = false;
  });
  return {
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        if (!client.connected) return reject(new Error(LOST));
        const done = (problem?: Error | null): void => (problem ? reject(new Error(LOST)) : resolve());
        client.publish(topic, payload, { qos: 1, retain: true }, done);
      }),
    close: () => {
      open = false;
      // Without a farewell, so that the broker empties the presence.
      client.end(true);
    },
  };
};

/** Connected, and subscribed. */
const whenReady = (
  client: MqttClient,
  broker: string,
  topics: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  let unhear = (): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    unhear = onAbort(signal, () => reject(new Error('The connection to the MQTT broker was cancelled.')));
    client.on('error', (problem) => reject(new Error(explain(broker, problem))));
    client.once('close', () => reject(new Error(`${broker} cannot be reached.`)));
    client.once('connect', () =>
      client.subscribe([...topics], { qos: 1 }, (problem) =>
        problem ? reject(new Error(`${broker} does not let flapbox listen to the topics of its walls.`)) : resolve(),
      ),
    );
  });
  return ready.finally(() => unhear());
};

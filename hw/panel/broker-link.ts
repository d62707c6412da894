import type { IClientOptions, IClientPublishOptions, MqttClient } from 'mqtt';
import { DEVICE_TOPIC } from '../../src/core/topic.ts';
import { connectBroker, type Reading } from '../../src/platform/network/broker.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { trustOf } from '../../src/platform/network/certificates.ts';
import type { ConnectionOf } from '../../src/schema/boards/connection-field.ts';
import type { BROKER_FIELDS } from './fields.ts';
import { unlessAborted, within } from './waiting.ts';

/** Which broker, and as whom flapbox connects to it. */
export interface BrokerAddress {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Certificates that vouch for the broker, in PEM or as a path; empty: the usual authorities. */
  readonly authority?: string | null | undefined;
}

/** What the settings of a panel say of its broker. */
export type BrokerSettings = ConnectionOf<typeof BROKER_FIELDS>;

/** What a connection listens to, and the sentences of its own. */
export interface BrokerListening {
  readonly topics: readonly string[];
  /** With which assurance messages are asked for. */
  readonly qos: 0 | 1;
  /** Whom the topics belong to, as in `does not let flapbox listen to the clock`. */
  readonly source: string;
  /** A retained topic that is empty again once the connection is gone; null for none. */
  readonly presence?: string | null;
  /** The sentence for a caller that ended it; one about the connection unless given. */
  readonly cancelled?: string;
  /** Of messages that come together the newest of each topic is enough; each counts unless given. */
  readonly newestOnly?: boolean;
  /** Larger messages, in bytes, are not told; all are unless given. */
  readonly longest?: number;
  /** Whether the broker is to keep what is published; not unless given. */
  readonly retains?: boolean;
  /** Whether the broker has to acknowledge what is published; it has unless given. */
  readonly acknowledges?: boolean;
}

/** What a connection tells. */
export interface BrokerEvents {
  /** `retained`: the broker had it from before. */
  onMessage(topic: string, payload: string, retained: boolean): void;
  onClose(): void;
}

/** A connection to a broker, which is not made anew when it ends. */
export interface BrokerLink {
  /** Resolves when the broker has it, where it acknowledges; rejects with `LOST` when the connection is gone. */
  publish(topic: string, payload: string): Promise<void>;
  /** Listens to one more topic; `anew`: what is kept there is told again. A refusal is not told. */
  listen(topic: string, anew?: boolean): void;
  /** Ends the connection without a farewell: the broker empties the presence, and `onClose` is not called. */
  close(): void;
}

const CONNECT_MS = 5000;
const PUBLISH_MS = 5000;

/** The sentence for a connection that ended. */
export const LOST = 'The connection to the MQTT broker is lost.';

const ADDRESS = /^mqtts?:\/\/[^/\s]+\/?$/i;

/** Whether a text is the address of a broker, without a path. */
export const isBrokerUrl = (text: string): boolean => ADDRESS.test(text) && URL.canParse(text);

/** The broker at an address, as whom the settings of a panel say. */
export const brokerAt = (url: string, { username, password, ca_certificate }: BrokerSettings): BrokerAddress => ({
  url,
  username: username ?? undefined,
  password: password ?? undefined,
  ...(ca_certificate ? { authority: ca_certificate } : {}),
});

/** The broker of a panel that has no other way. Throws a sentence for the owner when its address is none. */
export const brokerIn = (settings: BrokerSettings): BrokerAddress => {
  const { url } = settings;
  if (!url || !isBrokerUrl(url))
    throw new Error('The panel needs the address of its MQTT broker, such as mqtt://192.168.1.10:1883.');
  return brokerAt(url, settings);
};

/** Throws a sentence for the owner when a topic of the settings cannot be one; `what` it is begins the sentence. */
export const requireTopic = (what: string, topic: string): void => {
  if (!DEVICE_TOPIC.test(topic))
    throw new Error(`${what} must have no wildcards + and #, nor control characters, nor begin with $.`);
};

/** Begins a connection that is made once; the package is loaded now. Throws when the certificates cannot be used. */
const beginConnection = (
  { url, username, password, authority }: BrokerAddress,
  options: IClientOptions,
  reading: Reading,
): MqttClient =>
  connectBroker(
    url,
    {
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
      ...options,
      ...trustOf(authority),
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
    },
    reading,
  );

/**
 * What a broker is to acknowledge: one that does not within 5 s counts as gone. Rejects with `LOST`, and when the
 * signal aborts, with `cancelled` where that is given.
 */
export const acknowledged = <TResult>(
  clock: Clock,
  work: Promise<TResult>,
  signal: AbortSignal,
  cancelled?: () => Error,
): Promise<TResult> => {
  const bounded = within(clock, PUBLISH_MS, work, () => new Error(LOST));
  return unlessAborted(bounded, signal, cancelled);
};

/** Hands a message over; resolves when it is delivered as `options` ask, rejects with `LOST`. */
const publishTo = (client: MqttClient, topic: string, payload: string, options: IClientPublishOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!client.connected) return reject(new Error(LOST));
    client.publish(topic, payload, options, (problem) => (problem ? reject(new Error(LOST)) : resolve()));
  });

/** Connects and listens; rejects with a sentence for the owner, and soon after the signal aborts. */
export const openBrokerLink = async (
  address: BrokerAddress,
  listening: BrokerListening,
  events: BrokerEvents,
  signal: AbortSignal,
): Promise<BrokerLink> => {
  const { presence = null, cancelled = 'The connection to the MQTT broker was cancelled.' } = listening;
  const { longest = Infinity, retains = false, acknowledges = true } = listening;
  const will = presence === null ? {} : { will: emptied(presence) };
  const client = beginConnection(address, will, { newestOnly: listening.newestOnly });
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length <= longest) events.onMessage(topic, payload.toString('utf8'), retain);
  });
  try {
    const ready = whenReady(client, `The MQTT broker at ${new URL(address.url).host}`, listening);
    await unlessAborted(ready, signal, () => new Error(cancelled));
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
    publish: (topic, payload) => publishTo(client, topic, payload, { qos: acknowledges ? 1 : 0, retain: retains }),
    listen: (topic, anew = false) =>
      void client.subscribe(Object.assign({ [topic]: { qos: 0 } as const }, { resubscribe: anew }), () => undefined),
    close: () => {
      open = false;
      client.end(true);
    },
  };
};

const emptied = (topic: string) => ({ topic, payload: Buffer.alloc(0), qos: 1, retain: true }) as const;

/** Connected, and subscribed where there is something to hear. */
const whenReady = (client: MqttClient, broker: string, { topics, qos, source }: BrokerListening): Promise<void> =>
  new Promise((resolve, reject) => {
    // Errors after the connection are followed by its end, which tells enough.
    client.on('error', (problem) => reject(new Error(explain(broker, problem))));
    client.once('close', () => reject(new Error(`${broker} cannot be reached.`)));
    client.once('connect', () => {
      if (topics.length === 0) return resolve();
      client.subscribe([...topics], { qos }, (problem) =>
        problem ? reject(new Error(`${broker} does not let flapbox listen to ${source}.`)) : resolve(),
      );
    });
  });

/** Why a connection could not be made, in a sentence for the owner; `broker` is its name in it. */
const explain = (broker: string, problem: Error & { code?: unknown }): string => {
  if (/not authori[sz]ed|bad user/i.test(problem.message)) return `${broker} refused the user or the password.`;
  if (problem.code === 'ENOTFOUND' || problem.code === 'EAI_AGAIN') return `${broker} is not known by that name.`;
  if (/certificate|self.signed|TLS|SSL/i.test(problem.message))
    return `${broker} has a certificate that is not trusted.`;
  return `${broker} cannot be reached.`;
};

import type { MqttClient } from 'mqtt';
import { onAbort } from '../../../src/platform/abort.ts';
import { connectBroker } from '../../../src/platform/broker.ts';
import { trustOf } from '../../../src/platform/certificates.ts';

/** Which broker, and the topics of the display. */
export interface TextTopics {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Certificates that vouch for the broker, in PEM or as a path; empty: the usual authorities. */
  readonly authority?: string | null | undefined;
  readonly commandTopic: string;
  /** Where the display tells what it shows; null when it does not. */
  readonly stateTopic: string | null;
  /**
   * Where displays that have such a topic tell that they are `online` or `offline`; null when there is no place for it.
   */
  readonly availabilityTopic: string | null;
}

/** A connection to a broker, with the display behind it. */
export interface TextLink {
  /** Hands a text to the display's topic; resolves when the broker has it, rejects with a sentence when it is gone. */
  publish(text: string): Promise<void>;
  /** Ends the connection; never rejects. `onClose` is not called for it. */
  close(): void;
}

/** What a connection tells. */
export interface TextLinkEvents {
  /** What the display says it shows. */
  onState(text: string): void;
  /** What is said of its being there; `kept`: the broker had it from before. */
  onAvailability(text: string, kept: boolean): void;
  onClose(): void;
}

/** Connects; rejects with a sentence for the owner, and soon after the signal aborts. Tests pass one of their own. */
export type OpenTextLink = (topics: TextTopics, events: TextLinkEvents, signal: AbortSignal) => Promise<TextLink>;

const CONNECT_MS = 5000;
/** No display has more modules than a message of this many bytes. */
const LONGEST_STATE = 4096;

/** The sentence for a connection that ended. */
export const LOST = 'The connection to the MQTT broker is lost.';

/** A broker as sentences name it: by its host alone. */
export const nameBroker = (url: string): string => `The MQTT broker at ${new URL(url).host}`;

/** Connects to a broker of the network; the package is loaded now. */
export const openBroker: OpenTextLink = async (topics, events, signal) => {
  const { url, username, password, authority, commandTopic, stateTopic, availabilityTopic } = topics;
  const client = connectBroker(url, {
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    ...trustOf(authority),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  });
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length > LONGEST_STATE) return;
    if (topic === stateTopic) events.onState(payload.toString('utf8'));
    else events.onAvailability(payload.toString('utf8'), retain);
  });
  try {
    await whenReady(client, nameBroker(url), stateTopic, signal);
  } catch (error) {
    client.end(true);
    throw error;
  }
  // Most displays have no such topic, and a broker may refuse it.
  if (availabilityTopic !== null) client.subscribe(availabilityTopic, () => undefined);
  let open = true;
  client.on('close', () => {
    client.end(true);
    if (open) events.onClose();
    open = false;
  });
  return {
    publish: (text) =>
      new Promise((resolve, reject) => {
        if (!client.connected) return reject(new Error(LOST));
        client.publish(commandTopic, text, { qos: 1 }, (problem) => (problem ? reject(new Error(LOST)) : resolve()));
      }),
    close: () => {
      open = false;
      client.end(true);
    },
  };
};

/** Connected, and subscribed where there is something to hear. */
const whenReady = (client: MqttClient, broker: string, topic: string | null, signal: AbortSignal): Promise<void> => {
  let unhear = (): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    unhear = onAbort(signal, () => reject(new Error('The connection to the MQTT broker was cancelled.')));
    // Errors after the connection are followed by its end, which tells enough.
    client.on('error', (problem) => reject(new Error(explain(broker, problem))));
    client.once('close', () => reject(new Error(`${broker} cannot be reached.`)));
    client.once('connect', () => {
      if (topic === null) return resolve();
      client.subscribe(topic, (problem) =>
        problem ? reject(new Error(`${broker} does not let flapbox listen to the state topic.`)) : resolve(),
      );
    });
  });
  return ready.finally(() => unhear());
};

/** Why a connection could not be made, in a sentence for the owner; `broker` is its name in it. */
export const explain = (broker: string, problem: Error & { code?: unknown }): string => {
  if (/not authori[sz]ed|bad user/i.test(problem.message)) return `${broker} refused the user or the password.`;
  if (problem.code === 'ENOTFOUND' || problem.code === 'EAI_AGAIN') return `${broker} is not known by that name.`;
  if (/certificate|self.signed|TLS|SSL/i.test(problem.message))
    return `${broker} has a certificate that is not trusted.`;
  return `${broker} cannot be reached.`;
};

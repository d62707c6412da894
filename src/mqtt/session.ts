import { Socket } from 'node:net';
import type { IClientOptions, MqttClient } from 'mqtt';
import { connectBroker } from '../platform/network/broker.ts';
import { trustOf } from '../platform/network/certificates.ts';
import type { Clock } from '../platform/clock.ts';

/** Address and credentials of the broker. */
export interface BrokerAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  /**
   * Certificates in PEM, or the path of a file with them, of the authorities that the broker's certificate is checked
   * against; empty: the usual ones.
   */
  readonly authority: string;
  /** Pause between two tries to connect, in ms; 5 s unless given. */
  readonly reconnectMs?: number;
  /** Of messages that come together the newest of each topic is enough; each counts unless given. */
  readonly newestOnly?: boolean;
}

/** The events of a session; none comes once it is to end. */
export interface SessionEvents {
  connected(): void;
  /** `retained`: the broker had stored it before this session. */
  message(topic: string, payload: Buffer, retained: boolean): void;
  /** Why there is no connection, in a sentence; null when it was lost and nothing more is known. */
  failed(reason: string | null): void;
  /** A message of so many bytes was left out; null where it is not known of which topic. */
  skipped?(bytes: number, topic: string | null): void;
}

/** One connection to a broker, kept up until it is ended. */
export interface Session {
  readonly connected: boolean;
  /** The topic at which the broker says that the connection is gone, where several share it. */
  readonly presence?: string;
  /** Messages that the broker has not confirmed. */
  readonly unconfirmed: number;
  /** `confirmed` is called when the broker has it, or never will. */
  publish(topic: string, payload: string | Buffer, retain: boolean, confirmed?: () => void): void;
  subscribe(topics: readonly string[]): void;
  unsubscribe(topics: readonly string[]): void;
  /** Publishes a last message and disconnects, as far as that is possible within `graceMs`. */
  end(last: { readonly topic: string; readonly payload: string }, graceMs: number): Promise<void>;
}

const RECONNECT_MS = 5000;
const CONNECT_MS = 10_000;
const KEEPALIVE_S = 60;

// MQTT 3.1.1, return codes of CONNACK, and the reason codes of MQTT 5 that mean the same.
const REFUSALS: Readonly<Record<number, string>> = {
  2: 'The broker refuses the name of this client.',
  3: 'The broker is not available.',
  4: 'The broker refuses the user name or the password.',
  5: 'The broker does not allow this user to connect.',
  134: 'The broker refuses the user name or the password.',
  135: 'The broker does not allow this user to connect.',
};

const describeFailure = (error: Error): string => {
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'number' && REFUSALS[code]) return REFUSALS[code];
  if (code === 'ECONNREFUSED') return 'Nothing listens at the address of the broker.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the broker is not known in this network.';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') return 'The broker does not answer.';
  if (typeof code === 'string' && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code))
    return `The certificate of the broker is not trusted (${code}).`;
  return `The connection to the broker failed${typeof code === 'string' ? ` (${code})` : ''}.`;
};

/**
 * Opens a session and keeps it open; `will` is what the broker publishes when the connection is lost. Throws an `Error`
 * for the owner when it cannot be opened at all.
 */
export const openSession = (
  { url, username, password, clientId, authority, reconnectMs = RECONNECT_MS, newestOnly }: BrokerAddress,
  will: { readonly topic: string; readonly payload: string },
  events: SessionEvents,
  clock: Clock,
): Session => {
  const options: IClientOptions = {
    clientId,
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_MS,
    reconnectPeriod: reconnectMs,
    reconnectOnConnackError: true,
    will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true },
    ...trustOf(authority),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
  };
  /** How it ends, once it is to end. */
  let leave: (() => void) | null = null;
  const onSkip = (bytes: number, topic: string | null): void => {
    if (!leave) events.skipped?.(bytes, topic);
  };
  const client: MqttClient = connectBroker(url, options, { onSkip, newestOnly });
  let unconfirmed = 0;
  client.on('connect', () => {
    if (leave) return leave();
    // Small messages must not wait for the acknowledgement of those before them.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
    unconfirmed = 0;
    events.connected();
  });
  const failed = (reason: string | null): void => {
    if (!leave) events.failed(reason);
  };
  client.on('message', (topic, payload, { retain }) => {
    if (!leave) events.message(topic, payload, retain);
  });
  client.on('error', (error) => failed(describeFailure(error)));
  client.on('close', () => failed(null));
  return {
    get connected() {
      return client.connected;
    },
    get unconfirmed() {
      return unconfirmed;
    },
    publish: (topic, payload, retain, confirmed) => {
      if (!client.connected) return;
      unconfirmed++;
      client.publish(topic, payload, { qos: 1, retain }, () => {
        unconfirmed--;
        confirmed?.();
      });
    },
    subscribe: (topics) => void client.subscribe([...topics], { qos: 1 }),
    unsubscribe: (topics) => void (client.connected && client.unsubscribe([...topics])),
    end: (last, graceMs) =>
      new Promise((resolve) => {
        const finish = () => {
          cancel();
          resolve();
        };
        const cutOff = () => client.end(true, {}, finish);
        const cancel = clock.after(graceMs, cutOff);
        // After a clean disconnect the broker does not publish the will.
        leave = (): void =>
          void client.publish(last.topic, last.payload, { qos: 1, retain: true }, () => client.end(false, {}, finish));
        if (client.connected) leave();
        // A broker that is just letting the client in would publish its will for it.
        else if (client.stream.destroyed) cutOff();
      }),
  };
};

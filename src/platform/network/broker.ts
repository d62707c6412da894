import type { Duplex, Writable } from 'node:stream';
import type { IClientOptions, MqttClient } from 'mqtt';
import { PacketLimit } from './packet-limit.ts';
import { PacketPace } from './packet-pace.ts';

/** How the messages of a broker are read. */
export interface Reading {
  /** Called for each packet that is left out, with its topic where it is a message. */
  readonly onSkip?: ((bytes: number, topic: string | null) => void) | undefined;
  /** Read in pieces, and of messages that come together the newest of each topic; each counts unless given. */
  readonly newestOnly?: boolean | undefined;
}

interface Inside {
  streamBuilder: (client: MqttClient) => Duplex;
}

const limitPackets = (client: MqttClient, { onSkip, newestOnly = false }: Reading): void => {
  const inside = client as unknown as Inside;
  const build = inside.streamBuilder;
  inside.streamBuilder = (one) => {
    const stream = build(one);
    const pipe = stream.pipe.bind(stream);
    stream.pipe = <T extends NodeJS.WritableStream>(to: T): T => {
      const limited = pipe(new PacketLimit(onSkip));
      const paced = newestOnly ? limited.pipe(new PacketPace()) : limited;
      return paced.pipe(to as T & Writable);
    };
    return stream;
  };
};

/**
 * Connects to an MQTT broker; all connections are made here. The package is loaded here, at the first use. A broker
 * that sends what is no MQTT loses its connection at once, and packets of more than 256 KiB are left out. Throws for an
 * address that is none.
 */
export const connectBroker = (url: string, options: IClientOptions, reading: Reading = {}): MqttClient => {
  const { connect } = require('mqtt') as typeof import('mqtt');
  // Its cache of numbers would be 65,536 small objects, 6 MiB, for the few packets of a house.
  const client = connect(url, { ...options, writeCache: false, manualConnect: true });
  // It would change how a connection ends.
  client.options.manualConnect = false;
  // After bytes that it cannot parse the library reads no more, but would keep the connection until the next keepalive.
  client.on('error', () => client.stream?.destroy());
  limitPackets(client, reading);
  client.connect();
  return client;
};

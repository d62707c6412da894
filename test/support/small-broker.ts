import { createServer, type AddressInfo, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';

/**
 * A broker on the loopback address that takes everybody in, refuses nothing but the topic `forbidden`, and publishes
 * what a test tells it to.
 */
export interface Broker {
  readonly url: string;
  /** Topics that were subscribed to. */
  readonly topics: string[];
  /** User and password of each connection. */
  readonly users: string[];
  /** What was published, as `TOPIC PAYLOAD`. */
  readonly told: string[];
  publish(topic: string, payload: string): void;
  /** Ends all connections. */
  drop(): void;
}

/** Runs a broker for as long as `run` lasts. */
export const withBroker = async (run: (broker: Broker) => Promise<void>): Promise<void> => {
  const sockets = new Set<Socket>();
  const topics: string[] = [];
  const users: string[] = [];
  const told: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const reader = parser();
    reader.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        users.push(`${packet.username ?? ''}:${packet.password?.toString() ?? ''}`);
        socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      }
      if (packet.cmd === 'subscribe') {
        topics.push(...packet.subscriptions.map(({ topic }) => topic));
        const granted = packet.subscriptions.map(({ topic }) => (topic === 'forbidden' ? 128 : 0));
        socket.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 1, granted }));
      }
      if (packet.cmd === 'publish') told.push(`${packet.topic} ${packet.payload.toString()}`);
      if (packet.cmd === 'pingreq') socket.write(generate({ cmd: 'pingresp' }));
    });
    socket.on('data', (chunk) => reader.parse(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  try {
    await run({
      url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
      topics,
      users,
      told,
      publish: (topic, payload) => {
        for (const socket of sockets)
          socket.write(generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false }));
      },
      drop,
    });
  } finally {
    drop();
    await new Promise((resolve) => server.close(resolve));
  }
};

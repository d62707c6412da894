import { createServer, type AddressInfo, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';

/** A broker that knows one client and does as it is told, also what no broker should do. */
export interface BadBroker {
  readonly port: number;
  /** Payloads that the client published, newest last, by topic. */
  readonly published: Map<string, string[]>;
  /** How connections go: taken in, never answered, refused by name, cut off at once, or nobody listens. */
  way: 'work' | 'hang' | 'refuse' | 'cut' | 'mute';
  /** How often somebody connected. */
  connections: number;
  publish(topic: string, payload: string | Buffer): void;
  /** Bytes that may be no packet at all. */
  throw(bytes: Uint8Array): void;
  drop(): void;
  close(): Promise<void>;
}

/** Starts it on a loopback port; `mute` takes the client in and confirms nothing from then on. */
export const startBadBroker = async (port = 0): Promise<BadBroker> => {
  const sockets = new Set<Socket>();
  const broker: BadBroker = {
    port: 0,
    published: new Map(),
    way: 'work',
    connections: 0,
    publish: (topic, payload) =>
      broker.throw(generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })),
    throw: (bytes) => {
      for (const socket of sockets) if (!socket.destroyed) socket.write(bytes);
    },
    drop: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      broker.drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const answer = (
    socket: Socket,
    packet: {
      cmd: string;
      messageId?: number;
      qos?: number;
      topic?: string;
      payload?: string | Buffer;
      subscriptions?: readonly unknown[];
    },
  ): void => {
    if (broker.way === 'hang') return;
    if (packet.cmd === 'connect')
      socket.write(generate({ cmd: 'connack', returnCode: broker.way === 'refuse' ? 5 : 0, sessionPresent: false }));
    if (broker.way === 'mute') return;
    const messageId = packet.messageId ?? 1;
    if (packet.cmd === 'subscribe')
      socket.write(generate({ cmd: 'suback', messageId, granted: (packet.subscriptions ?? []).map(() => 0) }));
    if (packet.cmd === 'pingreq') socket.write(generate({ cmd: 'pingresp' }));
    if (packet.cmd !== 'publish') return;
    const topic = packet.topic ?? '';
    broker.published.set(topic, [...(broker.published.get(topic) ?? []), String(packet.payload)].slice(-50));
    if (packet.qos === 1) socket.write(generate({ cmd: 'puback', messageId }));
  };
  const server = createServer((socket) => {
    broker.connections++;
    if (broker.way === 'cut') return void socket.destroy();
    sockets.add(socket);
    const reader = parser();
    reader.on('packet', (packet) => answer(socket, packet));
    reader.on('error', () => socket.destroy());
    socket.on('data', (chunk) => reader.parse(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(broker, { port: (server.address() as AddressInfo).port });
};

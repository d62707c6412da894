import { createServer, type AddressInfo, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';

/** A broker on the loopback address that hands on what is published; topics match as a whole. */
export interface Router {
  readonly url: string;
  /** User and password of each connection. */
  readonly users: string[];
  /** What clients published, newest last. */
  readonly published: { readonly topic: string; readonly payload: string }[];
  publish(topic: string, payload: string): void;
  /** Refuses everybody who comes with another password. */
  requirePassword(password: string): void;
  drop(): void;
  close(): Promise<void>;
}

/** Starts a broker. */
export const startRouter = async (): Promise<Router> => {
  const listeners = new Map<Socket, Set<string>>();
  const users: string[] = [];
  const published: { topic: string; payload: string }[] = [];
  let wanted: string | null = null;
  const publish = (topic: string, payload: string): void => {
    for (const [socket, topics] of listeners)
      if (topics.has(topic))
        socket.write(generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false }));
  };
  const server = createServer((socket) => {
    listeners.set(socket, new Set());
    const reader = parser();
    reader.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        const password = packet.password?.toString() ?? '';
        users.push(`${packet.username ?? ''}:${password}`);
        socket.write(
          generate({
            cmd: 'connack',
            returnCode: wanted === null || wanted === password ? 0 : 5,
            sessionPresent: false,
          }),
        );
      }
      if (packet.cmd === 'subscribe') {
        for (const { topic } of packet.subscriptions) listeners.get(socket)?.add(topic);
        socket.write(
          generate({ cmd: 'suback', messageId: packet.messageId ?? 1, granted: packet.subscriptions.map(() => 0) }),
        );
      }
      if (packet.cmd === 'publish') {
        published.push({ topic: packet.topic, payload: packet.payload.toString() });
        publish(packet.topic, packet.payload.toString());
      }
    });
    socket.on('data', (chunk) => reader.parse(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => listeners.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of listeners.keys()) socket.destroy();
  };
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users,
    published,
    publish,
    requirePassword: (password) => (wanted = password),
    drop,
    close: () => {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A device at a TCP port of this machine, which can be made to fail. */
export interface TcpDevice {
  readonly port: number;
  /** How many connections were made. */
  touched(): number;
  /** Refuses and ends all connections until `mend`. */
  break(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a device that answers each text that it hears. */
export const startTcpDevice = async (answer: (heard: string) => string): Promise<TcpDevice> => {
  const sockets = new Set<Socket>();
  let isBroken = false;
  let touched = 0;
  const server = createServer((socket) => {
    touched++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (isBroken) socket.resetAndDestroy();
    socket.on('data', (bytes) => socket.write(answer(bytes.toString())));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    touched: () => touched,
    break: async () => {
      isBroken = true;
      end();
    },
    mend: async () => void (isBroken = false),
    close: async () => {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

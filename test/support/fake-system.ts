import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A system at the other end of a unix socket. */
export interface FakeSystem {
  readonly path: string;
  close(): Promise<void>;
}

/** Listens on a socket; `serve` gets each connection. */
export const startFakeSystem = async (serve: (socket: Socket) => void): Promise<FakeSystem> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-system-'));
  const path = join(folder, 'helper.sock');
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    serve(socket);
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

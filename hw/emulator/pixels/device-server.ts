import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** How an emulated device is to fail. */
export type DeviceFault =
  | 'none'
  /** No power: connections are refused. */
  | 'off'
  /** Connections are taken, and nothing is ever answered. */
  | 'silent'
  /** Answers that are none. */
  | 'garbage';

/** An HTTP server of an emulated device. */
export interface DeviceServer {
  readonly port: number;
  /** How many requests came. */
  requests(): number;
  /** Makes it fail from now on; ends the connections that there are. */
  setFault(fault: DeviceFault): Promise<void>;
  close(): Promise<void>;
}

/** What answers a request: with a status and a text, or never. */
export type Respond = (request: {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly authorization: string;
}) => Promise<{ readonly status: number; readonly type?: string; readonly text: string } | null>;

const LONGEST_BODY = 256 * 1024;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_BODY) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Starts the server of a device at a port of this machine, 0 for any. */
export const startDeviceServer = async (port: number, respond: Respond, host = '127.0.0.1'): Promise<DeviceServer> => {
  const sockets = new Set<Socket>();
  let fault: DeviceFault = 'none';
  let requests = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests++;
    if (fault === 'silent') return;
    if (fault === 'garbage') return void response.socket?.end('\u0000\u0001 this is no HTTP\r\n\r\n');
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://device');
    const { method = 'GET', headers } = request;
    const answer = await respond({ method, url, body, authorization: headers.authorization ?? '' });
    if (answer === null) return;
    response.writeHead(answer.status, { 'Content-Type': answer.type ?? 'application/json', Connection: 'close' });
    response.end(answer.text);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  }).on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, host);
    await once(server, 'listening');
  };
  const end = async (): Promise<void> => {
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : Promise.resolve();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(port);
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    requests: () => requests,
    setFault: async (next) => {
      fault = next;
      for (const socket of sockets) socket.destroy();
      if (fault === 'off') await end();
      else if (!server.listening) await listen(bound);
    },
    close: end,
  };
};

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server on the loopback address, for as long as `run` lasts; `run` gets its base address and the requests that came.
 */
export const withServer = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  run: (base: string, requests: IncomingMessage[]) => Promise<void>,
): Promise<void> => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

/** Answers every request with one text. */
export const serveText =
  (text: string, contentType = 'text/plain') =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('content-type', contentType);
    response.end(text);
  };

/** Answers every request with one JSON value. */
export const serveJson = (value: unknown) => serveText(JSON.stringify(value), 'application/json');

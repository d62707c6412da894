import { createReadStream, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Serves the files of a folder on this computer to a machine: `url` is what the machine calls it. */
export const serveFolder = async (folder: string): Promise<{ url: string; server: Server }> => {
  const server = createServer((request, response) => {
    const file = join(folder, (request.url ?? '').replace(/[^a-z0-9.-]/gi, ''));
    response.setHeader('Content-Length', statSync(file).size);
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://10.0.2.2:${(server.address() as AddressInfo).port}`, server };
};

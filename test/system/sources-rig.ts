import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSuite } from './view-suite.ts';

/** Confirms a place in the network that does not answer. */
export const SILENT = { destination: 'http://127.0.0.1:9', home: true, secrets: [] };

/** A service of the home network with one answer, and a bare number at `?bare`. */
export const withService = async (act: (address: string) => Promise<void>): Promise<void> => {
  const whole = '{"attic": {"temperature": 21.4, "windows": ["SHUT", "OPEN"]}}';
  const server = createServer((request, response) =>
    response.setHeader('Content-Type', 'application/json').end(request.url?.endsWith('bare') === true ? '19.5' : whole),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}/weather`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/**
 * A suite of sources in a browser. A file is tried whenever it has stayed the same for a moment: one that is half
 * written may be refused in between, and who is asked for consent is refused before it.
 */
export const startSources = (name: string) => startSuite(name, /status of 40[09]/);

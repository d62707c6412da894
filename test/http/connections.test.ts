import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Connections } from '../../src/http/wire/connections.ts';
import { MOST_CONNECTIONS_OF_ONE } from '../../src/http/wire/limits.ts';
import { addressOfSocket } from '../../src/http/peer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

const test = suite('connections');

const CROWD = '127.0.0.2';
const NEIGHBOUR = '127.0.0.9';

/** A server that notes who asked, in order. */
const open = async () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const asked: string[] = [];
  const server = createServer();
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    asked.push(addressOfSocket(incoming.socket));
    outgoing.end();
  };
  const heads = { headersMs: 60_000, checkMs: 60_000, refuse: (socket: Socket) => socket.destroy() };
  new Connections(clock).watch(server, answer, heads);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const join = async (address: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address }).on('error', () => undefined);
    sockets.push(socket.resume());
    await once(socket, 'connect');
    return socket;
  };
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  const count = (): Promise<number> => new Promise((resolve) => server.getConnections((_error, all) => resolve(all)));
  return { clock, asked, join, stop, count };
};

const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('of an address that has all it may have a newcomer is refused, unless one of them is idle for long', async () => {
  const { clock, asked, join, stop, count } = await open();
  try {
    const first = await join(CROWD);
    for (let one = 1; one < MOST_CONNECTIONS_OF_ONE; one++) await join(CROWD);
    await until(async () => (await count()) === MOST_CONNECTIONS_OF_ONE);
    const refused = await join(CROWD);
    if (!refused.destroyed) await once(refused, 'close');
    assert.is(first.destroyed, false);
    (await join(NEIGHBOUR)).write(ASK);
    await until(() => asked.includes(NEIGHBOUR));
    await clock.advance(2000);
    const late = await join(CROWD);
    if (!first.destroyed) await once(first, 'close');
    late.write(ASK);
    await until(() => asked.includes(CROWD));
  } finally {
    await stop();
  }
});

test('requests of one address do not go before those of another', async () => {
  const { asked, join, stop, count } = await open();
  try {
    const crowd = await Promise.all(Array.from({ length: 60 }, () => join(CROWD)));
    const neighbour = await join(NEIGHBOUR);
    // The server takes one connection in each turn: whoever is taken later is heard later.
    await until(async () => (await count()) === crowd.length + 1);
    for (const socket of crowd) socket.write(ASK);
    neighbour.write(ASK);
    await until(() => asked.length === 61);
    assert.ok(asked.indexOf(NEIGHBOUR) < 30, `place ${asked.indexOf(NEIGHBOUR)}`);
  } finally {
    await stop();
  }
});

test.run();

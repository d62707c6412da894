import { createServer, type AddressInfo, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectBroker } from '../../src/platform/network/broker.ts';
import { PacketLimit } from '../../src/platform/network/packet-limit.ts';
import { createDraw } from '../fuzz/draw.ts';
import { until } from '../support/until.ts';

const test = suite('connections to a broker');

const packet = (size: number, topic = 't'): Buffer =>
  generate({ cmd: 'publish', topic, payload: Buffer.alloc(size, 'x'), qos: 0, dup: false, retain: false });

/** What is left of bytes that come in pieces of chance. */
const limited = async (bytes: Buffer, seed: number): Promise<{ out: Buffer; skipped: number[] }> => {
  const draw = createDraw(seed);
  const skipped: number[] = [];
  const limit = new PacketLimit((size) => skipped.push(size), 1000);
  const parts: Buffer[] = [];
  limit.on('data', (part: Buffer) => parts.push(part));
  for (let at = 0; at < bytes.length; ) {
    const end = at + draw.pick([1, 2, 3, 7, 500, 5000]);
    limit.write(bytes.subarray(at, end));
    at = end;
  }
  limit.end();
  await new Promise((resolve) => limit.once('close', resolve));
  return { out: Buffer.concat(parts), skipped };
};

for (let seed = 0; seed < 12; seed++) {
  test(`packets that are not too large come through as they are, however they are cut, ${seed}`, async () => {
    const draw = createDraw(100 + seed);
    const sizes = Array.from({ length: 30 }, () => draw.pick([0, 1, 100, 900, 1100, 20_000, 200_000]));
    const { out, skipped } = await limited(
      Buffer.concat([Buffer.of(0xd0, 0), ...sizes.map((size) => packet(size)), Buffer.of(0xd0, 0)]),
      seed,
    );
    const expected = Buffer.concat([
      Buffer.of(0xd0, 0),
      ...sizes.filter((size) => size < 1000).map((size) => packet(size)),
      Buffer.of(0xd0, 0),
    ]);
    assert.ok(out.equals(expected));
    assert.is(skipped.length, sizes.filter((size) => size > 1000).length);
  });
}

test('a length that never ends is left to the library to refuse', async () => {
  const { out } = await limited(Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 1, 2, 3), 1);
  assert.equal([...out], [0x30, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]);
});

interface Far {
  readonly port: number;
  readonly sockets: Socket[];
  close(): Promise<void>;
}

const startFar = async (): Promise<Far> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    const reader = parser();
    reader.on(
      'packet',
      ({ cmd }) =>
        cmd === 'connect' && socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false })),
    );
    socket.on('data', (bytes) => reader.parse(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, sockets, close };
};

const withFar = async (
  run: (far: Far, heard: string[], client: ReturnType<typeof connectBroker>) => Promise<void>,
): Promise<void> => {
  const far = await startFar();
  const heard: string[] = [];
  const client = connectBroker(`mqtt://127.0.0.1:${far.port}`, { reconnectPeriod: 50 });
  client.on('message', (topic) => heard.push(topic));
  try {
    await until(() => client.connected);
    await run(far, heard, client);
  } finally {
    client.end(true);
    await far.close();
  }
};

test('a message of 200 MB takes no memory, and the next one is received', () =>
  withFar(async ({ sockets }, heard) => {
    const piece = Buffer.alloc(1 << 20, 'x');
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    sockets[0]?.write(Buffer.concat([Buffer.of(0x30, 0x80, 0x80, 0x80, 0x64), Buffer.of(0, 1, 0x74)]));
    for (let sent = 3; sent < 0x64 * 128 ** 3; ) {
      const part = piece.subarray(0, Math.min(piece.length, 0x64 * 128 ** 3 - sent));
      sent += part.length;
      if (!sockets[0]?.write(part)) await new Promise((resolve) => sockets[0]?.once('drain', resolve));
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    sockets[0]?.write(packet(2, 'after'));
    await until(() => heard.includes('after'));
    assert.equal(heard, ['after']);
    assert.ok(most < 30e6, `${most} bytes were held`);
  }));

test('after bytes that are no MQTT it connects again at once', () =>
  withFar(async ({ sockets }, heard, client) => {
    sockets[0]?.write(Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f));
    await until(() => sockets.length === 2 && client.connected);
    sockets[1]?.write(packet(2, 'again'));
    await until(() => heard.includes('again'));
  }));

test.run();

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enableLocalApi } from '../../hw/vestaboard/enablement.ts';
import { VestaboardLocal } from '../../hw/vestaboard/local.ts';
import { VestaboardTiles } from '../../hw/vestaboard/tiles.ts';
import type { Driver } from '../../src/board/driver.ts';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createHomeLookup } from '../../src/platform/network/net.ts';
import { never } from '../hw/rig.ts';

const test = suite('attack: a name of a board that is bound anew');

let requests = 0;
let port = 0;
/** A board at home, or whoever else listens at this machine. */
const server: Server = createServer((request, response) => {
  requests++;
  request.resume().on('end', () => response.writeHead(200, { connection: 'close' }).end('{"apiKey":"k"}'));
});

/** Answers for a name as it was told to, each answer once, and counts how often it was asked. */
const createName = (...answers: string[][]) => {
  const asked: string[] = [];
  const lookup = createHomeLookup((host) => {
    asked.push(host);
    return Promise.resolve(answers.shift() ?? []);
  });
  return { asked, lookup };
};

const LIMITS = { connectMs: 500, answerMs: 2000, retryMs: 1 };
const depsOf = (name: ReturnType<typeof createName>) => ({ clock: systemClock, limits: LIMITS, lookup: name.lookup });
const frame = (rows: number, cols: number) => ({
  grid: createGrid(rows, cols),
  transition: { strategy: null, interval_ms: null, step_size: null },
});

/** Everything that connects to an address that an owner stored as a board's host. */
const WAYS: Record<string, (name: ReturnType<typeof createName>) => { use: () => Promise<string> }> = {
  'a board that is written': (name) => {
    const driver = new VestaboardLocal({ host: 'board.lan', port, key: 'k', rows: 6, cols: 22 }, depsOf(name));
    return { use: () => write(driver, 6, 22) };
  },
  'a board that is read': (name) => {
    const driver = new VestaboardLocal({ host: 'board.lan', port, key: 'k', rows: 6, cols: 22 }, depsOf(name));
    return {
      use: async () => {
        await driver.start();
        const outcome = await driver.read(never());
        await driver.stop();
        return outcome.status === 'failed' ? outcome.reason : 'taken';
      },
    };
  },
  'a Note of an array': (name) => {
    const driver = new VestaboardTiles(
      { rows: 3, cols: 15, tiles: [{ row: 0, col: 0, host: 'board.lan', port, key: 'k' }] },
      depsOf(name),
    );
    return { use: () => write(driver, 3, 15) };
  },
  'enabling the Local API': (name) => ({
    use: async () => {
      const outcome = await enableLocalApi({ host: 'board.lan', port }, 'token', depsOf(name), never());
      return 'reason' in outcome ? outcome.reason : 'taken';
    },
  }),
};

const write = async (driver: Driver, rows: number, cols: number): Promise<string> => {
  await driver.start();
  const outcome = await driver.write(frame(rows, cols), never());
  await driver.stop();
  return outcome.status === 'sent' ? 'taken' : outcome.reason;
};

test.before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
test.after(() => {
  server.closeAllConnections();
  server.close();
});

for (const [way, create] of Object.entries(WAYS)) {
  test(`${way}: the name is asked once for a connection, and its answer is what is connected to`, async () => {
    const name = createName(['127.0.0.1']);
    const before = requests;
    const outcome = await create(name).use();
    assert.equal([requests - before, name.asked], [1, ['board.lan']]);
    assert.not.match(outcome, 'home network');
  });
  for (const [what, later] of [
    ['an address in the internet', ['203.0.113.7']],
    ['one address at home and one in the internet', ['127.0.0.1', '203.0.113.7']],
    ['an address in the internet, in the form of IPv6', ['::ffff:203.0.113.7']],
    ['the address of no machine', ['0.0.0.0']],
    ['an address of IPv6 in the internet', ['2001:db8::1']],
  ] as const) {
    test(`${way}: ${what} is not connected to`, async () => {
      const name = createName(['127.0.0.1'], [...later], [...later]);
      const { use } = create(name);
      await use();
      const before = requests;
      assert.match(await use(), 'home network');
      assert.is(requests, before);
    });
  }
}

test('a name that led to another machine does not lead to this one later', async () => {
  const name = createName(['10.255.255.1'], ['127.0.0.1'], ['127.0.0.1']);
  const answers = [0, 1].map(
    () =>
      new Promise((resolve) => name.lookup('board.lan', { all: true }, (error, list) => resolve(error?.code ?? list))),
  );
  assert.equal(await Promise.all(answers), [[{ address: '10.255.255.1', family: 4 }], 'ENOTHOME']);
});

for (const host of ['203.0.113.7', '0x08080808', '[2001:db8::1]', '0.0.0.0']) {
  test(`an address that got in unseen is not connected to: ${host}`, async () => {
    const driver = new VestaboardLocal(
      { host: host.replace(/[[\]]/g, ''), port: 9, key: 'k', rows: 6, cols: 22 },
      { clock: systemClock, limits: LIMITS },
    );
    assert.match(await write(driver, 6, 22), 'home network');
  });
}

test.run();

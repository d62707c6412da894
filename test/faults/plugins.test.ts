import { createServer, type AddressInfo, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { replaceNames, type Names } from './names.ts';

/**
 * Sources of data that fail fast, slowly, half and for good, and names that nobody knows: boards and pages without them
 * notice nothing.
 */
const test = suite('sources and names that fail');

type Way = 'hang' | 'reset' | 'half' | 'drip' | 'garbage' | 'huge' | 'work';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n';

/** A source that answers in the way it is told. */
const startSource = async () => {
  const sockets = new Set<Socket>();
  const source: { way: Way; asked: number } = { way: 'work', asked: 0 };
  const answer: Readonly<Record<Way, (socket: Socket) => void>> = {
    hang: () => undefined,
    reset: (socket) => socket.resetAndDestroy(),
    half: (socket) => socket.end(`${HEAD}Content-Length: 500\r\n\r\n{"word":"HA`),
    drip: (socket) => {
      socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
      const timer = setInterval(() => socket.write(' '), 100);
      socket.once('close', () => clearInterval(timer));
    },
    garbage: (socket) => socket.end('\x00\x01\x02 nothing that anybody knows\r\n\r\n'),
    huge: (socket) => {
      socket.write(`${HEAD}\r\n`);
      const pour = (): void =>
        void (socket.destroyed || (socket.write('x'.repeat(65_536)) ? setImmediate(pour) : socket.once('drain', pour)));
      pour();
    },
    work: (socket) => socket.end(`${HEAD}\r\n{"word":"WELL"}`),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      source.asked++;
      answer[source.way](socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { source, port: (server.address() as AddressInfo).port, close };
};

const errorOf = async (appliance: Appliance, key: string): Promise<string> =>
  (
    await appliance.call<{ errors: { plugin_id?: string; key?: string; error: string }[] }>('GET', '/plugins/errors')
  ).body.errors.find((one) => JSON.stringify(one).includes(`"${key}"`))?.error ?? '';

/** Later than any busy machine is, sooner than what waits for a source that hangs. */
const LATE_MS = 8000;

const onTime = async (
  appliance: Appliance,
  first: () => number | undefined,
  page: string,
  why: string,
): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    await appliance.call('PUT', `/pages/${page}`, { template: [String.fromCharCode(65 + round)] });
    await until(() => first() === 1 + round);
    assert.ok(performance.now() - begun < LATE_MS, `${why}: the board waited ${performance.now() - begun} ms`);
  }
};

const withBoard = async (
  run: (appliance: Appliance, first: () => number | undefined, page: string) => Promise<void>,
): Promise<void> => {
  const emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  const appliance = await startAppliance();
  try {
    const page = (
      await appliance.call<{ id: string }>('POST', '/pages', { name: 'Free', type: 'template', template: ['Q'] })
    ).body.id;
    const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
      device_type: 'flagship',
      host: `127.0.0.1:${emulator.port}`,
      local_api_key: 'k',
    });
    await appliance.call('PUT', `/v1/boards/${body.boards[1]?.id}/active-page`, { page_id: page });
    await run(appliance, () => emulator.shown()[0]?.[0], page);
  } finally {
    await appliance.close();
    await emulator.close();
  }
};

test('every fault of a source: boards are on time, the fault is reported, and the data comes once it is over', async () => {
  const { source, port, close } = await startSource();
  try {
    await withBoard(async (appliance, first, page) => {
      for (const way of ['reset', 'half', 'garbage', 'huge', 'drip', 'hang'] as const) {
        source.way = way;
        await appliance.call('POST', '/plugins/json/disable');
        await appliance.call('PUT', '/plugins/json/config', {
          url: `http://127.0.0.1:${port}/`,
          variables: [{ name: 'word', path: 'word' }],
        });
        await appliance.call('POST', '/plugins/json/enable');
        const asked = source.asked;
        const data = appliance.call('GET', '/plugins/json/data');
        await until(() => source.asked > asked);
        await onTime(appliance, first, page, way);
        if (way === 'hang' || way === 'drip') continue;
        await data;
        await until(async () => (await errorOf(appliance, 'json')) !== '');
        assert.match(await errorOf(appliance, 'json'), /^[A-Za-z ].{8,}/);
        assert.not.match(await errorOf(appliance, 'json'), /ECONN|undefined|127\.0\.0\.1:\d+\/\S*secret|\/tmp/);
      }
      source.way = 'work';
      await appliance.call('POST', '/plugins/json/disable');
      await appliance.call('POST', '/plugins/json/enable');
      await until(
        async () => (await appliance.call<{ available: boolean }>('GET', '/plugins/json/data')).body.available,
      );
      assert.is(await errorOf(appliance, 'json'), '');
    });
  } finally {
    await close();
  }
});

test('names that are looked up without an end: boards are on time, and all is well when names are known again', async () => {
  const names: Names = { way: 'hang', asked: 0 };
  const restore = replaceNames(names);
  const { port, close } = await startSource();
  try {
    await withBoard(async (appliance, first, page) => {
      await appliance.call('PUT', '/plugins/json/config', {
        url: `http://data.example:${port}/`,
        variables: [{ name: 'word', path: 'word' }],
      });
      await appliance.call('POST', '/plugins/json/enable');
      await appliance.call('PUT', '/settings/mqtt', {
        enabled: true,
        broker_host: 'broker.example',
        broker_port: 1883,
      });
      void appliance.call('GET', '/plugins/json/data').catch(() => undefined);
      await until(() => names.asked > 1);
      await onTime(appliance, first, page, 'names hang');
      assert.is((await appliance.call('GET', '/v1/status')).status, 200);
      names.way = 'work';
      await until(async () => {
        await appliance.call('POST', '/plugins/json/disable');
        await appliance.call('POST', '/plugins/json/enable');
        return (await appliance.call<{ available: boolean }>('GET', '/plugins/json/data')).body.available;
      });
    });
  } finally {
    restore();
    await close();
  }
});

test.run();

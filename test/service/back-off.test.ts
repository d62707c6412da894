import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import type { MessageAnswer } from '../../src/schema/content/messages.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';
import { untilQuiet } from '../support/quiet.ts';

/** A board, or the cloud, that answers each write with `status` and notes when it came. */
class FailingBoard {
  status = 201;
  /** Whether it shows what it answers with a failure. */
  takesHalf = false;
  /** Whether it answers writes at all. */
  silent = false;
  writes: { at: number; first: number | undefined }[] = [];
  #shown = '';
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        if (request.method !== 'POST') return void response.end(this.#shown);
        const sent = JSON.parse(body) as number[][] | { characters: number[][] };
        this.writes.push({ at: clock.now(), first: (Array.isArray(sent) ? sent : sent.characters)[0]?.[0] });
        if (this.status < 300 || this.takesHalf)
          this.#shown = JSON.stringify(Array.isArray(sent) ? sent : sent.characters);
        if (!this.silent) response.writeHead(this.status).end();
      });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const test = suite('service: boards that fail');

const clock = createFakeClock('2026-03-02T10:00:05Z');
let appliance: Appliance;
let board: FailingBoard;
let wall = '';

const P = 16;
const Q = 17;
const path = (rest: string) => `/v1/boards/${wall}${rest}`;
const makePage = async (line: string) =>
  (await appliance.call<{ id: string }>('POST', '/v1/pages', { name: line, type: 'template', template: [line] })).body
    .id;
const pin = (page_id: string) => appliance.call('PUT', path('/active-page'), { page_id });
const send = (body: object) => appliance.call<MessageAnswer>('POST', path('/message'), body);
/** Lets the network and the disk catch up, which know nothing of the clock of the test. */
const rest = untilQuiet;
const pass = async (ms: number) => {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    await clock.advance(Math.min(1000, end - clock.now()));
    await rest();
  }
};
/** When writes came, in ms after the first. */
const times = () => board.writes.map(({ at }) => at - (board.writes[0]?.at ?? 0));

const start = async (more: (address: string) => object) => {
  board = new FailingBoard();
  const address = await board.open();
  appliance = await startAppliance({ clock, env: { SERVICE_VESTABOARD_RW_URL: `http://${address}` } });
  const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Wall',
    ...more(address),
  });
  wall = body.boards[1]?.id ?? '';
  await rest();
  board.writes = [];
};
const local = (host: string) => ({ host, local_api_key: 'k' });
const cloud = () => ({ api_mode: 'cloud', cloud_key: 'k' });
const on = (what: string, wiring: (address: string) => object, run: () => Promise<void>) =>
  test(what, async () => {
    await start(wiring);
    try {
      await run();
    } finally {
      await appliance.close();
      board.close();
    }
  });

on(
  'a board that fails is tried again after 1, 2, 4 s, and in between nothing that changes is a reason to',
  local,
  async () => {
    board.status = 503;
    await pin(await makePage('P'));
    await rest();
    assert.equal(times(), [0]);
    await makePage('OTHER');
    await appliance.call('PATCH', path(''), { name: 'Renamed' });
    await pass(900);
    await makePage('ANOTHER');
    await rest();
    assert.equal(times(), [0]);
    await pass(600);
    assert.equal(times(), [0, 1000]);
    await pass(2000);
    assert.equal(times(), [0, 1000, 3000]);
    board.status = 201;
    await pass(4000);
    assert.equal(times(), [0, 1000, 3000, 7000]);
    assert.is(board.writes.at(-1)?.first, P);
  },
);

on('what is newest at the end of the pause is written', local, async () => {
  const [first, second] = [await makePage('P'), await makePage('Q')];
  board.status = 503;
  await pin(first);
  await appliance.call('PUT', `/v1/pages/${first}`, { template: ['Q'] });
  board.status = 201;
  await pass(1500);
  assert.equal(
    board.writes.map(({ first: code }) => code),
    [P, Q],
  );
  await appliance.call('DELETE', `/v1/pages/${second}`);
});

on('other wiring ends the pause', local, async () => {
  board.status = 503;
  await pin(await makePage('P'));
  await pass(3500);
  const before = board.writes.length;
  board.status = 201;
  const { body } = await appliance.call<BoardSettings>('GET', '/settings/board');
  await appliance.call('PUT', '/settings/board', {
    boards: body.boards.map((one) => (one.id === wall ? { ...one, local_api_key: 'other' } : one)),
  });
  await until(() => board.writes.length === before + 1);
});

on('a board that is wired to another place gets its page there at once', local, async () => {
  await pin(await makePage('P'));
  const [first, second] = [board, new FailingBoard()];
  const host = await second.open();
  const { body } = await appliance.call<BoardSettings>('GET', '/settings/board');
  await appliance.call('PUT', '/settings/board', {
    boards: body.boards.map((one) => (one.id === wall ? { ...one, host, local_api_key: 'k' } : one)),
  });
  await until(() => second.writes.length === 1);
  assert.equal([first.writes.length, second.writes[0]?.first], [1, P]);
  second.close();
});

on('a board that is switched on again is written at once', local, async () => {
  await pin(await makePage('P'));
  const { body } = await appliance.call<BoardSettings>('GET', '/settings/board');
  const put = (enabled: boolean) =>
    appliance.call('PUT', '/settings/board', {
      boards: body.boards.map((one) => (one.id === wall ? { ...one, enabled } : one)),
    });
  await put(false);
  await put(true);
  await until(() => board.writes.length === 2);
});

on('what a board turns down is not tried again, but what comes after it is', local, async () => {
  board.status = 401;
  const page = await makePage('P');
  await pin(page);
  await pass(150_000);
  assert.is(board.writes.length, 1);
  board.status = 201;
  await appliance.call('PUT', `/v1/pages/${page}`, { template: ['Q'] });
  await until(() => board.writes.length === 2);
  assert.is(board.writes[1]?.first, Q);
});

for (const [what, half, writes] of [
  ['is what it was', false, [P, Q]],
  ['is not what it was gets its page again', true, [P, Q, P]],
] as const) {
  on(`after a message that failed, a board that ${what}, without an error and without drift`, local, async () => {
    await pin(await makePage('P'));
    board.status = 500;
    board.takesHalf = half;
    assert.is((await send({ text: 'Q' })).status, 500);
    const now = async () =>
      (
        await appliance.call<{ boards: Record<string, { error: string | null; drifted: boolean }> }>(
          'GET',
          '/v1/status',
        )
      ).body.boards[wall];
    assert.ok((await now())?.error);
    board.status = 201;
    await pass(1500);
    assert.equal(
      board.writes.map(({ first }) => first),
      writes,
    );
    assert.equal([(await now())?.error, (await now())?.drifted], [null, false]);
  });
}

on('a pin under a timed message writes nothing until that ends', local, async () => {
  await pin(await makePage('P'));
  await send({ text: 'Q', duration_minutes: 1 });
  const { body } = await pin(await makePage('R'));
  assert.equal([body['sent'], board.writes.length], [false, 2]);
  assert.match(String(body['error']), /message/);
  await pass(61_000);
  assert.equal(
    board.writes.map(({ first }) => first),
    [P, Q, 18],
  );
});

on('a message that a pause broke off gives way to the page when the board is resumed', local, async () => {
  await pin(await makePage('P'));
  board.silent = true;
  const sending = send({ text: 'Q' });
  await until(() => board.writes.length === 2);
  await appliance.call('PATCH', path(''), { paused: true });
  assert.is((await sending).body.sent, false);
  board.silent = false;
  await pass(5000);
  assert.is(board.writes.length, 2);
  await appliance.call('PATCH', path(''), { paused: false });
  await until(() => board.writes.length === 3);
  assert.is(board.writes[2]?.first, P);
});

for (const [what, reopen] of [
  ['a pause', async (closed: boolean) => void (await appliance.call('PATCH', path(''), { paused: closed }))],
  [
    'silence',
    async (closed: boolean) =>
      void (await appliance.call('PUT', '/settings/silence-schedule', {
        enabled: closed,
        start_time: '00:00',
        end_time: '23:59',
      })),
  ],
] as const) {
  on(`a message that is taken down during ${what} is gone after it, with nothing else to show`, local, async () => {
    await send({ text: 'P' });
    await reopen(true);
    const { status, body } = await appliance.call<MessageAnswer>('DELETE', path('/message'));
    assert.equal([status, body.sent, board.writes.length], [200, false, 1]);
    await reopen(false);
    await until(() => board.writes.length === 2);
    assert.is(board.writes[1]?.first, 0);
  });
}

on('a refresh that writes nothing says why', cloud, async () => {
  await pin(await makePage('P'));
  const message = async () =>
    (await appliance.call<{ message: string }>('POST', '/force-refresh', { board_id: wall })).body.message;
  assert.match(await message(), /15 s/);
  await appliance.call('PATCH', path(''), { paused: true });
  assert.match(await message(), /paused/);
});

on('the cloud may have taken what it answered with a failure: its 15 s count', cloud, async () => {
  board.status = 503;
  assert.is((await send({ text: 'P' })).status, 500);
  const again = await send({ text: 'P' });
  assert.equal([again.status, Number(again.headers.get('Retry-After'))], [429, 15]);
  assert.is(board.writes.length, 1);
  await pin(await makePage('P'));
  await pass(46_000);
  assert.ok(
    times().every((at, index, all) => index === 0 || at - (all[index - 1] ?? 0) >= 15_000),
    JSON.stringify(times()),
  );
  assert.ok(board.writes.length >= 3);
});

on('a blank that the floor held back is written when it opens', cloud, async () => {
  assert.ok((await send({ text: 'P' })).body.sent);
  const removed = await appliance.call<MessageAnswer>('DELETE', path('/message'));
  assert.equal([removed.status, removed.body.sent], [200, false]);
  await pass(16_000);
  assert.equal(
    board.writes.map(({ first }) => first),
    [P, 0],
  );
});

on('a blank that failed is written after the failure', local, async () => {
  await send({ text: 'P' });
  board.status = 503;
  assert.is((await appliance.call('DELETE', path('/message'))).status, 500);
  await rest();
  assert.is(board.writes.length, 2);
  board.status = 201;
  await pass(1500);
  assert.equal(
    board.writes.map(({ first }) => first),
    [P, 0, 0],
  );
});

for (const [status, answered, code, waitMs] of [
  [429, 429, 'too_soon', 15_000],
  [423, 409, 'quiet_hours', 1000],
] as const)
  test(`an array of which one Note answers a message with ${status} has its page back on both after it`, async () => {
    const other = new FailingBoard();
    const host = await other.open();
    const note = { local_api_key: 'k', row: 0 };
    await start((address) => ({
      device_type: 'note_array',
      notes_wide: 2,
      tiles: [
        { ...note, col: 0, host: address },
        { ...note, col: 1, host },
      ],
    }));
    try {
      const page = {
        name: 'P',
        type: 'template',
        template: [`P${' '.repeat(14)}Q`],
        device_type: 'note_array',
        notes_wide: 2,
      };
      await pin((await appliance.call<{ id: string }>('POST', '/v1/pages', page)).body.id);
      other.status = status;
      const refused = await send({ fill: 3 });
      assert.equal([refused.status, refused.headers.get('Flapbox-Reason')], [answered, code]);
      const shown = async () => {
        const { body } = await appliance.call<{ characters: number[][] }>('GET', path(''));
        return [0, 15].map((col) => body.characters[0]?.[col]);
      };
      const written = () => [board, other].map(({ writes }) => writes.map(({ first }) => first));
      assert.equal(await shown(), [3, Q], 'the other Note has its part of the message');
      other.status = 201;
      await pass(waitMs + 1000);
      assert.equal(written(), [
        [P, 3, P],
        [Q, 3],
      ]);
      assert.equal(await shown(), [P, Q]);
    } finally {
      await appliance.close();
      for (const one of [board, other]) one.close();
    }
  });

test.run();

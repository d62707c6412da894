import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { ActivePageAnswer, MessageAnswer } from '../../../src/schema/content/messages.ts';
import { MOST_COLS, MOST_FLAPS, MOST_ROWS } from '../../../src/schema/limits.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { untilQuiet } from '../../support/quiet.ts';

/** A local board that keeps each write until `take`, and notes what it was asked to show. */
class SlowBoard {
  readonly grids: number[][][] = [];
  held = false;
  readonly #waiting: ServerResponse[] = [];
  readonly #server: Server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end();
    let body = '';
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        this.grids.push((JSON.parse(body) as { characters: number[][] }).characters);
        if (this.held) this.#waiting.push(response);
        else response.writeHead(201).end();
      });
  });

  get first(): number | undefined {
    return this.grids.at(-1)?.[0]?.[0];
  }
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  take(): void {
    for (const response of this.#waiting.splice(0)) response.writeHead(201).end();
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const test = suite('service/message races');

const clock = createFakeClock('2026-03-02T10:00:30Z');
let appliance: Appliance;
let board: SlowBoard;
let wall = '';
let page = '';

const send = (body: object) => appliance.call<MessageAnswer>('POST', `/v1/boards/${wall}/message`, body);
const detail = async () => (await appliance.call<BoardDetail>('GET', `/v1/boards/${wall}`)).body;
const P = 16;

test.before.each(async () => {
  board = new SlowBoard();
  appliance = await startAppliance({ clock });
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Wall',
    host: await board.open(),
    local_api_key: 'k',
  });
  wall = body.boards[1]?.id ?? '';
  page = (await appliance.call<{ id: string }>('POST', '/v1/pages', { name: 'P', type: 'template', template: ['P'] }))
    .body.id;
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: page });
  assert.is(board.first, P);
});
test.after.each(async () => {
  board.take();
  board.held = false;
  await appliance.close();
  board.close();
});

/** Sends a message that stays on its way until what `run` starts is on its way too. */
const whileOnItsWay = async <T>(message: object, run: () => Promise<T>): Promise<[MessageAnswer, T]> => {
  board.held = true;
  const writes = board.grids.length;
  const sent = send(message);
  await until(() => board.grids.length === writes + 1);
  const ran = run();
  await untilQuiet();
  board.held = false;
  board.take();
  return [(await sent).body, await ran];
};
/** What the board shows once everything has settled. */
const settled = async (): Promise<number | undefined> => {
  await untilQuiet();
  await clock.advance(60_000);
  await untilQuiet();
  return board.first;
};

for (const [what, more] of [
  ['a message', {}],
  ['a timed message', { duration_minutes: 5 }],
] as const) {
  test(`${what} that is still on its way is ended by a removal`, async () => {
    const [sent, removed] = await whileOnItsWay({ text: 'M', ...more }, () =>
      appliance.call<MessageAnswer>('DELETE', `/v1/boards/${wall}/message`),
    );
    assert.equal([sent.sent, sent.expires_at, removed.body.sent], [true, null, true]);
    assert.is((await detail()).override_expires_at, null);
    assert.is(await settled(), P);
  });
}

test('a message that is still on its way is ended by a pin', async () => {
  const [sent, pinned] = await whileOnItsWay({ text: 'M' }, () =>
    appliance.call<ActivePageAnswer>('PUT', `/v1/boards/${wall}/active-page`, { page_id: page }),
  );
  assert.equal([sent.sent, pinned.body.sent], [true, true]);
  assert.is(await settled(), P);
});

test('a timed message that is still on its way goes before a pin', async () => {
  const [sent] = await whileOnItsWay({ text: 'M', duration_minutes: 5 }, () =>
    appliance.call<ActivePageAnswer>('PUT', `/v1/boards/${wall}/active-page`, { page_id: page }),
  );
  assert.is((await detail()).override_expires_at, sent.expires_at);
  assert.is(await settled(), 13);
});

test('a message that is still on its way is ended by a refresh', async () => {
  await whileOnItsWay({ text: 'M' }, () => appliance.call('POST', '/refresh', { board_id: wall }));
  assert.is(await settled(), P);
});

test('a message that is still on its way is not ended by another one that fails', async () => {
  const [, second] = await whileOnItsWay({ text: 'M' }, () => send({ characters: [[1]] }));
  assert.is(second.status, 400);
  assert.is(await settled(), 13);
});

for (const [what, more, shown] of [
  ['a timed message', { duration_minutes: 30 }, 'ABCD'],
  ['a message', {}, 'AB'],
] as const) {
  test(`${what} whose transition is ended by silence ${shown === 'AB' ? 'stays as it is' : 'is written to its end'}`, async () => {
    await appliance.call('PUT', '/settings/output', { target: 'both' });
    const next = new Date(Math.ceil(clock.now() / 60_000) * 60_000 + 60_000);
    await clock.advance(next.getTime() - 8000 - clock.now());
    const start_time = next.toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Berlin',
    });
    assert.is(
      (await appliance.call('PUT', '/settings/silence-schedule', { enabled: true, start_time, end_time: '12:00' }))
        .status,
      200,
    );
    const sent = appliance.call<MessageAnswer>('POST', '/v1/boards/primary/message', {
      lines: ['ABCD'],
      ...more,
      force: true,
      transition: { strategy: 'column', interval_ms: 5000, step_size: 1 },
    });
    const text = async () =>
      (await appliance.call<BoardDetail>('GET', '/v1/boards/primary')).body.text?.split('\n')[0]?.trim();
    await until(async () => (await text()) === 'A');
    await clock.advance(5000);
    await until(async () => (await text()) === 'AB');
    await clock.advance(4000);
    await sent;
    await clock.advance(60_000);
    assert.is(await text(), shown);
  });
}

test('so many flaps of several boards are written to at once as all boards may have; the next is asked to come back', async () => {
  const largest = { device_type: 'panel', grid_rows: MOST_ROWS, grid_cols: MOST_COLS, panel: { driver: 'virtual' } };
  for (let count = 0; count * 2 * MOST_ROWS * MOST_COLS <= MOST_FLAPS; count++)
    await appliance.call('POST', '/settings/board/add', { ...largest, name: `Large ${count}` });
  const sendAll = () => appliance.call<MessageAnswer>('POST', '/boards/-/message', { text: 'ALL', boards: 'all' });
  board.held = true;
  const before = board.grids.length;
  const first = sendAll();
  await until(() => board.grids.length > before);
  const second = sendAll();
  await untilQuiet();
  board.held = false;
  board.take();
  const { status, headers } = await second;
  assert.equal([status, headers.get('retry-after')], [503, '2']);
  assert.is((await first).status, 200);
  assert.is((await sendAll()).status, 200);
});

test.run();

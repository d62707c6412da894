import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/platform/clock.ts';
import type { State } from '../../../src/schema/state.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { seededRandom } from '../../support/seeded.ts';
import { flash, local, Machine, pause, say, WORK } from './machine.ts';
import { carryOut, lengthOf, readOrders, survivorsOf, type Order } from './write-log.ts';

/**
 * The card keeps what was written before a flush; of what came later, each write is there whole, in part, or not at
 * all. In each round the machine starts on such a card and writes until the plug is pulled; then further moments of the
 * same round are looked at, without a start: what the card would have had then.
 */
const ROUNDS = Number(process.env['POWER_CUTS'] ?? 8);
const MOMENTS = 12;
const LIMIT = 60;

const test = suite('power cuts');
const card = flash('power-cuts');
const log = join(WORK, 'power-cuts.writes');
const first = Machine.virtual('power-cuts', card);
const machine = Machine.virtual('power-cuts', card, [], log);
const random = seededRandom(20);

/** An answered write, and how long the log of the card was then. */
interface Acknowledged {
  readonly name: string;
  readonly message: number | null;
  readonly length: number;
}
const before: Acknowledged[] = [];
let now: Acknowledged[] = [];
let looks = 0;

test.after(async () => {
  await first.powerCut();
  await machine.powerCut();
  for (const rest of [log, `${log}.overlay`]) rmSync(rest, { force: true });
});

/** The frame that tells the number of a message. */
const frameOf = (message: number): number[][] =>
  Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 22 }, (__, col) =>
      row > 0 ? 0 : col < 3 ? Math.floor(message / LIMIT ** (2 - col)) % LIMIT : 0,
    ),
  );
const numberOf = (rows: number[][] | undefined): number =>
  (rows?.[0] ?? []).slice(0, 3).reduce((sum, code) => sum * LIMIT + code, 0);

/**
 * Creates pages and sends messages, one after the other, until the plug is pulled; remembers each that was answered.
 */
const write = async (round: number): Promise<void> => {
  const cut = pause(3000 + random() * 4000).then(() => machine.powerCut());
  const lost = cut.then(() => null);
  for (let count = 1; ; count++) {
    const [name, message] = [`Round ${round} page ${count}`, count % 4 === 0 ? null : round * 1000 + count];
    const asked =
      message === null
        ? machine.api('POST', '/v1/pages', { name, device_type: 'flagship', type: 'template', template: [name] })
        : machine.api('POST', '/v1/boards/primary/message', { characters: frameOf(message) });
    const answer = await Promise.race([asked.catch(() => null), lost]);
    if (answer === null) break;
    assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
    now.push({ name, message, length: lengthOf(log) });
  }
  await cut;
};

const expectIn = (
  { pages, programmes }: Pick<State, 'pages' | 'programmes'>,
  acknowledged: readonly Acknowledged[],
  where: string,
): void => {
  const names = new Set(pages.map(({ name }) => name));
  assert.equal(
    acknowledged.filter(({ name, message }) => message === null && !names.has(name)),
    [],
    where,
  );
  const content = Object.values(programmes)[0]?.messages[0]?.content;
  const shown = content?.kind === 'grid' ? numberOf(content.characters) : 0;
  const newest = acknowledged.findLast(({ message }) => message !== null)?.message ?? 0;
  assert.ok(shown >= newest, `${where}: message ${newest} was answered, ${shown} is there`);
};

const partitionOf = (): { start: number; length: number } => {
  const [, start = '', sectors = ''] =
    /img7\s+(\d+)\s+(\d+)/.exec(local('sfdisk', '-l', '-o', 'Device,Start,Sectors', card)) ?? [];
  return { start: Number(start) * 512, length: Number(sectors) * 512 };
};

/**
 * Looks at the data that the card would have had after some orders: the file system needs no repair, the store opens,
 * nothing answered is missing.
 */
const lookAt = async (data: string, where: string, acknowledged: readonly Acknowledged[]): Promise<void> => {
  const folder = join(WORK, 'power-cuts.folder');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  local(
    'sh',
    '-c',
    `e2fsck -p ${data} > /dev/null; [ $? -le 1 ] && e2fsck -fn ${data} && debugfs -R 'rdump /flapbox ${folder}' ${data}`,
  );
  const store = await openStore({ dir: join(folder, 'flapbox'), clock: systemClock, log: createQuietLog() });
  assert.equal(store.damaged, [], where);
  expectIn(store.state, acknowledged, where);
  looks++;
};

const isFlush = ({ kind }: Order): boolean => kind === 'flush';

/** Moments of a round, and last the end: what the card has then goes back onto it. */
const lookAtMoments = async (round: number): Promise<void> => {
  const orders = readOrders(log);
  const { start, length } = partitionOf();
  const [steady, data] = [join(WORK, 'power-cuts.steady'), join(WORK, 'power-cuts.data')];
  local('dd', `if=${card}`, `of=${steady}`, 'bs=1M', `skip=${start / 1048576}`, 'conv=sparse', 'status=none');
  const moments = Array.from({ length: MOMENTS }, () => Math.floor(random() * orders.length)).sort((a, b) => a - b);
  let kept = 0;
  for (const moment of moments) {
    const flushed = orders.slice(0, moment).findLastIndex(isFlush) + 1;
    if (flushed > kept) carryOut(orders.slice(kept, flushed), log, steady, start, length);
    kept = Math.max(kept, flushed);
    local('cp', '--sparse=always', steady, data);
    carryOut(survivorsOf(orders.slice(flushed, moment), random), log, data, start, length);
    const end = orders[moment]?.begin ?? 0;
    await lookAt(data, `round ${round}, order ${moment} of ${orders.length}`, [
      ...before,
      ...now.filter((one) => one.length <= end),
    ]);
  }
  const flushed = orders.findLastIndex(isFlush) + 1;
  carryOut([...orders.slice(0, flushed), ...survivorsOf(orders.slice(flushed), random)], log, card);
  for (const rest of [steady, data]) rmSync(rest);
  before.push(...now);
  now = [];
};

/** The number of the message that the board shows, once it shows one. */
const shown = async (): Promise<number> => {
  for (let look = 0; look < 40; look++) {
    const { characters } = (await machine.api('GET', '/v1/boards/primary')).json as { characters: number[][] | null };
    if (characters) return numberOf(characters);
    await pause(250);
  }
  return -1;
};

const expectAll = async (round: number): Promise<void> => {
  const { pages } = (await machine.api('GET', '/v1/pages')).json as { pages: State['pages'] };
  const names = new Set(pages.map(({ name }) => name));
  assert.equal(
    before.filter(({ name, message }) => message === null && !names.has(name)),
    [],
  );
  const newest = before.findLast(({ message }) => message !== null)?.message ?? null;
  if (newest !== null)
    assert.ok((await shown()) >= newest, `start ${round}: message ${newest} was answered and is not shown`);
  assert.match((await machine.api('GET', '/status')).text, '"damaged_files":[]');
};

test('the first start', async () => {
  await first.powerOn();
  say('power to API', await first.answers(), 's');
  await first.withoutLogin();
  await pause(3000);
  await first.powerCut();
});

for (let round = 1; round <= ROUNDS; round++) {
  test(`cut ${round} of ${ROUNDS}: the data are whole at every moment, it starts, every answered write is there`, async () => {
    await machine.powerOn();
    await machine.answers();
    await expectAll(round);
    await write(round);
    await lookAtMoments(round);
  });
}

test('enough was written to mean something', () => {
  say('answered writes', before.length, '');
  say('power cuts looked at, and started from', looks, `and ${ROUNDS - 1}`);
  assert.ok(before.length > ROUNDS * 8);
});

test.run();

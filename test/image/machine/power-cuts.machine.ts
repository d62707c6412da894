import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../support/seeded.ts';
import { flash, local, Machine, pause, say, WORK } from './machine.ts';

const ROUNDS = 20;
const test = suite('power cuts');
const card = flash('power-cuts');
const machine = Machine.virtual('power-cuts', card);
const random = seededRandom(20);
const acknowledged: string[] = [];

test.after(() => machine.powerCut());

/** Creates pages one after the other until the plug is pulled; remembers each that was answered. */
const write = async (round: number): Promise<void> => {
  const cut = pause(500 + random() * 3000).then(() => machine.powerCut());
  for (let count = 0; ; count++) {
    const name = `Round ${round} page ${count}`;
    const lost = cut.then(() => null);
    const answer = await Promise.race([machine.api('POST', '/v1/pages', { name, device_type: 'flagship', type: 'template', template: [name] }).catch(() => null), lost]);
    if (answer === null) break;
    assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
    acknowledged.push(name);
  }
  await cut;
};

/** The file system of the data, as the next start finds it: replayed, then checked without being changed. */
const checkData = (): void => {
  const start = Number(/img7\s+(\d+)\s/.exec(local('sfdisk', '-l', '-o', 'Device,Start', card))?.[1]);
  const copy = `${WORK}/power-cuts.data`;
  local('sh', '-c', `dd if=${card} of=${copy} bs=1M skip=${(start * 512) / 1048576} conv=sparse status=none; e2fsck -p ${copy} > /dev/null; [ $? -le 1 ] && e2fsck -fn ${copy}; status=$?; rm ${copy}; exit $status`);
};

const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map((page: { name?: unknown }) => String(page.name)) : []);

const expectAll = async (): Promise<void> => {
  const { json } = await machine.api('GET', '/v1/pages');
  const names = new Set(namesOf(Array.isArray(json) ? json : (json as { pages?: unknown }).pages));
  assert.equal(acknowledged.filter((name) => !names.has(name)), []);
};

test('the first start', async () => {
  await machine.powerOn();
  say('power to API', await machine.answers(), 's');
  await machine.withoutLogin();
});

for (let round = 1; round <= ROUNDS; round++) {
  test(`cut ${round} of ${ROUNDS}: the data are whole, it starts, every answered write is there`, async () => {
    await write(round);
    checkData();
    await machine.powerOn();
    await machine.answers();
    await expectAll();
  });
}

test('enough was written to mean something', () => {
  say('answered writes', acknowledged.length, '');
  assert.ok(acknowledged.length > ROUNDS);
});

test.run();

import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Follow } from '../../../src/schema/boards/follow.ts';
import { follow as texts } from '../../../ui/strings/settings/boards.ts';
import type { BoardForm } from '../../../ui/settings/boards/board-form.ts';
import { FollowFields, HubSearch } from '../../../ui/settings/boards/follow-fields.tsx';

const test = suite('ui/settings/boards/follow-fields');

const OWN = { url: null, name: 'Flapbox', error: null };
const CELLAR = { url: 'mqtt://10.0.0.9:1883', name: 'Cellar', error: null };
const ATTIC = { url: 'mqtt://10.0.0.8:1883', name: 'Attic', error: 'It wants a password.' };
const HUB = { url: CELLAR.url, topic: 'campus/hall', rows: 6, cols: 22 };

const FOUND: readonly (readonly [publishes: boolean, found: object, listed: readonly string[]])[] = [
  [
    false,
    { brokers: [OWN, CELLAR, ATTIC], hubs: [HUB] },
    [`campus/hall 6 × 22, ${CELLAR.url}`, `${texts.ownBroker} ${texts.noHubs}`, 'Attic It wants a password.'],
  ],
  [false, { brokers: [CELLAR], hubs: [] }, [`Cellar ${CELLAR.url} ${texts.noHubs}`]],
  [false, { brokers: [OWN], hubs: [{ ...HUB, url: null }] }, [`campus/hall 6 × 22, ${texts.ownBroker}`]],
  [true, { brokers: [OWN, CELLAR, ATTIC], hubs: [HUB] }, [`Cellar ${CELLAR.url}`, 'Attic It wants a password.']],
];
for (const [at, [publishes, found, listed]] of FOUND.entries())
  test(`what was found is listed for who ${publishes ? 'sends' : 'follows'}: ${at + 1}`, () =>
    drawView(
      h(HubSearch, { publishes, onUse: () => undefined }),
      () => found,
      async ({ press, all }) => {
        await press(texts.find);
        assert.equal(
          all('.found li').map(({ children: [line] }) => line?.textContent),
          listed,
        );
      },
    ));

for (const [button, used] of [
  [`${texts.use} campus/hall`, { url: CELLAR.url, topic: 'campus/hall' }],
  [`${texts.use} ${texts.ownBroker}`, { url: null }],
  [`${texts.use} Attic`, { url: ATTIC.url }],
] as const)
  test(`"${button}" takes where it is`, () => {
    const taken: unknown[] = [];
    return drawView(
      h(HubSearch, { onUse: (place) => taken.push(place) }),
      () => ({ brokers: [OWN, CELLAR, ATTIC], hubs: [HUB] }),
      async ({ press }) => {
        await press(texts.find);
        await press(button);
        assert.equal(taken, [used]);
      },
    );
  });

const STATUS = {
  topic: 'campus/hall',
  asks: false,
  connected: true,
  sequence: 7,
  shows: true,
  fit: 'exact',
  reason: null,
  error: null,
};
const FOLLOW: Follow = { topic: 'campus/hall', url: null, username: '', password: '', ca_certificate: '' };

const drawFields = (
  follow: Follow | null,
  isStored: boolean,
  status: object,
  use: Parameters<typeof drawView>[2],
  changes: unknown[] = [],
) =>
  drawView(
    h(FollowFields, {
      board: { follow } as BoardForm,
      boardId: 'a/1',
      isStored,
      onChange: (change: unknown) => changes.push(change),
    }),
    () => ({ ...STATUS, ...status }),
    use,
  );

for (const [what, status, told] of [
  ['nothing is connected', { connected: false }, texts.connecting],
  ['it asks to join', { topic: null, asks: true }, texts.asks],
  ['no frame has come', { sequence: null }, texts.noFrame],
  ['it shows the frame', {}, texts.shows],
  ['it shows a part of the frame', { fit: 'cropped' }, texts.showsPart],
  ['its flaps turn', { shows: false }, texts.turning],
  ['it does not show the frame', { shows: false, reason: 'It is paused.' }, 'It is paused.'],
  ['it cannot follow', { connected: false, error: 'The broker refuses.' }, 'The broker refuses.'],
] as const)
  test(`a board that follows says how that stands: ${what}`, () =>
    drawFields(FOLLOW, true, status, async ({ find, asked }) => {
      assert.equal(
        asked.map(({ path }) => path),
        ['/settings/board/a%2F1/follow'],
      );
      const line = find('[aria-live]');
      assert.is(line.textContent, told);
      assert.is(line.classList.contains('is-wrong'), 'error' in status);
    }));

test('how it stands is looked at again every two seconds', () =>
  drawFields(FOLLOW, true, {}, async ({ asked, settle }) => {
    await settle(6100);
    assert.is(asked.length, 4);
  }));

for (const [what, follow, isStored, status] of [
  ['that does not follow', null, true, {}],
  ['whose following is not stored yet', FOLLOW, false, {}],
  ['that has no topic and does not ask', FOLLOW, true, { topic: null }],
] as const)
  test(`a board ${what} says nothing of it`, () =>
    drawFields(follow, isStored, status, async ({ all }) => assert.equal(all('[aria-live]'), [])));

test('fields for a sign-in and a certificate are there for a broker that wants them', async () => {
  const labels = async (url: string | null): Promise<string[]> => {
    let found: string[] = [];
    await drawFields({ ...FOLLOW, url }, false, {}, async ({ all }) => {
      found = all('label').map(({ textContent }) => textContent);
    });
    return found.filter((label) => [texts.username, texts.password, texts.certificate].includes(label as never));
  };
  assert.equal(await labels(null), []);
  assert.equal(await labels('mqtt://10.0.0.9'), [texts.username, texts.password]);
  assert.equal(await labels('mqtts://10.0.0.9'), [texts.username, texts.password, texts.certificate]);
});

test('a change keeps what else is typed; an address is completed when it is left, and an empty one is none', async () => {
  const changes: unknown[] = [];
  await drawFields(
    { ...FOLLOW, url: 'mqtt://10.0.0.9' },
    false,
    {},
    async ({ enter, field }) => {
      await enter(texts.topic, 'campus/yard');
      assert.equal(changes.splice(0), [{ follow: { ...FOLLOW, url: 'mqtt://10.0.0.9', topic: 'campus/yard' } }]);
      await enter(texts.topic, '');
      assert.equal(changes.splice(0), [{ follow: { ...FOLLOW, url: 'mqtt://10.0.0.9', topic: null } }]);
      const address = field(texts.url);
      for (const [typed, url] of [
        ['10.0.0.7', 'mqtt://10.0.0.7'],
        ['', null],
      ] as const) {
        address.value = typed;
        changes.length = 0;
        address.do({ type: 'change' });
        address.do({ type: 'blur', bubbles: false });
        assert.equal(changes, [{ follow: { ...FOLLOW, url } }]);
      }
    },
    changes,
  );
});

test.run();

import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { HistoryView } from '../../../ui/favourites/history.tsx';
import { keptDraft } from '../../../ui/kit/draft.ts';
import type { Place } from '../../../ui/router.ts';
import { serviceState, type ServiceState } from '../../../ui/service-state.ts';
import { favourites as texts } from '../../../ui/strings/favourites.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/favourites/history');

const EMPTY: ServiceState = serviceState.get();
test.after.each(() => serviceState.set(EMPTY));

const BOARD = { id: 'a/1', name: 'Hall', device_type: 'panel', rows: 2, cols: 4 } as unknown as BoardDetail;
const HI = [
  [0, 8, 9, 63],
  [0, 0, 0, 0],
];
const entry = (change: object = {}) => ({
  id: 'e/1',
  at: '2026-03-11T08:30:00Z',
  by: 'mqtt',
  name: null,
  why: 'timed',
  moved: true,
  characters: HI,
  ...change,
});
const draw = (entries: readonly object[], use: (drawn: Drawn) => Promise<void>, isWired = true) => {
  serviceState.set({ boards: [BOARD], makes: { 'a/1': { isWired } as ServiceState['makes'][string] } });
  const answers: Record<string, ServiceAnswer> = {
    '/boards/a%2F1/history?limit=60': { entries },
    '/history/e%2F1/send': { sent: false, reason: 'it is paused' },
  };
  const place: Place = { path: '/history', query: new URLSearchParams({ board: 'a/1' }), left: 0 };
  return drawView(h(HistoryView, { place }), ({ path }: AskedOf) => answers[path] ?? {}, use);
};
const lines = ({ all }: Drawn) => all('li .meta').map(({ textContent }) => textContent);

test('each frame tells when it was there, why and by whom, and whether a flap moved where there are any', async () => {
  const entries = [
    entry(),
    entry({ id: '2', by: 'rule', why: 'schedule', moved: false }),
    entry({ id: '3', name: 'Ada', why: 'odd' }),
  ];
  const when = '11 Mar, 08:30';
  await draw(entries, async (drawn) =>
    assert.equal(lines(drawn), [
      texts.entry(when, 'timed message', 'MQTT', false),
      texts.entry(when, 'the schedule', '', true),
      texts.entry(when, 'odd', 'Ada', false),
    ]),
  );
  await draw(
    entries.slice(1, 2),
    async (drawn) => assert.equal(lines(drawn), [texts.entry(when, 'the schedule', '', false)]),
    false,
  );
});

test('a frame is sent again, and what became of it is told', () =>
  draw([entry()], async (drawn) => {
    await drawn.press(texts.again);
    assert.equal(
      drawn.asked.map(({ method, path }) => `${method} ${path}`),
      ['GET /boards/a%2F1/history?limit=60', 'POST /history/e%2F1/send', 'GET /boards/a%2F1/history?limit=60'],
    );
    assert.is(drawn.find('.report').textContent, texts.notSent('it is paused'));
  }));

test('its words go into the field for messages, tiles as they are typed, without the blanks around them', () =>
  draw([entry()], async (drawn) => {
    await drawn.press(texts.edit);
    assert.equal(keptDraft('message.flaps.a/1'), { text: 'HI🟥', alignment: 'center' });
    assert.is(location.pathname + location.search, '/?board=a%2F1');
  }));

test('a page begins with its lines', () =>
  draw([entry()], async (drawn) => {
    await drawn.press(texts.asPage);
    assert.equal((keptDraft<{ template: string[] }>('page.new') ?? { template: [] }).template, [' HI{63}', '']);
    assert.is(location.pathname, '/pages/new/edit');
  }));

test('it is kept as a favourite of its board under a name', () =>
  draw([entry()], async (drawn) => {
    await drawn.press(texts.keep);
    await drawn.enter(texts.name, ' Greeting ');
    await drawn.enter(texts.minutes, '5');
    drawn.find('dialog form').do({ type: 'submit' });
    await drawn.settle();
    const body = { name: 'Greeting', boards: ['a/1'], minutes: 5, characters: HI };
    assert.equal(drawn.asked.at(-1), { method: 'POST', path: '/favourites', body });
    assert.equal(drawn.all('dialog'), []);
  }));

test('one of another size can only be looked at, and an empty history says so', async () => {
  await draw([entry({ characters: [[8, 9]] })], async (drawn) => assert.equal(drawn.all('li button'), []));
  await draw([], async (drawn) => assert.ok(drawn.text.includes(texts.historyNone)));
});

test.run();

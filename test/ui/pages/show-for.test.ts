import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { ShowFor } from '../../../ui/pages/show-for.tsx';
import { serviceState, type ServiceState } from '../../../ui/service-state.ts';
import { stays as texts } from '../../../ui/strings/stays.ts';

const test = suite('ui/pages/show-for');

const EMPTY: ServiceState = serviceState.get();
test.after.each(() => serviceState.set(EMPTY));

const board = (id: string, name: string, rows: number) =>
  ({ id, name, device_type: 'panel', rows, cols: 22 }) as unknown as BoardDetail;
const UNTIL = '2026-03-11T10:00:00Z';

const draw = (boards: readonly BoardDetail[], answer: object, use: (drawn: Drawn) => Promise<void>) => {
  serviceState.set({ boards });
  const what = { id: 'p', name: 'Welcome', sizes: [{ device_type: 'panel', rows: 6, cols: 22 } as const] };
  return drawView(
    h(ShowFor, { what }),
    () => ({ until: UNTIL, sent: true, code: 'sent', reason: null, ...answer }),
    async (drawn) => {
      await drawn.press(texts.showFor);
      await use(drawn);
    },
  );
};
const HALLS = [board('a', 'Small', 3), board('b/1', 'Hall', 6), board('c', 'Shop', 6)];

test('a page is shown on a board of its size until what was chosen', () =>
  draw(HALLS, {}, async (drawn) => {
    assert.equal(
      drawn.all('option').map(({ textContent }) => textContent),
      ['Hall', 'Shop'],
    );
    await drawn.press(texts.forHour);
    assert.is(drawn.find('.report').textContent, texts.shown('Hall', '10:00'));
    await drawn.enter(texts.board, 'c');
    await drawn.press(texts.nextRule);
    await drawn.press(texts.tomorrow);
    assert.equal(
      drawn.asked.map(({ path, body }) => [path, body]),
      [
        ['/boards/b%2F1/show', { page_id: 'p', minutes: 60 }],
        ['/boards/c/show', { page_id: 'p', until: 'next_rule' }],
        ['/boards/c/show', { page_id: 'p', until: 'tomorrow' }],
      ],
    );
    assert.is(drawn.find('.report').textContent, texts.shown('Shop', '10:00'));
  }));

const SEEN: readonly [code: string, reason: string | null, said: string][] = [
  ['unchanged', 'It shows that already.', texts.shown('Hall', '10:00')],
  ['browser_only', 'It has no flaps.', texts.shown('Hall', '10:00')],
  ['silent', 'It is silent.', texts.notSent('It is silent.')],
  ['silent', null, texts.shown('Hall', '10:00')],
];
for (const [code, reason, said] of SEEN)
  test(`what became of it is told: ${code}, ${reason}`, () =>
    draw([board('b/1', 'Hall', 6)], { sent: false, code, reason }, async (drawn) => {
      assert.equal(drawn.all('select'), []);
      await drawn.press(texts.forHour);
      assert.is(drawn.find('.report').textContent, said);
    }));

test('without a board of its size there is nothing to choose', () =>
  draw([board('a', 'Small', 3)], {}, async (drawn) => {
    assert.ok(drawn.text.includes(texts.noBoard));
    assert.not(drawn.text.includes(texts.showNote));
  }));

test.run();

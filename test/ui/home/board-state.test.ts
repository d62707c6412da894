import { drawView, type Drawn } from '../views/drawn.ts';
import { h, type ComponentChild } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { Condition as BoardCondition } from '../../../src/schema/boards/conditions.ts';
import type { WallList } from '../../../src/schema/boards/walls.ts';
import { AskingWalls } from '../../../ui/home/asking-walls.tsx';
import { Condition } from '../../../ui/home/condition.tsx';
import { MessageForm } from '../../../ui/home/messages/message-form.tsx';
import { TakeDown } from '../../../ui/home/messages/take-down.tsx';
import { serviceState, type ServiceState } from '../../../ui/service-state.ts';
import { home } from '../../../ui/strings/home.ts';
import { walls } from '../../../ui/strings/walls.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

/** What the first view tells of a board, and what can be done about it. */
const test = suite('ui/home: the state of a board');

const EMPTY: ServiceState = serviceState.get();
test.after.each(() => serviceState.set(EMPTY));

const board = (change: object = {}) =>
  ({ id: 'a/1', name: 'Hall', rows: 6, cols: 22, paused: false, ...change }) as unknown as BoardDetail;
const tell = (change: object, target = 'both') => {
  const condition = { board_id: 'a/1', error: null, drifted: false, because: 'pin', until: null, substitutions: {} };
  serviceState.set({
    conditions: { 'a/1': { ...condition, ...change } as unknown as BoardCondition },
    makes: { 'a/1': { isWired: true } as ServiceState['makes'][string] },
    target,
  });
};
const draw = (
  view: ComponentChild,
  answers: Record<string, ServiceAnswer>,
  use: (drawn: Drawn) => Promise<void>,
): Promise<void> => drawView(view, ({ method, path }: AskedOf) => answers[`${method} ${path}`] ?? {}, use);
const asked = (drawn: Drawn) => drawn.asked.map(({ method, path }) => `${method} ${path}`);

const DOWN = 'DELETE /v1/boards/a%2F1/message';

test('a message that is up is taken down, and that is told until the next one is', () => {
  tell({ because: 'timed' });
  return draw(h(TakeDown, { board: board() }), { [DOWN]: { sent: true, reason: null } }, async (drawn) => {
    await drawn.press(home.endMessage);
    assert.equal([asked(drawn), drawn.find('[role="status"]').textContent], [[DOWN], '']);
    tell({ because: 'pin' });
    await drawn.settle();
    assert.equal([drawn.all('button'), drawn.find('[role="status"]').textContent], [[], home.ended]);
    tell({ because: 'urgent' });
    await drawn.settle();
    assert.equal([drawn.all('button').length, drawn.find('[role="status"]').textContent], [1, '']);
  });
});

test('why a message could not be taken down is told while it is up', () => {
  tell({ because: 'untimed' });
  return draw(h(TakeDown, { board: board() }), { [DOWN]: { status: 503, detail: 'not now' } }, async (drawn) => {
    await drawn.press(home.endMessage);
    assert.is(drawn.find('[role="status"]').textContent, 'not now');
  });
});

const POST = 'POST /v1/boards/a%2F1/message';
const SENT = { sent: true, board_id: 'a/1', characters: [], text: '', expires_at: null, reason: null };

test('what became of a message is told until the next one is written, with times as people have them', () => {
  tell({});
  const refused = { status: 409, detail: 'The board is quiet until 2026-03-11T17:00:00Z.' };
  const answers: Record<string, ServiceAnswer> = { [POST]: SENT };
  return draw(h(MessageForm, { board: board() }), answers, async (drawn) => {
    const write = async (text: string) => {
      const field = drawn.find('textarea');
      field.value = text;
      field.do({ type: 'input' });
      await drawn.settle();
    };
    const send = async () => {
      drawn.find('form').do({ type: 'submit' });
      await drawn.settle();
    };
    await write('DINNER');
    await send();
    assert.is(drawn.find('.report').textContent, home.sent);
    await write('DINNER AT SIX');
    assert.is(drawn.find('.report').textContent, '');
    answers[POST] = refused;
    await send();
    assert.is(drawn.find('.report').textContent, 'The board is quiet until 17:00.');
    assert.is(drawn.find('textarea').value, 'DINNER AT SIX');
  });
});

const RESTORE = 'POST /boards/a%2F1/restore';
const RESUME = 'PATCH /v1/boards/a%2F1';
const DRIFTS: readonly [
  what: string,
  told: object,
  paused: boolean,
  says: string,
  button: string | null,
  does: string[],
][] = [
  ['is restored', {}, false, '', home.restore, [RESTORE]],
  ['is resumed first where it is paused', {}, true, home.driftedPaused, home.resumeAndRestore, [RESUME, RESTORE]],
  ['is left alone while it is silent', { because: 'silence' }, false, home.driftedSilent(null), null, []],
];
for (const [what, told, paused, says, button, does] of DRIFTS)
  test(`a board that somebody else wrote on ${what}`, () => {
    tell({ drifted: true, ...told });
    const answers = { [RESTORE]: { sent: false, reason: 'it is cut off' }, [RESUME]: board() };
    return draw(h(Condition, { board: board({ paused }) }), answers, async (drawn) => {
      assert.ok(drawn.text.includes(`${home.drifted} ${says}`));
      assert.equal(
        drawn.all('button').map(({ textContent }) => textContent),
        button ? [button] : [],
      );
      if (!button) return;
      await drawn.press(button);
      assert.equal(asked(drawn), does);
      assert.is(drawn.find('.report').textContent, `${home.notRestored} It is cut off.`);
    });
  });

test('nothing is offered where nothing is sent to boards', () => {
  tell({ drifted: true }, 'ui');
  return draw(h(Condition, { board: board() }), {}, async ({ text, all }) => {
    assert.ok(text.includes(home.driftedIdle));
    assert.equal(all('button'), []);
  });
});

const wall = (id: string, change: object = {}) => ({
  id,
  name: `Wall ${id}`,
  rows: 6,
  cols: 22,
  broker: '10.0.0.9',
  board_id: null,
  topic: 'b',
  given: null,
  ...change,
});
const LIST = {
  asking: [wall('1'), wall('2', { name: '' }), wall('3', { given: 'b' }), wall('4'), wall('5'), wall('6')],
  left_out: 3,
  declined: 0,
} as unknown as WallList;
const JOIN = 'POST /walls/join';
const drawWalls = (answer: ServiceAnswer, use: (drawn: Drawn, changes: () => number) => Promise<void>) => {
  let changes = 0;
  const view = h(AskingWalls, { list: LIST, onChange: () => void changes++ });
  return draw(view, { [JOIN]: answer }, (drawn) => use(drawn, () => changes));
};

test('walls that ask to join are let in one by one or all that wait, and declined', () =>
  drawWalls({ walls: [{ topic: 'b' }] }, async (drawn, changes) => {
    assert.ok(drawn.text.includes(walls.ask(5)) && drawn.text.includes(walls.leftOut(3)));
    assert.equal([drawn.all('li').length, drawn.all('details li').length], [6, 2]);
    await drawn.press(walls.letInNamed(walls.nameless('2')));
    assert.is(drawn.find('.report').textContent, walls.joined(1));
    await drawn.press(walls.letAllIn(5));
    await drawn.press(walls.declineNamed('Wall 4'));
    assert.equal(
      drawn.asked.map(({ path, body }) => [path, (body as { ids: string[] }).ids]),
      [
        ['/walls/join', ['2']],
        ['/walls/join', ['1', '2', '4', '5', '6']],
        ['/walls/decline', ['4']],
      ],
    );
    assert.is(changes(), 3);
  }));

test('a topic that a broker did not take is told', () =>
  drawWalls({ walls: [{ topic: 'b' }, { topic: null }] }, async (drawn) => {
    await drawn.press(walls.letAllIn(5));
    assert.equal([drawn.find('.report').textContent, drawn.all('.notice-bad').length], [walls.notTaken, 1]);
  }));

test.run();

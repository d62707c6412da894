import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { MessageList } from '../../../ui/home/messages/message-list.tsx';
import { MoreFields } from '../../../ui/home/messages/more-fields.tsx';
import { tellPosted } from '../../../ui/home/messages/post-message.ts';
import { ProgrammeChoice } from '../../../ui/home/messages/programme-choice.tsx';
import { messages as texts } from '../../../ui/strings/messages.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { hold } from '../../support/held.ts';

/** What waits on a board, and what is decided about it, with a service that takes its time. */
const test = suite('ui/home/messages: answers that come late');

type Answer = ServiceAnswer | Promise<ServiceAnswer>;

const waiting = (text: string) => ({
  id: text,
  state: 'queued',
  priority: 'normal',
  text,
  at: null,
  after_silence: false,
  acknowledge: false,
});
const listOf = (...all: readonly string[]) => ({ messages: all.map(waiting) });
const changes = (asked: readonly AskedOf[]) =>
  asked.flatMap(({ method, path }) => (method === 'GET' ? [] : `${method} ${path}`));

test('what waited before a message was taken away is not shown after it, however late it is told', () => {
  const late = hold<ServiceAnswer>();
  const answers: Answer[] = [listOf('DINNER', 'TEA'), late.answer, listOf('TEA')];
  return drawView(
    h(MessageList, { boardId: 'a' }),
    ({ method }) => (method === 'GET' ? (answers.shift() ?? {}) : {}),
    async (drawn) => {
      tellPosted();
      await drawn.press(texts.cancelOf('DINNER'));
      late.letGo(listOf('DINNER', 'TEA'));
      await drawn.settle();
      assert.equal([drawn.text.includes('DINNER'), drawn.text.includes('TEA')], [false, true]);
    },
  );
});

test('a message is taken away once, however often that is pressed', () => {
  const gone = hold<ServiceAnswer>();
  return drawView(
    h(MessageList, { boardId: 'a' }),
    ({ method }) => (method === 'GET' ? listOf('DINNER') : gone.answer),
    async ({ asked, press, find, settle }) => {
      await press(texts.cancelOf('DINNER'));
      assert.ok(find('button').hasAttribute('disabled'));
      gone.letGo({});
      await settle();
      assert.equal(changes(asked), ['DELETE /messages/DINNER']);
    },
  );
});

test('what is unknown in a text is that of the text as it is now', () => {
  const late = hold<ServiceAnswer>();
  const fields = (text: string) =>
    h(MoreFields, { boardId: 'a', text, wishes: { template: true }, onChange: () => undefined });
  const problem = (message: string) => ({ problems: [{ line: 1, column: 1, severity: 'error', message }] });
  const answers: Answer[] = [late.answer, problem('there is no sun')];
  return drawView(
    fields('{{moon.age}}'),
    () => answers.shift() ?? {},
    async (drawn: Drawn) => {
      await drawn.settle(500);
      await drawn.draw(fields('{{sun.age}}'));
      await drawn.settle(500);
      late.letGo(problem('there is no moon'));
      await drawn.settle(500);
      assert.ok(drawn.text.includes('There is no sun.'), drawn.text);
      assert.not.ok(drawn.text.includes('moon'));
    },
  );
});

for (const [what, answer, shown] of [
  ['until the board tells of it', { sent: true, error: null }, 'p'],
  ['and given up when it is refused', { status: 400, detail: 'It has another size.' }, ''],
] as const)
  test(`the page that is chosen is shown as chosen ${what}`, () => {
    const board = { id: 'a', rows: 6, cols: 22, active_page_id: null, schedule_enabled: false };
    const page = { id: 'p', name: 'Sun', device_type: 'flagship', notes_wide: 1, notes_tall: 1 };
    const pinned = hold<ServiceAnswer>();
    const answers: Readonly<Record<string, Answer>> = {
      '/v1/pages': { pages: [page] },
      '/v1/collections': { collections: [] },
      '/boards/conditions': { conditions: [] },
      '/v1/boards/a/active-page': pinned.answer,
    };
    return drawView(
      h(ProgrammeChoice, { board: board as unknown as BoardDetail }),
      ({ path }) => answers[path] ?? {},
      async ({ find, settle }) => {
        find('select').value = 'p';
        find('select').do({ type: 'change' });
        await settle();
        assert.is(find('select').value, 'p');
        pinned.letGo(answer);
        await settle();
        assert.is(find('select').value, shown);
      },
    );
  });

test.run();

import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardForm } from '../../../ui/settings/boards/board-form.ts';
import { VestaboardFields } from '../../../ui/settings/boards/vestaboard-fields.tsx';
import { boards as texts } from '../../../ui/strings/settings/boards.ts';

const test = suite('ui/settings/boards/vestaboard-fields');

const DONE = { success: true, message: 'It is on.', error: null, local_api_key: 'KEY' };

const draw = (
  given: { host?: string; boardId?: string; answer?: object },
  use: (drawn: Drawn, changes: object[]) => Promise<void>,
) => {
  const changes: object[] = [];
  return drawView(
    h(VestaboardFields, {
      board: { way: 'local', host: given.host ?? 'http://10.0.0.9:7000/', local_api_key: '' } as BoardForm,
      boardId: given.boardId ?? null,
      onChange: (change: object) => changes.push(change),
    }),
    () => given.answer ?? DONE,
    async (drawn) => {
      await drawn.enter(texts.token, ' abc ');
      await drawn.press(texts.enable);
      await use(drawn, changes);
    },
  );
};
const reportOf = ({ find }: Drawn): string => find('.report').textContent;

test('the token of the maker is traded for the key of a new board, which goes into the form', () =>
  draw({}, async (drawn, changes) => {
    assert.equal(
      drawn.asked.map(({ body }) => body),
      [{ enablement_token: 'abc', host: '10.0.0.9:7000' }],
    );
    assert.equal(changes, [{ local_api_key: 'KEY' }]);
    assert.is(reportOf(drawn), texts.enabledNew);
    assert.is(drawn.field(texts.token).value, '');
  }));

test('the key of a stored board is stored by the service', () =>
  draw({ boardId: 'a', answer: { ...DONE, local_api_key: null } }, async (drawn, changes) => {
    assert.equal(
      drawn.asked.map(({ body }) => (body as { board_id: string }).board_id),
      ['a'],
    );
    assert.equal(changes, []);
    assert.is(reportOf(drawn), texts.enabledStored);
  }));

test('without an address nobody is asked', () =>
  draw({ host: ' ' }, async (drawn) => {
    assert.equal(drawn.asked, []);
    assert.is(reportOf(drawn), texts.hostFirst);
  }));

test('what the board refuses is told, and the token stays', () =>
  draw({ answer: { ...DONE, success: false, message: 'No.', error: 'It is odd.' } }, async (drawn, changes) => {
    assert.is(reportOf(drawn), 'No. It is odd.');
    assert.equal([changes, drawn.field(texts.token).value], [[], ' abc ']);
  }));

test.run();

import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { takeUntold } from '../../../ui/kit/untold.ts';
import { NewBoard } from '../../../ui/settings/boards/new-board.tsx';
import { boards as texts } from '../../../ui/strings/settings/boards.ts';

const test = suite('ui/settings/boards/new-board');

test('a board that was added is told by its name where the boards are listed', () =>
  drawView(
    h(NewBoard, {}),
    ({ method, path }) =>
      method === 'POST' && path === '/settings/board/add' ? { boards: [{ name: 'A' }, { name: 'My Board 2' }] } : {},
    async ({ all, find, settle, asked }) => {
      all('input')
        .find((one) => one.getAttribute('value') === 'note')
        ?.do({ type: 'change' });
      await settle();
      find('form').do({ type: 'submit' });
      await settle();
      assert.ok(asked.some(({ path }) => path === '/settings/board/add'));
      assert.equal(takeUntold('boards'), { tone: 'good', text: texts.added('My Board 2') });
    },
    '/settings/boards/new',
  ));

test.run();

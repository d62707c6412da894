import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newForm, toWrite } from '../../../ui/settings/boards/board-form.ts';
import { boards } from '../../../ui/strings/settings/boards.ts';
import { wizard } from '../../../ui/strings/wizard.ts';
import { BoardStep } from '../../../ui/wizard/board-step.tsx';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/wizard/board-step');

const texts = wizard.board;
const stored = (id: string, host: string) => ({
  ...toWrite(newForm('flagship', { name: id, way: host === '' ? 'screen' : 'local', host })),
  id,
  tiles: [],
});
const REFUSED = { success: false, message: 'No.', error: null, troubleshooting: ['Look at the cable.'] };

const draw = (host: string, use: (drawn: Drawn, answers: Record<string, ServiceAnswer>) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    'GET /settings/board': { boards: [stored('a', host), stored('b', '')] },
    'POST /config/board/test': REFUSED,
  };
  return drawView(
    h(BoardStep, {}),
    ({ method, path }: AskedOf) => answers[`${method} ${path}`] ?? {},
    (drawn) => use(drawn, answers),
    '/setup/1',
  );
};
const next = async (drawn: Drawn): Promise<void> => {
  drawn.find('form').do({ type: 'submit' });
  await drawn.settle();
};
const written = ({ asked }: Drawn) =>
  asked.flatMap(({ method, body }) =>
    method === 'PUT' ? [(body as { boards: { id: string; host: string; name: string }[] }).boards] : [],
  );

test('what was not changed is not stored again', () =>
  draw('', async (drawn) => {
    assert.not(drawn.all('button').some(({ textContent }) => textContent === boards.test));
    await next(drawn);
    assert.equal([written(drawn), location.pathname], [[], '/setup/2']);
  }));

test('what was changed is stored over the others as they are', () =>
  draw('10.0.0.9', async (drawn) => {
    await drawn.enter(boards.host, '10.0.0.7');
    await next(drawn);
    assert.equal(
      written(drawn).map((all) => all.map(({ id, host }) => [id, host])),
      [
        [
          ['a', '10.0.0.7'],
          ['b', ''],
        ],
      ],
    );
    assert.is(location.pathname, '/setup/2');
  }));

test('settings whose test has failed are asked about once more, others are not', () =>
  draw('10.0.0.9', async (drawn, answers) => {
    await drawn.press(boards.test);
    assert.ok(drawn.text.includes('Look at the cable.'));
    await next(drawn);
    assert.equal([drawn.all('dialog').length, location.pathname], [1, '/setup/1']);
    await drawn.press('Cancel');
    await drawn.enter(boards.name, 'Hall');
    answers['POST /config/board/test'] = { ...REFUSED, success: true, troubleshooting: [] };
    await drawn.press(boards.test);
    await next(drawn);
    assert.equal([drawn.all('dialog').length, location.pathname], [0, '/setup/2']);
  }));

test('who wants to goes on without a board that works', () =>
  draw('10.0.0.9', async (drawn) => {
    await drawn.press(boards.test);
    await next(drawn);
    await drawn.press(texts.failedAction);
    assert.equal([drawn.all('dialog'), written(drawn), location.pathname], [[], [], '/setup/2']);
  }));

test.run();

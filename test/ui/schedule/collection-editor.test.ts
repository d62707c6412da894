import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { keptDraft } from '../../../ui/kit/draft.ts';
import { tellChange } from '../../../ui/kit/changes.ts';
import { CollectionEditor } from '../../../ui/schedule/collections/collection-editor.tsx';
import type { Place } from '../../../ui/router.ts';
import { schedule } from '../../../ui/strings/schedule.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { sampleCollection, samplePage } from '../../support/sample-state.ts';

const test = suite('ui/schedule/collections/collection-editor');

const texts = schedule.collections;
const BOARD = { id: 'b', device_type: 'flagship', rows: 6, cols: 22 } as unknown as BoardDetail;

const draw = (id: string, use: (drawn: Drawn, answers: Record<string, ServiceAnswer>) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    '/config/general': { timezone: 'UTC' },
    '/settings/location': { latitude: null, longitude: null },
    '/pages': { pages: [samplePage('p1'), samplePage('p2')] },
    '/collections': { collections: [sampleCollection('c/1')] },
    '/collections/c%2F1/references': { total: 2, references: [] },
    '/pages/preview/batch': { previews: {} },
  };
  const place: Place = { path: '/schedule/collections', query: new URLSearchParams({ board: 'b' }), left: 0 };
  return drawView(
    h(CollectionEditor, { id, place, board: BOARD }),
    ({ path }: AskedOf) => answers[path] ?? {},
    (drawn) => use(drawn, answers),
  );
};
const changes = ({ asked }: Drawn) =>
  asked
    .filter(({ method, path }) => method !== 'GET' && !path.includes('preview'))
    .map(({ method, path, body }) => [method, path, (body as { name?: string } | undefined)?.name]);
const send = async (drawn: Drawn): Promise<void> => {
  drawn.find('form').do({ type: 'submit' });
  await drawn.settle();
};
const isAtList = (): boolean => location.pathname + location.search === '/schedule/collections?board=b';

test('a new collection wants a name and a page, is made, and leads back to the list', () =>
  draw('new', async (drawn) => {
    await send(drawn);
    assert.equal([changes(drawn), drawn.all('.is-wrong').length], [[], 2]);
    await drawn.enter(texts.name, ' Morning ');
    await drawn.enter(texts.addPage, 'p2');
    await send(drawn);
    assert.equal(changes(drawn), [['POST', '/collections', 'Morning']]);
    assert.ok(isAtList());
  }));

test('one that is there is changed and stays open', () =>
  draw('c/1', async (drawn) => {
    await drawn.enter(texts.name, 'Evening');
    await send(drawn);
    assert.equal(changes(drawn), [['PUT', '/collections/c%2F1', 'Evening']]);
    assert.not(isAtList());
  }));

test('it is deleted once that is confirmed, with what was typed; what is refused is told', () =>
  draw('c/1', async (drawn, answers) => {
    answers['/collections/c%2F1'] = { status: 503, detail: 'Not now.' };
    const remove = async () => {
      await drawn.press(texts.delete);
      assert.ok(drawn.text.includes(texts.deleteUsed(2)));
      drawn.find('.dialog .button-danger').click();
      await drawn.settle();
    };
    await drawn.enter(texts.name, 'Evening');
    await remove();
    assert.equal([drawn.find('.removal .report').textContent, isAtList()], ['Not now.', false]);
    answers['/collections/c%2F1'] = { id: 'c/1' };
    await remove();
    assert.equal(changes(drawn).at(-1), ['DELETE', '/collections/c%2F1', undefined]);
    assert.equal([isAtList(), keptDraft('schedule.collection.c/1')], [true, null]);
  }));

test('one that somebody else deletes can be stored as another one when something was typed', () =>
  draw('c/1', async (drawn, answers) => {
    await drawn.enter(texts.name, 'Evening');
    answers['/collections'] = { collections: [] };
    tellChange(['collections']);
    await drawn.settle();
    assert.ok(drawn.text.includes(texts.goneMeanwhile));
    await send(drawn);
    assert.equal(changes(drawn), [['POST', '/collections', 'Evening']]);
  }));

test('one that never was is told to be gone', () =>
  draw('none', async (drawn) => {
    assert.ok(drawn.text.includes(texts.gone));
    assert.equal(drawn.all('form'), []);
  }));

test.run();

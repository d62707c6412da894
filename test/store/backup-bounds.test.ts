import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_COLS, MOST_MESSAGES, MOST_ROWS } from '../../src/schema/limits.ts';
import type { State } from '../../src/schema/state.ts';
import { findUnbounded } from '../../src/store/backup-bounds.ts';
import { sampleState } from '../support/sample-state.ts';

const test = suite('bounds of backups');

const LONG = 'x'.repeat(100_000);
const STATE = sampleState();
const [BOARD] = STATE.boards;
const [PAGE] = STATE.pages;
const [COLLECTION] = STATE.collections;
const FAVOURITE = { id: 'f', name: 'F', boards: 'all', minutes: null, text: 'x' };

const grid = (rows: number, cols: number) => ({
  content: { kind: 'grid', characters: Array.from({ length: rows }, () => new Array<number>(cols).fill(1)) },
});
const messages = (...all: object[]) => ({ programmes: { b1: { active_page_id: null, messages: all } } });

const CASES: readonly (readonly [string, object, string | null])[] = [
  ['what was written here', {}, null],
  ['a board with a long name', { boards: [BOARD, { ...BOARD, name: LONG }] }, 'boards.1.name'],
  ['a page with a long name', { pages: [PAGE, PAGE, { ...PAGE, name: LONG }] }, 'pages.2.name'],
  ['a collection with a long name', { collections: [{ ...COLLECTION, name: LONG }] }, 'collections.0.name'],
  ['a favourite with a long name', { favourites: [{ ...FAVOURITE, name: LONG }] }, 'favourites.0.name'],
  ['as many messages as a board takes', messages(...new Array<object>(MOST_MESSAGES).fill(grid(1, 1))), null],
  ['one message more', messages(...new Array<object>(MOST_MESSAGES + 1).fill(grid(1, 1))), 'programmes.0.messages'],
  ['a frame of the largest size', messages(grid(MOST_ROWS, MOST_COLS)), null],
  ['a frame with a row more', messages(grid(MOST_ROWS + 1, 1)), 'programmes.0.messages.0.content.characters'],
  [
    'a frame with a column more',
    messages(grid(1, 1), grid(2, MOST_COLS + 1)),
    'programmes.0.messages.1.content.characters.0',
  ],
  ['a message of a page', messages({ content: { kind: 'page', page_id: 'p' } }), null],
  ['a message of lines', messages({ content: { kind: 'template', template: ['a'], line_metadata: null } }), null],
  [
    'a message of long lines',
    messages({ content: { kind: 'template', template: [LONG], line_metadata: null } }),
    'programmes.0.messages.0.content.template.0',
  ],
  ['a message of another kind', messages({ content: { kind: 'film' } }), 'programmes.0.messages.0.content.kind'],
  [
    'an inbox that is none',
    { settings: { ...STATE.settings, inboxes: [...STATE.settings.inboxes, null] } },
    `settings.0.inboxes.${STATE.settings.inboxes.length}`,
  ],
  [
    'several at once: the first',
    { collections: [{ ...COLLECTION, name: LONG }], ...messages(grid(1, MOST_COLS + 1)) },
    'collections.0.name',
  ],
];
for (const [name, change, place] of CASES)
  test(`${name}: ${place ?? 'nothing is too long'}`, () =>
    assert.is(findUnbounded({ ...STATE, ...change } as State), place));

test.run();

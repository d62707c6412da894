import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Decision, Show } from '../../src/core/arbiter/decision.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { createGrid, gridToRows } from '../../src/core/flaps/grid.ts';
import { Pictures, gridOf, transitionOf, type PicturesOptions } from '../../src/loop/picture.ts';
import { PLAIN_BOARD, type StoredBoard } from '../../src/schema/boards/boards.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { samplePage } from '../support/sample-state.ts';

const test = suite('loop/picture');

const BOARD: StoredBoard = { ...PLAIN_BOARD, id: 'wall', name: 'Wall', device_type: 'note', secrets: {} };
const [LOW, HIGH] = [1, 26];
/** No silence, whose word is three letters long. */
const OPEN: Decision['silence'] = {
  active: false,
  window: { ...defaultSettings().silence, indicator_text: 'zzz' },
  since: null,
  next_change: null,
  next_edge: null,
};

/** Pictures of pages that are filled with one code, and what is asked of renderer and sources. */
const rig = () => {
  const demanded: string[] = [];
  const rendered: string[] = [];
  const now = { code: LOW, error: null as string | null };
  const pages = ['weather', 'news', 'plain'].map((id) => samplePage(id));
  const collections = [
    { id: 'both', page_ids: ['weather', 'news'] },
    { id: 'fixed', page_ids: ['weather', 'news'], skip_empty: false },
  ];
  const options = {
    store: { state: { pages, collections } },
    renderer: {
      sourcesOf: ({ id }: Page) => new Set(id === 'plain' || id === '' ? [] : [id]),
      render: async (page: Page, at: number, { rows, cols }: { rows: number; cols: number }, data: unknown) => {
        rendered.push(`${page.id || page.template?.join()} ${at} ${JSON.stringify(data)}`);
        return now.error === null ? { grid: createGrid(rows, cols, now.code) } : { error: now.error };
      },
    },
    sources: {
      demand: (id: string, keys: ReadonlySet<string>, { rows, cols }: { rows: number; cols: number }) =>
        void demanded.push(`${id} ${[...keys].sort().join()} ${rows}x${cols}`),
    },
  };
  const pictures = new Pictures(options as unknown as PicturesOptions);
  const of = (show: Show, more: Partial<Decision> = {}, at = 5) => {
    return pictures.of({ show, because: 'pin', selected_page_id: null, silence: OPEN, ...more } as Decision, BOARD, at);
  };
  return { pictures, of, demanded, rendered, now };
};
const page = (id: string): Show => ({ kind: 'page', page_id: id });
const firstOf = (picture: Awaited<ReturnType<Pictures['of']>>): number | undefined => gridOf(picture)?.codes[0];

test('a page is drawn in the size of the board, and its data asked for', async () => {
  const { of, pictures, demanded, rendered } = rig();
  const picture = await of(page('weather'));
  assert.equal([picture.page?.id, gridOf(picture)?.rows, gridOf(picture)?.cols], ['weather', 3, 15]);
  assert.equal([demanded, rendered], [['wall weather 3x15'], ['weather 5 null']]);
  assert.equal(
    [pictures.shows('wall', 'weather'), pictures.shows('wall', 'news'), pictures.shows('hall', 'weather')],
    [true, false, false],
  );
  await of(page('plain'));
  assert.is(pictures.shows('wall', 'weather'), false);
  assert.equal([await of(page('gone')), rendered.length], [{ idle: true, page: null }, 2]);
});

test('members of a collection are asked for as far as they may be skipped', async () => {
  const { of, demanded } = rig();
  await of(page('plain'), { selected_page_id: 'both' });
  await of(page('plain'), { selected_page_id: 'fixed' });
  await of({ kind: 'blank' }, { selected_page_id: 'both' });
  assert.equal(demanded, ['wall news,weather 3x15', 'wall  3x15', 'wall  3x15']);
});

test('a page in a silence stays as it was when the silence began', async () => {
  const { of, now, rendered } = rig();
  const silent = (since: number) => ({ because: 'silence', silence: { ...OPEN, active: true, since } }) as const;
  assert.is(firstOf(await of(page('weather'), silent(1))), LOW);
  now.code = HIGH;
  assert.is(firstOf(await of(page('weather'), silent(1))), LOW);
  assert.is(firstOf(await of(page('weather'), silent(2))), HIGH);
  now.code = LOW;
  await of(page('weather'));
  assert.is(firstOf(await of(page('weather'), silent(2))), LOW, 'what came in between has ended it');
  assert.is(rendered.length, 4);
  const indicator = { kind: 'indicator', text: 'Z', position: 'center' } as const;
  assert.ok(gridOf(await of(indicator, silent(2)))?.codes.includes(HIGH));
});

test('another page of a silence counts at once, and one that cannot be drawn gives way to the indicator', async () => {
  const { of, now, rendered } = rig();
  const silent = { because: 'silence', silence: { ...OPEN, active: true, since: 1 } } as const;
  await of(page('weather'), silent);
  assert.is((await of(page('news'), silent)).page?.id, 'news');
  now.error = 'No data.';
  const shown = await of(page('weather'), silent);
  assert.equal([shown.page, gridOf(shown)?.codes.includes(HIGH)], [null, true]);
  now.error = null;
  assert.is(gridOf(await of(page('weather'), silent)), gridOf(shown), 'one frame for the whole window');
  assert.is(rendered.length, 3);
});

test('nothing is kept of a board that was removed, nor fetched for it', async () => {
  const { of, pictures, demanded } = rig();
  await of(page('weather'));
  pictures.forget('wall');
  assert.equal([pictures.shows('wall', 'weather'), demanded.at(-1)?.startsWith('wall  ')], [false, true]);
});

const INDICATOR: Show = { kind: 'indicator', text: 'Z', position: 'center' };
const NOW: Show = { kind: 'trigger', page_id: null, lines: ['NOW'], message: null };
const NOTHING: Show = { kind: 'nothing' };
const passing: [what: string, show: Show, because: Decision['because'], isBlanked: boolean][] = [
  ['the word of the silence', INDICATOR, 'silence', true],
  ['the page of the silence', page('weather'), 'silence', true],
  ['a frozen silence', NOTHING, 'silence', false],
  ['what a plugin wanted seen', NOW, 'trigger', true],
  ['a page', page('weather'), 'pin', false],
  ['a message', { kind: 'blank' }, 'untimed', false],
];
for (const [what, show, because, isBlanked] of passing)
  test(`where nothing follows ${what}, the board is ${isBlanked ? 'blanked' : 'left as it is'}`, async () => {
    const { of, pictures } = rig();
    const none = () => of(NOTHING, { because: 'none' });
    await of(show, { because });
    await of(NOTHING, { because: 'paused' });
    const after = gridOf(await none());
    assert.equal(after && gridToRows(after), isBlanked ? gridToRows(createGrid(3, 15)) : null);
    assert.equal([gridOf(await none()) !== null, pictures.shows('wall', 'weather')], [isBlanked, false]);
    await of(page('plain'));
    assert.is(gridOf(await none()), null, 'a page of its own is left there');
  });

test('grids, blanks and nothing are drawn as they are', async () => {
  const { of } = rig();
  const transition = { strategy: 'column' } as never;
  const picture = await of({ kind: 'grid', rows: 3, cols: 15, characters: [[1, 2], [3]], transition });
  assert.equal(
    gridToRows(gridOf(picture) ?? createGrid(1, 1)).map((row) => row.slice(0, 3)),
    [
      [1, 2, 0],
      [3, 0, 0],
      [0, 0, 0],
    ],
  );
  assert.is(transitionOf(picture), transition);
  const plain = await of({ kind: 'grid', rows: 3, cols: 15, characters: [] });
  assert.equal(['transition' in plain, transitionOf(plain)], [false, null]);
  assert.ok(gridOf(await of({ kind: 'blank' }))?.codes.every((code) => code === 0));
  const nothing = await of({ kind: 'nothing' });
  assert.equal([gridOf(nothing), transitionOf(nothing)], [null, null]);
});

test('a trigger shows its page with its data, else its lines, else its message', async () => {
  const { of, rendered } = rig();
  const trigger = { kind: 'trigger', page_id: null, lines: null, message: null } as const;
  await of({ ...trigger, page_id: 'news', triggerData: { key: 'door', data: { open: true } } });
  await of({ ...trigger, page_id: 'plain' });
  assert.equal(rendered, ['news 5 {"key":"door","data":{"open":true}}', 'plain 5 null']);
  assert.equal(
    Array.from(gridOf(await of({ ...trigger, lines: ['', 'A'] }))?.codes ?? []).findIndex((code) => code === LOW),
    15,
  );
  assert.ok(gridOf(await of({ ...trigger, message: 'Z' }))?.codes.includes(HIGH));
});

test('lines of a template are one page as long as they are the same message', async () => {
  const { of, rendered } = rig();
  const message: Show = { kind: 'template', template: ['{{x.y}}'], line_metadata: null };
  const first = await of(message);
  assert.is((await of(message)).page, first.page);
  assert.is.not((await of({ ...message })).page, first.page);
  assert.equal([first.page?.type, first.page?.device_type, first.page?.id], ['template', 'note', '']);
  assert.equal(
    rendered,
    Array.from({ length: 3 }, () => '{{x.y}} 5 null'),
  );
});

test('lines of a template are drawn anew for a board that has become another size', async () => {
  const { pictures } = rig();
  const message: Show = { kind: 'template', template: ['A'], line_metadata: null };
  const rowsOn = async (board: StoredBoard) => {
    const decision = {
      show: message,
      because: 'untimed',
      selected_page_id: null,
      silence: OPEN,
    } as unknown as Decision;
    return geometryOf((await pictures.of(decision, board, 5)).page ?? board).rows;
  };
  const wall = { ...BOARD, device_type: 'note_array', notes_tall: 2 } as const;
  assert.equal([await rowsOn(BOARD), await rowsOn(wall), await rowsOn({ ...wall, notes_tall: 3 })], [3, 6, 9]);
});

test('what lies on the last rows keeps the page above it, and the data of both', async () => {
  const { of, demanded } = rig();
  const content: Show = { kind: 'grid', rows: 3, cols: 15, characters: [[HIGH]] };
  const picture = await of({ kind: 'overlay', content, beneath: page('weather') });
  const rows = gridToRows(gridOf(picture) ?? createGrid(1, 1));
  assert.equal([rows[0]?.[0], rows[2]?.[0], picture.page], [LOW, HIGH, null]);
  assert.equal(demanded, ['wall weather 3x15']);
  assert.equal(await of({ kind: 'overlay', content: { kind: 'nothing' }, beneath: page('weather') }), {
    idle: true,
    page: null,
  });
});

test('a preview keeps nothing fresh', async () => {
  const { pictures, demanded, rendered } = rig();
  await pictures.preview({ show: page('weather') } as Decision, BOARD, 7);
  assert.equal([demanded, rendered, pictures.shows('wall', 'weather')], [[], ['weather 7 null'], false]);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../../src/platform/crowd.ts';
import type { JsonObject } from '../../../src/schema/common.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import type { DemoPageQuery } from '../../../src/schema/plugins/plugins.ts';
import { DemoPageService, demoTemplate } from '../../../src/service/pages/demo-pages.ts';
import type { PageService } from '../../../src/service/pages/pages.ts';
import { sampleBoard, samplePage } from '../../support/sample-state.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/pages: demo pages');

const FLAT = { template: ['{{x.a}} {{ x.b }} x.c', '{{sx.d}}{{=x.e + x.f}}'] };
const META = [{ alignment: 'center', wrap: false }];
const FLAGSHIP = { device_type: 'flagship' } as const;
const NOTE = { device_type: 'note' } as const;

/** [what, key, demo, size, name and lines; null for none] */
const DEMOS: readonly (readonly [string, string, JsonObject | undefined, object, unknown])[] = [
  ['none', 'x', undefined, FLAGSHIP, null],
  ['a flat one', 'x', FLAT, FLAGSHIP, [undefined, FLAT.template, null]],
  [
    'a flat one on a panel of the same size',
    'x',
    FLAT,
    { device_type: 'panel', grid_rows: 6, grid_cols: 22 },
    [undefined, FLAT.template, null],
  ],
  ['a flat one on another size', 'x', FLAT, NOTE, null],
  ['a flat one of a Note', 'x', { ...FLAT, device_type: 'note' }, NOTE, [undefined, FLAT.template, null]],
  ['a flat one of a Note on a flagship', 'x', { ...FLAT, device_type: 'note' }, FLAGSHIP, null],
  [
    'one of an instance',
    'x:home',
    FLAT,
    FLAGSHIP,
    [undefined, ['{{x:home.a}} {{ x:home.b }} x.c', '{{sx.d}}{{=x:home.e + x:home.f}}'], null],
  ],
  [
    'one by device',
    'x',
    { note: { template: ['N'], name: 'Small', line_metadata: META } },
    NOTE,
    ['Small', ['N'], META],
  ],
  ['one by device on another', 'x', { note: { template: ['N'] } }, FLAGSHIP, null],
  ['one on a size of its own', 'x', FLAT, { device_type: 'panel', grid_rows: 2, grid_cols: 9 }, null],
  ['one without lines', 'x', { template: [] }, FLAGSHIP, null],
  ['one of another form', 'x', { template: 'A' }, FLAGSHIP, null],
];
for (const [what, key, demo, size, expected] of DEMOS)
  test(`the demo of a manifest: ${what}`, () => {
    const found = demoTemplate({ key, demo }, size as typeof FLAGSHIP);
    assert.equal(found && [found.name, found.lines, found.line_metadata], expected);
  });

const rig = (given: { pages?: Page[]; demo?: JsonObject; configured?: boolean } = {}) => {
  const { pages = [], demo, configured = true } = given;
  const { store } = storeWith(() => ({
    pages,
    boards: [sampleBoard('b1'), { ...sampleBoard('b2'), device_type: 'note' }],
  }));
  const calls: unknown[] = [];
  const service = new DemoPageService(
    store,
    {
      create: async (body: object) => {
        calls.push(['create', body]);
        return { ...body, id: 'new' };
      },
      update: async (id: string, body: object) => {
        calls.push(['update', id, body]);
        return { page: { ...body, id } };
      },
    } as unknown as PageService,
    (key) => ({ key: key.toLowerCase(), name: 'Clock', configured, demo }),
  );
  return { service, calls };
};
const query = (more: object = {}): DemoPageQuery => more as DemoPageQuery;
const OWN = { name: 'Clock', template: null, line_metadata: null, display_type: 'x' };
const DRAWN = { name: 'Named', template: ['A'], line_metadata: META, display_type: null };
const DEMO = { name: 'Named', template: ['A'], line_metadata: META };
const PRIMARY = { device_type: 'flagship', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
const page = (more: Partial<Page>): Page => ({ ...samplePage('p'), demo_plugin_id: 'x', ...more });

for (const [what, given, asked, call] of [
  ['its own lines on the primary board', {}, {}, ['create', { ...OWN, ...PRIMARY, type: 'single' }]],
  ['its template', { demo: DEMO }, {}, ['create', { ...DRAWN, ...PRIMARY, type: 'template' }]],
  [
    'a size by name',
    { demo: DEMO },
    { device_type: 'note' },
    ['create', { ...OWN, device_type: 'note', type: 'single' }],
  ],
  [
    'the size of a board',
    {},
    { board_id: 'b2' },
    ['create', { ...OWN, ...PRIMARY, device_type: 'note', type: 'single' }],
  ],
  ['its template again', { demo: DEMO, pages: [page({})] }, {}, ['update', 'p', DRAWN]],
  ['its own lines again', { pages: [page({ type: 'single' })] }, {}, ['update', 'p', OWN]],
  [
    'a page of another kind beside the former',
    { pages: [page({})] },
    {},
    ['create', { ...OWN, ...PRIMARY, type: 'single' }],
  ],
  [
    'one beside that of another plugin',
    { demo: DEMO, pages: [page({ demo_plugin_id: 'y' })] },
    {},
    ['create', { ...DRAWN, ...PRIMARY, type: 'template' }],
  ],
  [
    'one beside that of another size',
    { demo: DEMO, pages: [page({ device_type: 'note' })] },
    {},
    ['create', { ...DRAWN, ...PRIMARY, type: 'template' }],
  ],
] as const)
  test(`a demo page is made of ${what}`, async () => {
    const { service, calls } = rig(given as Parameters<typeof rig>[0]);
    const { recreated, page: made } = await service.make('X', query(asked));
    const [way, ...rest] = call;
    const body = way === 'create' ? [{ ...(rest[0] as object), duration_seconds: 300, demo_plugin_id: 'x' }] : rest;
    assert.equal(calls, [[way, ...body]]);
    assert.equal([recreated, made.id], way === 'create' ? [false, 'new'] : [true, 'p']);
  });

test('asked for twice at one moment it is made once', async () => {
  const { store } = storeWith(() => ({ pages: [], boards: [sampleBoard('b1')] }));
  const create = async (body: object) => {
    // The disk takes its time.
    await nextTurn();
    await store.update(({ pages }) => ({ pages: [...pages, { ...samplePage('p'), ...body }] }));
    return { ...body, id: 'p' };
  };
  const update = async (id: string, body: object) => ({ page: { ...body, id } });
  const service = new DemoPageService(store, { create, update } as unknown as PageService, (key) => ({
    key,
    name: 'Clock',
    configured: true,
    demo: undefined,
  }));
  const made = await Promise.all([service.make('x', query()), service.make('x', query())]);
  assert.equal(
    made.map(({ recreated }) => recreated),
    [false, true],
  );
  assert.is(store.state.pages.length, 1);
});

test('whether there is one is told', () => {
  assert.equal(rig().service.status('X', query()), {
    plugin_id: 'x',
    exists: false,
    page_id: null,
    has_demo_template: false,
  });
  assert.equal(rig({ demo: DEMO, pages: [page({})] }).service.status('X', query({ device_type: 'flagship' })), {
    plugin_id: 'x',
    exists: true,
    page_id: 'p',
    has_demo_template: true,
  });
});

for (const [what, given, asked, said] of [
  [
    'two sizes',
    {},
    { device_type: 'note', board_id: 'b1' },
    '400 board_id and device_type: send one of them, not both.',
  ],
  ['a board that is not there', {}, { board_id: 'none' }, '404 '],
  ['a plugin that is not configured', { configured: false }, {}, '400 The plugin "x" is not configured: fill in its'],
] as const)
  test(`refused: ${what}`, async () => {
    const { service, calls } = rig(given);
    const refusal = await refusalOf(() => service.make('x', query(asked)));
    assert.is(refusal.slice(0, said.length), said);
    assert.equal(calls, []);
  });

test.run();

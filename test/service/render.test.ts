import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fault } from '../../src/fault.ts';
import { Renderer } from '../../src/loop/renderer.ts';
import type { DataSources } from '../../src/loop/sources.ts';
import { PLAIN_BOARD } from '../../src/schema/boards/boards.ts';
import { RenderService } from '../../src/service/templates/render.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('templates as they are drawn');

/** Data that are there, or come when they are asked for. */
const rig = (isReady: boolean) => {
  const asked: string[] = [];
  let there = isReady;
  const sources: DataSources = {
    source: (key) =>
      there && key === 'a'
        ? { data: { x: 'word' }, colorRules: {}, markupFields: new Set(), entityLookup: false }
        : undefined,
    lines: () => ({ error: 'none' }),
    need: (keys, { rows, cols }) => {
      asked.push(`${[...keys].join()} ${rows} ${cols}`);
      there = true;
      return Promise.resolve();
    },
    ready: () => there,
    demand: () => undefined,
    onData: () => () => undefined,
  };
  const panel = { device_type: 'panel', grid_rows: 3, grid_cols: 20 } as const;
  const boards = [
    { ...PLAIN_BOARD, id: 'b', name: 'B', device_type: 'note' },
    { ...PLAIN_BOARD, id: 'wide', name: 'Wide', ...panel },
  ];
  const service = new RenderService({
    store: { state: { boards } } as unknown as Store,
    renderer: new Renderer(sources, () => 'UTC'),
    sources,
    clock: createFakeClock('2026-03-01T12:00:00Z'),
    vocabulary: () => ({ variables: {}, max_lengths: {}, variable_metadata: {}, variable_groups: {} }),
  });
  return { service, asked };
};

for (const [template, asked] of [
  ['{{a.x}} {{a.x}}', ['a 3 15']],
  [['{{a.x}} {{a.x}}', '', ''], ['a 3 15']],
] as const)
  for (const isReady of [true, false])
    test(`${JSON.stringify(template)} ${isReady ? 'waits for nothing' : 'waits for its data'}`, async () => {
      const rigged = rig(isReady);
      const body = { template: typeof template === 'string' ? template : [...template] };
      const { lines } = await rigged.service.render(body, { device_type: 'note' });
      assert.is(lines[0]?.trimEnd().toLowerCase(), 'word word');
      assert.equal(rigged.asked, isReady ? [] : asked);
    });

test('blanks are a whole page of them, and wait for nothing', async () => {
  for (const template of ['', [' ', '']]) {
    const { service, asked } = rig(false);
    const answer = await service.render({ template }, { board: 'b' });
    assert.equal([answer.lines, answer.line_count, asked], [['', '', ''], 3, []]);
  }
});

test('the same lines are laid out anew for another size, and for another place in their row', async () => {
  const { service } = rig(true);
  const columns: (number | undefined)[] = [];
  for (const [alignment, target] of [
    ['right', { device_type: 'note' }],
    ['right', {}],
    ['right', { board: 'b' }],
    ['right', { board: 'wide' }],
    ['left', { board: 'b' }],
    ['center', { board: 'b' }],
  ] as const) {
    const { lines } = await service.render({ template: ['x'], line_metadata: [{ alignment, wrap: false }] }, target);
    columns.push(lines[0]?.indexOf('x'));
  }
  assert.equal(columns, [14, 21, 14, 19, 0, 7]);
});

test('a page is for one size: a board or a kind of board', async () => {
  const error = await rig(true)
    .service.render({ template: 'x' }, { board: 'b', device_type: 'note' })
    .catch((error_: unknown) => error_);
  assert.is((error as Fault).status, 400);
  const unknown = await rig(true)
    .service.render({ template: 'x' }, { board: 'gone' })
    .catch((error_: unknown) => error_);
  assert.is((unknown as Fault).status, 404);
});

test.run();

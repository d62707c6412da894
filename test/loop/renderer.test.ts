import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import { createBudget, type TemplateSource } from '../../src/core/template/context.ts';
import { pageOfLines } from '../../src/loop/picture.ts';
import { Renderer } from '../../src/loop/renderer.ts';
import type { DataSources } from '../../src/loop/sources.ts';
import { PLAIN_BOARD } from '../../src/schema/boards/boards.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const OWN: TemplateSource = {
  data: { who: 'NOBODY', room: 'HALL' },
  colorRules: { who: [{ condition: '==', value: 'ANNA', color: 'green' }] },
  markupFields: new Set(),
  entityLookup: false,
};
const never = () => undefined;
const sources: DataSources = {
  source: (key) => (key === 'door' ? OWN : undefined),
  lines: () => ({ error: 'none' }),
  need: () => Promise.resolve(),
  ready: () => true,
  demand: never,
  onData: () => never,
};
const page = pageOfLines(['{{door.who}} {{door.room}}', '{{bell.who}}'], null, {
  ...PLAIN_BOARD,
  device_type: 'note',
});
const linesOf = async (...data: [] | [{ key: string; data: Record<string, unknown> }]) => {
  const rendering = await new Renderer(sources, () => 'UTC').render(page, AT, undefined, ...data);
  return 'grid' in rendering
    ? decodeGrid(rendering.grid)
        .split('\n')
        .map((line) => line.trim())
    : [];
};

const test = suite('loop/renderer: what came with a trigger');

test("without it a plugin's own data is shown", async () =>
  assert.equal((await linesOf()).slice(0, 2), ['NOBODY HALL', '???']));
test("it takes precedence over the plugin's data, whose other fields and colours stay", async () =>
  assert.equal((await linesOf({ key: 'door', data: { who: 'ANNA' } }))[0], '{66} ANNA HALL'));
test('a plugin that reports nothing else is drawn with it', async () =>
  assert.equal((await linesOf({ key: 'bell', data: { who: 'TOM' } })).slice(0, 2), ['NOBODY HALL', 'TOM']));

const demoOf = (key: string, lines: string[] = ['{center}DOORS', '{{bell.who}}']) => ({
  ...pageOfLines(lines, null, { ...PLAIN_BOARD, device_type: 'note' }),
  demo_plugin_id: key,
});
const without = {
  ...sources,
  absence: (key: string) =>
    key === 'bell'
      ? { name: 'Bell', error: 'no answer in time', since: Date.parse('2026-03-01T11:05:00Z') }
      : undefined,
};
const drawn = (demo: ReturnType<typeof demoOf>, at = AT) => {
  const rendering = new Renderer(without, () => 'Europe/Berlin').draw(demo, at);
  return 'grid' in rendering
    ? decodeGrid(rendering.grid)
        .split('\n')
        .map((line) => line.trim())
    : [];
};

test('the page that came with a source says what is missing, since when and why', () => {
  assert.equal(drawn(demoOf('bell')), ['BELL', 'NO DATA 12:05', 'NO ANSWER IN']);
  assert.equal(drawn(demoOf('bell'), AT + 86_400_000)[1], 'NO DATA 01 MAR');
});
test('a page of a source that has data, and one that the owner changed to show another, stay as they are', () => {
  assert.equal(drawn(demoOf('door', ['{{door.who}}']))[0], 'NOBODY');
  assert.equal(drawn(demoOf('bell', ['{{door.room}}']))[0], 'HALL');
});

test('on a wide board the words are whole, and nobody knows since when at first', () => {
  const told = (since: number | null, device_type: 'note' | 'flagship') => {
    const lacking = { ...without, absence: () => ({ name: 'Bell', error: 'off', since }) };
    const page = {
      ...pageOfLines(['{{bell.who}}'], null, { ...PLAIN_BOARD, device_type }),
      demo_plugin_id: 'bell',
    };
    const rendering = new Renderer(lacking, () => 'UTC').draw(page, AT);
    return 'grid' in rendering ? decodeGrid(rendering.grid).split('\n')[1]?.trim() : null;
  };
  const since = Date.parse('2026-03-01T11:05:00Z');
  assert.is(told(since, 'flagship'), 'NO DATA SINCE 11:05');
  assert.is(told(null, 'flagship'), 'NO DATA');
  assert.is(told(since, 'note'), 'NO DATA 11:05');
});

/** A renderer over plugins with lines, and what it asked of them. */
const lined = (isReady = true) => {
  const needed: string[][] = [];
  const plugins: DataSources = {
    ...sources,
    lines: (key) =>
      key === 'door' ? { lines: ['ONE', 'TWO'] } : key === 'blank' ? { lines: [' ', ''] } : { error: 'It is off.' },
    ready: () => isReady,
    need: (keys) => {
      needed.push([...keys]);
      return Promise.resolve();
    },
  };
  return { renderer: new Renderer(plugins, () => 'UTC'), needed };
};
const NOTE_PAGE = pageOfLines([], null, { ...PLAIN_BOARD, device_type: 'note' });
const single = (display_type: string | null) => ({ ...NOTE_PAGE, name: 'P', type: 'single', display_type }) as const;
const composite = (...rows: [string, number, number][]) =>
  ({
    ...NOTE_PAGE,
    type: 'composite',
    rows: rows.map(([source, row_index, target_row]) => ({ source, row_index, target_row })),
  }) as const;
const textOf = (rendering: ReturnType<Renderer['draw']>) =>
  'grid' in rendering
    ? decodeGrid(rendering.grid)
        .split('\n')
        .map((line) => line.trim())
    : rendering.error;

test('a page of one plugin shows its lines, or says why it cannot', async () => {
  const { renderer, needed } = lined();
  assert.equal(textOf(renderer.draw(single('door'), AT)), ['ONE', 'TWO', '']);
  assert.is(textOf(renderer.draw(single('bell'), AT)), 'It is off.');
  assert.is(textOf(renderer.draw(single(null), AT)), 'The page "P" does not say which plugin it shows.');
  assert.equal([[...renderer.sourcesOf(single('door'))], [...renderer.sourcesOf(single(null))]], [['door'], []]);
  await renderer.render(single('door'), AT);
  assert.equal(needed, []);
  const waiting = lined(false);
  await waiting.renderer.render(single('door'), AT);
  assert.equal(waiting.needed, [['door']]);
});
test('a page of rows shows a line of a plugin on each', () => {
  const { renderer } = lined();
  const page = composite(['door', 1, 0], ['bell', 0, 1], ['door', 0, 2]);
  const [first, second, third] = textOf(renderer.draw(page, AT)) as string[];
  assert.equal([first, third], ['TWO', 'ONE']);
  assert.not.match(second ?? '', /ONE|TWO/);
  assert.equal([...renderer.sourcesOf(page)], ['door', 'bell']);
});

test('a page is empty when its data are there and say nothing (rules, L7)', () => {
  const isEmpty = (page: Parameters<Renderer['isEmpty']>[0], isReady = true) =>
    lined(isReady).renderer.isEmpty(page, AT, createBudget());
  assert.ok(isEmpty(single('blank')));
  assert.ok(isEmpty(single('bell')));
  assert.not.ok(isEmpty(single('door')));
  assert.not.ok(isEmpty(single(null)));
  assert.not.ok(isEmpty(single('bell'), false));
  assert.ok(isEmpty(composite(['bell', 0, 0], ['blank', 0, 1])));
  assert.not.ok(isEmpty(composite(['bell', 0, 0], ['door', 0, 1])));
  const template = (line: string) => pageOfLines([line], null, { ...PLAIN_BOARD, device_type: 'note' });
  assert.ok(isEmpty(template('{{bell.who}}')));
  assert.not.ok(isEmpty(template('{{door.who}}')));
  assert.not.ok(isEmpty(template('WORDS')));
});
test('to tell whether a page is empty costs what compiling it takes, once', () => {
  const { renderer } = lined();
  const page = pageOfLines(['{{bell.who}}'.padEnd(200)], null, { ...PLAIN_BOARD, device_type: 'note' });
  assert.throws(() => renderer.isEmpty(page, AT, createBudget(199)));
  const budget = createBudget(10_000);
  renderer.isEmpty(page, AT, budget);
  const paid = 10_000 - budget.left;
  const again = createBudget(10_000);
  renderer.isEmpty(page, AT, again);
  assert.is(paid - (10_000 - again.left), 201);
});

test('formulas that are off are not read, until all is compiled anew', () => {
  let isOff = true;
  const named: string[] = [];
  const guard = {
    isOff: () => isOff,
    evaluate: <T>(_template: readonly string[], name: string, act: () => T) => {
      named.push(name);
      return act();
    },
  };
  const renderer = new Renderer(sources, () => 'UTC', guard);
  const page = {
    ...pageOfLines(['{{= 1 + 1 }}'], null, { ...PLAIN_BOARD, device_type: 'note' }),
    id: 'p',
    name: 'Sum',
  };
  assert.is((textOf(renderer.draw(page, AT)) as string[])[0], '???');
  isOff = false;
  assert.is((textOf(renderer.draw(page, AT)) as string[])[0], '???');
  renderer.forget();
  assert.is((textOf(renderer.draw(page, AT)) as string[])[0], '2');
  assert.ok(named.every((name) => name === 'the page "Sum"'));
  renderer.draw({ ...page, id: '' }, AT);
  assert.is(named.at(-1), 'a message');
});

test('a board of twenty columns has room for whole words, one of nineteen has not', () => {
  const told = (grid_cols: number) => {
    const lacking = { ...without, absence: () => ({ name: 'Bell', error: 'off', since: AT }) };
    const board = { ...PLAIN_BOARD, device_type: 'panel', grid_rows: 3, grid_cols } as const;
    const page = { ...pageOfLines(['{{bell.who}}'], null, board), demo_plugin_id: 'bell' };
    const rendering = new Renderer(lacking, () => 'UTC').draw(page, AT);
    return 'grid' in rendering ? decodeGrid(rendering.grid).split('\n')[1]?.trim() : null;
  };
  assert.equal([told(20), told(19)], ['NO DATA SINCE 12:00', 'NO DATA 12:00']);
});

test.run();

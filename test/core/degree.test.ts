import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PANEL_DRIVERS } from '../../hw/registry.ts';
import { CODE_62, decodeGrid } from '../../src/core/flaps/flaps.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { layoutLines, layoutText } from '../../src/core/flaps/message.ts';
import { traceText } from '../../src/core/flaps/trace.ts';
import { compilePage } from '../../src/core/template/page.ts';
import type { RenderContext } from '../../src/core/template/context.ts';
import { contextOf } from '../support/template-context.ts';

const test = suite('the degree sign where no flap shows it (rules, M10)');
const NOTE = geometryOf({ device_type: 'note' });

const panel = (driver: string, flaps: string | string[] | null = null, code62_glyph: 'degree' | 'heart' = 'degree') =>
  geometryOf({ device_type: 'panel', code62_glyph, panel: { driver, flaps, modules: {} } });

/** [what, geometry, whether it is spelled] */
const SPELLED: [string, { readonly spellsDegree?: boolean | undefined }, boolean][] = [
  ['a flagship', geometryOf({ device_type: 'flagship' }), false],
  ['a flagship with a heart', geometryOf({ device_type: 'flagship', code62_glyph: 'heart' }), true],
  ['a Note', NOTE, true],
  ['an array of Notes', geometryOf({ device_type: 'note_array' }), true],
  [
    'a Note whose owner says that it has a degree sign',
    geometryOf({ device_type: 'note', code62_glyph: 'degree' }),
    false,
  ],
  ['a panel that draws its flaps', panel('virtual'), false],
  ['one that draws a heart', panel('virtual', null, 'heart'), true],
  ['a reel that the driver knows', panel('chainlink'), true],
  ['a reel with a degree sign', panel('chainlink', ' AB°'), false],
  ['a list of flaps with one', panel('mbus', [' ', 'A', '°']), false],
  ['a list of flaps without', panel('mbus', [' ', 'A', '♥']), true],
];
for (const [what, { spellsDegree = false }, expected] of SPELLED)
  test(`${what}: ${expected ? 'spelled' : 'shown'}`, () => assert.is(spellsDegree, expected));

for (const { kind, flaps } of PANEL_DRIVERS)
  test(`the reel of the driver ${kind}, if it has one, has no degree sign`, () => {
    assert.is(panel(kind).spellsDegree ?? false, flaps !== null);
    assert.not((flaps ?? '').includes('°'));
  });

const rows = (grid: Parameters<typeof decodeGrid>[0]): string[] =>
  decodeGrid(grid)
    .split('\n')
    .map((row) => row.trimEnd());

test('20° never becomes a heart, in messages, lines and pages', () => {
  assert.equal(rows(layoutText('20° in Bern ❤', NOTE)), ['20DEG IN BERN °', '', '']);
  assert.equal(rows(layoutLines(['20°', '5℃'], NOTE)), ['20DEG', '5DEGC', '']);
  const page = compilePage({ template: ['A LONG ENOUGH 20°', '{right}20°', '{{fill_space}}{{=20}}° {heart}'] }, NOTE);
  const context: RenderContext = contextOf({});
  assert.equal(rows(page.render(context)), ['A LONG ENOUGH 2', '          20DEG', '        20DEG °']);
  assert.equal(
    page.renderLines(context).map((line) => line.trim()),
    ['A LONG ENOUGH 2', '20DEG', '20DEG {62}'],
  );
});

test('what is spelled wraps and is traced as three flaps of one sign', () => {
  assert.equal(rows(layoutText('TODAY IN BERN 20°', NOTE)), ['TODAY IN BERN', '20DEG', '']);
  const [row] = traceText('1°C', NOTE);
  assert.equal([row?.codes.length, row?.starts, row?.ends], [5, [0, 1, 1, 1, 2], [1, 2, 2, 2, 3]]);
});

test('a flagship shows it, after the same page was drawn for a Note of its size', () => {
  const flagship = geometryOf({ device_type: 'flagship' });
  assert.is(layoutText('°', flagship).codes[0], CODE_62);
  assert.equal(rows(layoutText('20°', { ...flagship, spellsDegree: true }))[0], '20DEG');
});

test.run();

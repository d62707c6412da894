import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataPlugin, PluginMoment } from '../../../src/plugins/contract/plugin.ts';
import { defineManifest } from '../../../src/plugins/contract/manifest.ts';
import { drawData, picturesOf } from '../../../src/plugins/running/page-picture.ts';

// What the ready-made page of a plugin looks like on both usual boards.
const test = suite('plugins/running/page-picture');

const MOMENT = {
  now: Date.parse('2026-03-02T10:00:00Z'),
  zone: 'Europe/Berlin',
  config: {},
} as unknown as PluginMoment;

const pluginOf = (more: object = {}, manifest: object = {}): DataPlugin => ({
  manifest: defineManifest({ id: 'one', name: 'One', version: '1.0.0', ...manifest }),
  fetchData: async () => ({ available: true, data: {} }),
  ...more,
});

/** A row of codes as letters; tiles are their numbers. */
const read = (row: readonly number[]): string =>
  row
    .map((code) =>
      code === 0
        ? ' '
        : code <= 26
          ? String.fromCharCode(64 + code)
          : code <= 36
            ? String((code - 26) % 10)
            : `{${code}}`,
    )
    .join('');
const linesOf = (rows: readonly (readonly number[])[]): string[] =>
  rows
    .map(read)
    .map((row) => row.trim())
    .filter(Boolean);

test('rows of text become flaps of each board, tiles among them', () => {
  const { flagship, note } = picturesOf({ flagship: ['AB{63}', 'C'], note: ['{64}D'] });
  assert.equal([flagship.length, flagship[0]?.length, note.length, note[0]?.length], [6, 22, 3, 15]);
  assert.equal([flagship[0]?.slice(0, 4), flagship[1]?.[0], note[0]?.slice(0, 3)], [[1, 2, 63, 0], 3, [64, 4, 0]]);
});

const demo = (template: string[]) => ({ demo: { flagship: { template }, note: { template } } });
const formatting = {
  format: ({ board }: { board: { device_type: string } }) => [`OF ${board.device_type}`.toUpperCase()],
};
const drawn: [
  what: string,
  plugin: DataPlugin,
  lines: readonly string[] | null | undefined,
  flagship: string[],
  note: string[],
][] = [
  ['the lines that it brought', pluginOf(formatting), ['BROUGHT'], ['BROUGHT'], ['BROUGHT']],
  ['those that it makes of its data, when it brought none', pluginOf(formatting), null, ['OF FLAGSHIP'], ['OF NOTE']],
  ['those it makes, when there is no word of lines', pluginOf(formatting), undefined, ['OF FLAGSHIP'], ['OF NOTE']],
  ['its plain values, when it makes none', pluginOf(), null, ['12'], ['12']],
  [
    'the template of its manifest before all that',
    pluginOf(formatting, demo(['T {{one.temp}}'])),
    ['BROUGHT'],
    ['T 12'],
    ['T 12'],
  ],
  [
    'a template of another key finds no values',
    pluginOf({}, demo(['T {{two.temp}}'])),
    null,
    ['T {60}{60}{60}'],
    ['T {60}{60}{60}'],
  ],
];
for (const [what, plugin, formatted_lines, flagship, note] of drawn)
  test(`what a page shows: ${what}`, () => {
    const pictures = drawData(plugin, 'one', { data: { temp: 12 }, formatted_lines }, MOMENT);
    assert.equal(linesOf(pictures.flagship), flagship);
    assert.equal(linesOf(pictures.note), note);
  });

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { layoutLines } from '../../src/core/flaps/message.ts';
import { layoutComposite } from '../../src/core/flaps/plugin-page.ts';

const test = suite('plugin pages');

const NOTE = geometryOf({ device_type: 'note' });
const sources: Record<string, string[]> = {
  weather: ['SUNNY', '21°', '{sun}{red} A LONG LINE OF TEXT'],
  clock: ['12:30\n12:31'],
  empty: [],
};
const linesOf = (source: string): string[] | undefined => sources[source];
const rowsOf = (text: string): string[] => text.split('\n').map((row) => row.trimEnd());

test('a single page shows the lines of its plugin', () => {
  assert.equal(rowsOf(decodeGrid(layoutLines(['a', 'B {63}', 'c', 'd'], NOTE))), ['A', 'B {63}', 'C']);
  assert.equal(rowsOf(decodeGrid(layoutLines(['one\ntwo'], NOTE))), ['ONE', 'TWO', '']);
  assert.equal(rowsOf(decodeGrid(layoutLines([], NOTE))), ['', '', '']);
});

test('a single page is cut by cells and not rendered', () => {
  assert.equal(rowsOf(decodeGrid(layoutLines(['{red}{red}{red} 12345678901234', '{{a.b}}'], NOTE))), [
    '{63}{63}{63} 12345678901',
    '  A.B',
    '',
  ]);
});

const composites: [string, [string, number, number][], string[]][] = [
  ['nothing', [], ['', '', '']],
  ['one row', [['weather', 0, 0]], ['SUNNY', '', '']],
  [
    'rows in any order',
    [
      ['weather', 1, 2],
      ['weather', 0, 0],
    ],
    ['SUNNY', '', '21DEG'],
  ],
  ['a long line, cut by cells', [['weather', 2, 1]], ['', '{65}{63} A LONG LINE', '']],
  [
    'an unknown source',
    [
      ['nope', 0, 0],
      ['weather', 0, 1],
    ],
    ['', 'SUNNY', ''],
  ],
  ['a source without lines', [['empty', 0, 0]], ['', '', '']],
  ['a line that is missing', [['weather', 3, 0]], ['', '', '']],
  ['a row outside the display', [['weather', 0, 3]], ['', '', '']],
  [
    'the last of two for one row',
    [
      ['weather', 0, 0],
      ['weather', 1, 0],
    ],
    ['21DEG', '', ''],
  ],
  ['the first line of a text of several', [['clock', 0, 0]], ['12:30', '', '']],
];
for (const [name, rows, shown] of composites) {
  test(`a composite page shows ${name}`, () => {
    const config = rows.map(([source, row_index, target_row]) => ({ source, row_index, target_row }));
    assert.equal(rowsOf(decodeGrid(layoutComposite(config, linesOf, NOTE))), shown);
  });
}

test.run();

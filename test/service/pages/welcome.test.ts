import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { welcomePage } from '../../../src/service/pages/welcome.ts';

const test = suite('service/pages: welcome');

const TALL = [
  '',
  '{{yellow}} WELCOME {{yellow}}',
  '',
  '{{date_time.day_of_week}}',
  '{{date_time.month_abbr}} {{date_time.day}}  {{date_time.time_24h}}',
  '',
];
const SHORT = [
  '{{yellow}} WELCOME {{yellow}}',
  '{{date_time.day_of_week_abbr}} {{date_time.month_abbr}} {{date_time.day}}',
  '{{date_time.time_24h}}',
];
const CLOCK = '{{date_time.time_24h}}';
const panel = (grid_rows: number, grid_cols: number) => ({ device_type: 'panel', grid_rows, grid_cols }) as const;

/** [size, lines] */
const SIZES = [
  [{ device_type: 'flagship' }, TALL],
  [{ device_type: 'note' }, SHORT],
  [panel(6, 15), TALL],
  [panel(5, 15), SHORT],
  [panel(3, 15), SHORT],
  [panel(3, 14), ['{{yellow}} WELCOME {{yellow}}', CLOCK]],
  [panel(2, 60), ['{{yellow}} WELCOME {{yellow}}', CLOCK]],
  [panel(1, 11), ['{{yellow}} WELCOME {{yellow}}']],
  [panel(2, 10), ['WELCOME', CLOCK]],
  [panel(2, 7), ['WELCOME', CLOCK]],
  [panel(2, 6), ['HELLO', CLOCK]],
  [panel(2, 5), ['HELLO', CLOCK]],
  [panel(2, 4), ['HI', '']],
  [panel(1, 2), ['HI']],
  [panel(1, 1), ['{{yellow}}']],
] as const;
for (const [size, lines] of SIZES)
  test(`a wall of ${JSON.stringify(size)} is greeted`, () => {
    const page = welcomePage(size, '2026-03-02T10:00:00.000Z');
    assert.equal(page.template, lines);
    assert.equal(
      page.line_metadata,
      lines.map(() => ({ alignment: 'center', wrap: false })),
    );
    const { name, created_at, device_type, notes_wide, notes_tall, grid_rows, grid_cols } = page;
    assert.equal(
      [name, created_at, device_type, notes_wide, notes_tall],
      ['Welcome', '2026-03-02T10:00:00.000Z', size.device_type, 1, 1],
    );
    assert.equal([grid_rows, grid_cols], 'grid_rows' in size ? [size.grid_rows, size.grid_cols] : [null, null]);
    assert.ok(page.id);
  });

test.run();

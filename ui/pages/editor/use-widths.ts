import { useMemo } from 'preact/hooks';
import { MOST_COLS, MOST_ROWS } from '../../../src/core/flaps/grid.ts';
import { pageOperations } from '../operations.ts';
import { measureText, valuesOf } from './tokens.ts';
import { useAnswer } from '../../kit/answer.ts';

const END = '.';

const measure = async (values: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const template = values.map((value) => value + END);
  const { lines } = await pageOperations.preview({
    name: 'Widths',
    type: 'template',
    device_type: 'panel',
    duration_seconds: 300,
    grid_rows: MOST_ROWS,
    grid_cols: MOST_COLS,
    template,
    line_metadata: template.map(() => ({ alignment: 'left', wrap: false })),
  });
  return new Map(
    values.map((value, row) => [value, Math.max(0, measureText((lines[row] ?? '').trimEnd()) - END.length)]),
  );
};

const NONE: ReadonlyMap<string, number> = new Map();

/** How many flaps each placeholder of a template covers now: the service draws them one below the other. */
export const useWidths = (lines: readonly string[]): ReadonlyMap<string, number> => {
  const values = valuesOf(lines).slice(0, MOST_ROWS);
  const { value } = useAnswer(values.length > 0 ? values : null, measure);
  return useMemo(() => value ?? NONE, [value]);
};

import { geometryOf } from '../../core/geometry.ts';
import type { Geometry } from '../../core/geometry.ts';
import { Fault } from '../../fault.ts';
import type { Page, RowConfig } from '../../schema/pages.ts';

/** Sees to it that the parts of a page belong together; 400 names the field that does not (rules, L4). */
export const checkPage = (page: Page, knowsStrategy: (strategy: string) => boolean): void => {
  if (page.device_type === 'panel' && (page.grid_rows === null || page.grid_cols === null)) {
    throw new Fault(400, 'grid_rows and grid_cols are needed for a page of device_type "panel".');
  }
  if (page.type === 'template' && !page.template?.length)
    throw new Fault(400, 'template: a page of type "template" needs at least one line.');
  if (page.type === 'single' && !page.display_type)
    throw new Fault(400, 'display_type: a page of type "single" names the plugin that it shows.');
  if (page.type === 'composite') checkRows(page.rows ?? [], geometryOf(page));
  if (page.transition_strategy !== null && !knowsStrategy(page.transition_strategy)) {
    throw new Fault(400, `transition_strategy: there is no transition "${page.transition_strategy.slice(0, 80)}".`);
  }
};

const checkRows = (rows: readonly RowConfig[], { rows: height }: Geometry): void => {
  if (rows.length === 0) throw new Fault(400, 'rows: a page of type "composite" needs at least one row.');
  const targets = new Set<number>();
  for (const row of rows) {
    if (row.row_index >= height)
      throw new Fault(400, `rows: row_index ${row.row_index} is beyond the ${height} rows of the page.`);
    if (row.target_row >= height)
      throw new Fault(400, `rows: target_row ${row.target_row} is beyond the ${height} rows of the page.`);
    if (targets.has(row.target_row)) throw new Fault(400, `rows: target_row ${row.target_row} is used twice.`);
    targets.add(row.target_row);
  }
};

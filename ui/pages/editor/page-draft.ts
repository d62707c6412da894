import { geometryOf, type Geometry } from '../../../src/core/flaps/geometry.ts';
import { readPrefixes } from '../../../src/core/template/prefixes.ts';
import type { Dimensions } from '../../../src/schema/common.ts';
import type { LineMetadata, Page, PageCreate } from '../../../src/schema/content/pages.ts';

/** A page while it is written: every member has a value, and a template has a line and its layout for every row. */
export type PageDraft = Omit<Page, 'id' | 'created_at' | 'updated_at' | 'template' | 'line_metadata' | 'rows'> & {
  readonly template: readonly string[];
  readonly line_metadata: readonly LineMetadata[];
  readonly rows: NonNullable<Page['rows']>;
};

/** What changes a part of a page works with. */
export interface DraftProps {
  readonly draft: PageDraft;
  readonly onChange: (change: Partial<PageDraft>) => void;
}

/** How a line stands that nobody laid out otherwise. */
export const PLAIN_LINE: LineMetadata = { alignment: 'left', wrap: false };

/** The members of a page that make its size. */
export type PageSize = Pick<PageDraft, 'device_type' | 'notes_wide' | 'notes_tall' | 'grid_rows' | 'grid_cols'>;

/** The size of a page made for something of these dimensions; what they leave open is as usual. */
export const pageSizeOf = ({ device_type, notes_wide, notes_tall, grid_rows, grid_cols }: Dimensions): PageSize => ({
  device_type,
  notes_wide: notes_wide ?? 1,
  notes_tall: notes_tall ?? 1,
  grid_rows: device_type === 'panel' ? (grid_rows ?? 6) : null,
  grid_cols: device_type === 'panel' ? (grid_cols ?? 22) : null,
});

/** The size of a page while it is written. */
export const sizeOf = (draft: PageDraft): Geometry => geometryOf(draft);

const fitRows = (draft: PageDraft): PageDraft => {
  const { rows } = sizeOf(draft);
  const take = <T>(list: readonly T[], blank: T): T[] =>
    Array.from({ length: Math.max(rows, lastUsed(draft.template)) }, (_, row) => list[row] ?? blank);
  return { ...draft, template: take(draft.template, ''), line_metadata: take(draft.line_metadata, PLAIN_LINE) };
};

const lastUsed = (lines: readonly string[]): number =>
  lines.reduce((last, line, row) => (line === '' ? last : row + 1), 0);

/** Gives a page another size or other members; lines that no longer fit are kept until it is saved. */
export const changeDraft = (draft: PageDraft, change: Partial<PageDraft>): PageDraft =>
  fitRows({ ...draft, ...change });

const linesOf = ({
  template,
  line_metadata,
}: Pick<Page, 'template' | 'line_metadata'>): Pick<PageDraft, 'template' | 'line_metadata'> => {
  const lines = template ?? [];
  if (line_metadata) return { template: lines, line_metadata: lines.map((_, row) => line_metadata[row] ?? PLAIN_LINE) };
  const read = lines.map(readPrefixes);
  return {
    template: read.map(({ text }) => text),
    line_metadata: read.map(({ alignment, wraps }) => ({ alignment, wrap: wraps })),
  };
};

/** A stored page as a draft. */
export const draftOf = ({ id: _id, created_at: _created, updated_at: _updated, ...page }: Page): PageDraft =>
  fitRows({ ...page, ...linesOf(page), rows: page.rows ?? [] });

/** A page that is new, of the given size and type. */
export const newDraft = (size: PageSize, type: Page['type'], name: string): PageDraft =>
  fitRows({
    ...size,
    name,
    type,
    display_type: null,
    rows: [],
    template: [],
    line_metadata: [],
    duration_seconds: 300,
    transition_strategy: null,
    transition_interval_ms: null,
    transition_step_size: null,
    demo_plugin_id: null,
  });

/** The body that stores a draft: what its type needs, cut to its size. */
export const bodyOf = (draft: PageDraft): PageCreate => {
  const { rows: height } = sizeOf(draft);
  const { template, line_metadata, rows, display_type, ...rest } = draft;
  if (draft.type === 'single') return { ...rest, display_type, template: null, line_metadata: null, rows: null };
  if (draft.type === 'composite')
    return {
      ...rest,
      display_type: null,
      template: null,
      line_metadata: null,
      rows: rows.filter(({ target_row, row_index }) => target_row < height && row_index < height),
    };
  return {
    ...rest,
    display_type: null,
    rows: null,
    template: template.slice(0, height),
    line_metadata: line_metadata.slice(0, height),
  };
};

/** Lines with text below the last row of the page's size: they are lost when it is saved. */
export const linesLost = (draft: PageDraft): number => Math.max(0, lastUsed(draft.template) - sizeOf(draft).rows);

/** Whether a page names what its type needs; without that it can be neither drawn nor stored. */
export const isComplete = ({ type, display_type, rows }: PageDraft): boolean =>
  type === 'single' ? display_type !== null : type !== 'composite' || rows.length > 0;

import * as v from 'valibot';
import {
  FlatPageCreateSchema,
  FlatPageUpdateSchema,
  PageDeleteAnswerSchema,
  PageListSchema,
  PageSchema,
  PageUpdateAnswerSchema,
} from '../../schema/content/pages.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, REPLACES, tool, type Tool } from '../tool.ts';
import { bullets, describePage, namePage } from '../wording.ts';
import { PICTURE_SIZE, PictureArgument, asIn } from './arguments.ts';

const PageArgument = v.pipe(v.string(), v.description('Id of the page.'));

const CONTENT_NOTES = {
  name: 'Its name.',
  device_type:
    'flagship is 6 rows x 22 columns, note 3 x 15, note_array a multiple of that, panel as grid_rows and grid_cols ' +
    'say. A page fits only boards of its size.',
  display_type: 'For a single page: the key of the plugin whose output it shows.',
  rows: 'For a composite page: line row_index of the plugin "source" on row target_row.',
  template: 'For a template page: one text for each row, with markers, {{plugin.variable}} and {{=FORMULA}}.',
  line_metadata: 'For each line of the template.',
  duration_seconds: 'Its time in a rotation.',
  transition_strategy: 'How the flaps change when it comes; else as the appliance is set.',
  transition_interval_ms: 'Milliseconds between its steps.',
  transition_step_size: 'Flaps in each step.',
  notes_wide: 'Width of a note array in notes.',
  notes_tall: 'Height of a note array in notes.',
  grid_rows: 'Rows of a panel.',
  grid_cols: 'Columns of a panel.',
} as const;

// Which plugin a page is a sample for is no matter of assistants.
const { demo_plugin_id: _demo, ...CONTENT } = FlatPageCreateSchema.entries;

const readTools = ({ pages, pictures }: McpServices): Tool[] => [
  tool({
    name: 'list_pages',
    title: 'List the pages',
    description: 'Every saved page with its id, name, type and size. Pages are one library for all boards.',
    hints: READS,
    input: v.object({}),
    output: PageListSchema,
    run: () => pages.list(),
    format: (list) => bullets(list.pages.map(namePage), 'There is no page.'),
  }),
  tool({
    name: 'get_page',
    title: 'Read a page',
    description: 'A saved page with its template.',
    hints: READS,
    input: v.object({ page_id: PageArgument, picture: PictureArgument }),
    output: PageSchema,
    run: ({ page_id }) => pages.get(page_id),
    picture: async ({ page_id, picture }) => (picture ? pictures.ofPage(page_id, 'png', PICTURE_SIZE) : null),
    format: describePage,
  }),
];

/** The library of pages. */
export const pageTools = (services: McpServices): Tool[] => [
  ...readTools(services),
  tool({
    name: 'create_page',
    title: 'Make a page',
    description:
      'Use the size of the board it is for, and check the template with render_preview first. It is shown by ' +
      'pin_page, by a schedule or in a collection.',
    hints: ADDS,
    input: v.object(CONTENT),
    notes: { ...CONTENT_NOTES, type: 'What the page is made of.' },
    output: PageSchema,
    run: (page) => services.pages.create(page),
    format: (page) => `Saved: ${describePage(page)}`,
  }),
  tool({
    clears: ['transition_strategy'],
    name: 'update_page',
    title: 'Change a page',
    description:
      'Changes the given fields, and the boards that show it. Uses that a new size no longer fits are named.',
    hints: REPLACES,
    input: v.object({ page_id: PageArgument, ...FlatPageUpdateSchema.entries }),
    notes: {
      ...asIn('create_page', CONTENT_NOTES),
      transition_strategy: 'See create_page; empty takes the setting of the appliance.',
    },
    output: PageUpdateAnswerSchema,
    run: ({ page_id, ...change }) => services.pages.update(page_id, change),
    format: ({ page, incompatible_references }) => {
      const misfits = incompatible_references.map(
        ({ board_name, surface }) => `It no longer fits the board "${board_name}" (${surface}).`,
      );
      return [`Saved: ${describePage(page)}`, ...misfits].join('\n');
    },
  }),
  tool({
    name: 'delete_page',
    title: 'Delete a page',
    description:
      'Deletes a page for good. Where it was pinned, the first one that fits is pinned; rules and collections keep its id.',
    hints: REPLACES,
    input: v.object({ page_id: PageArgument }),
    output: PageDeleteAnswerSchema,
    run: ({ page_id }) => services.pages.remove(page_id),
    format: ({ message, active_page_updated, new_active_page_id }) =>
      active_page_updated ? `${message} ${new_active_page_id ?? 'Nothing'} is pinned in its place.` : message,
  }),
];

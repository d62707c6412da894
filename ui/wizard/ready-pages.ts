import { fits, geometryOf, type Geometry } from '../../src/core/flaps/geometry.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { JsonObject } from '../../src/schema/common.ts';
import type { PageCreate } from '../../src/schema/content/pages.ts';
import { request } from '../api.ts';
import type { CodeRows } from '../../src/core/look/shown.ts';
import { leaveUntold } from '../kit/untold.ts';
import { pinPage } from '../pin-page.ts';
import { pluginOperations, type PageDraft } from '../plugins/api.ts';
import { dimensionsOf } from '../plugins/dimensions.ts';
import { wizard } from '../strings/wizard.ts';

/** What the first page can be. */
export type ReadyPage = keyof typeof wizard.page.pages;

/** The plugin that each of them shows; null for words of one's own. */
export const PLUGINS: Readonly<Record<ReadyPage, string | null>> = {
  clock: 'date_time',
  quote: 'quotes',
  weather: 'weather',
  sun: 'sun',
  words: null,
};

/** All of them, in the order in which they are offered. */
export const READY_PAGES = Object.keys(PLUGINS) as ReadyPage[];

/** What a page would show, and why that is nothing yet. */
export interface DrawnPage {
  readonly characters: CodeRows;
  readonly problem: string | null;
}

const demoFor = (demo: JsonObject | undefined, board: Geometry): JsonObject | null => {
  const device = (['flagship', 'note'] as const).find((one) => fits(geometryOf({ device_type: one }), board));
  const found = device === undefined ? undefined : demo?.[device];
  return typeof found === 'object' && found !== null ? (found as JsonObject) : null;
};

/**
 * The ready-made page of a plugin as the service makes it: the template for the size of the board, or the plugin's own
 * lines.
 */
const pluginDraft = async (plugin: string, board: BoardDetail): Promise<PageDraft> => {
  const demo = demoFor((await pluginOperations.manifest(plugin)).demo, board);
  if (!demo) return { type: 'single', display_type: plugin, ...dimensionsOf(board) };
  const { template, line_metadata } = demo as Pick<PageCreate, 'template' | 'line_metadata'>;
  return { type: 'template', template, line_metadata, ...dimensionsOf(board) };
};

/** A page of words, in the middle of the board. */
const wordsDraft = (words: string, board: BoardDetail): PageDraft => {
  const lines = words.split('\n').slice(0, board.rows);
  const above = Math.floor((board.rows - lines.length) / 2);
  const template = Array.from({ length: board.rows }, (_none, row) => lines[row - above] ?? '');
  return {
    type: 'template',
    template,
    line_metadata: template.map(() => ({ alignment: 'center', wrap: true })),
    ...dimensionsOf(board),
  };
};

/** What a page would show on a board now. The plugin behind it must be switched on. */
export const previewReadyPage = async (ready: ReadyPage, words: string, board: BoardDetail): Promise<DrawnPage> => {
  const plugin = PLUGINS[ready];
  if (plugin !== null) {
    const { available, error } = await pluginOperations.data(plugin);
    if (!available) return { characters: [], problem: error };
  }
  const { raw } = await pluginOperations.preview(
    plugin === null ? wordsDraft(words, board) : await pluginDraft(plugin, board),
  );
  return { characters: raw.characters, problem: null };
};

/** Makes the page and puts it on the board. */
export const showReadyPage = async (ready: ReadyPage, words: string, board: BoardDetail): Promise<void> => {
  const plugin = PLUGINS[ready];
  const page =
    plugin === null
      ? await request<{ id: string }>('POST', '/pages', { name: wizard.page.pageName, ...wordsDraft(words, board) })
      : (await pluginOperations.makeDemo(plugin, board.id)).page;
  leaveUntold(board.id, await pinPage(board, page.id));
};

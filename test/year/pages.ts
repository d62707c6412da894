import type { Collection } from '../../src/schema/content/collections.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import { sampleBoard, sampleCollection, samplePage } from '../support/sample-state.ts';
import type { WallMinute } from '../support/wall-clock.ts';

/** A frame as text: its codes as characters, so that frames can be compared and kept. */
export type FrameText = string;

/** Rows and columns. */
export interface Size {
  readonly rows: number;
  readonly cols: number;
}

/** Codes of the characters that the pages of the simulation use, from the table of the boards. */
const codeOf = (character: string): number => {
  if (character >= 'A' && character <= 'Z') return character.charCodeAt(0) - 64;
  if (character >= '1' && character <= '9') return character.charCodeAt(0) - 22;
  return { '0': 36, ':': 50, '?': 60, ' ': 0 }[character] ?? 0;
};

/** A frame with a text at a place, the rest blank. */
export const frameWith = (text: string, { rows, cols }: Size, row = 0, col = 0): FrameText => {
  const codes = new Uint8Array(rows * cols);
  [...text].slice(0, cols - col).forEach((character, index) => (codes[row * cols + col + index] = codeOf(character)));
  return Buffer.from(codes).toString('latin1');
};

/** A frame of one code everywhere. */
export const frameOfCode = (code: number, { rows, cols }: Size): FrameText =>
  Buffer.alloc(rows * cols, code).toString('latin1');

/**
 * What pages read: the wall clock, and the value that was pushed to a plugin; undefined where the plugin is off or has
 * none.
 */
export interface Reading {
  readonly wall: WallMinute;
  readonly clockOn: boolean;
  readonly pushed: number | undefined;
}

/** A page of the simulation: what is stored, and what it looks like. */
export interface ModelPage {
  readonly id: string;
  readonly kind: 'still' | 'clock' | 'pushed';
  /** Counts its edits. */
  revision: number;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** What a page looks like. */
export const looksLike = (page: ModelPage, size: Size, { wall, clockOn, pushed }: Reading): FrameText => {
  const name = page.id.toUpperCase().replace('-', '');
  if (page.kind === 'still') return frameWith(`${name} R${page.revision}`, size);
  if (page.kind === 'clock')
    return frameWith(clockOn ? `${pad(Math.floor(wall.minute / 60))}:${pad(wall.minute % 60)}` : '???', size);
  return frameWith(pushed === undefined ? '???' : `V${pushed}`, size);
};

/** The template of a page at its present revision. */
export const templateOf = ({ id, kind, revision }: ModelPage): string[] => {
  if (kind === 'clock') return ['{{date_time.time_24h}}'];
  return [kind === 'still' ? `${id.toUpperCase().replace('-', '')} R${revision}` : '{{webhook.shown}}'];
};

/** Members that give a page or a board a size. */
export type Form = Pick<StoredBoard, 'device_type' | 'notes_wide' | 'notes_tall' | 'grid_rows' | 'grid_cols'>;

/** A page as it is stored, for a form. */
export const storedPage = (page: ModelPage, form: Form): Page => ({
  ...samplePage(page.id),
  ...form,
  template: templateOf(page),
});

/** A board as it is stored. */
export const storedBoard = (id: string, form: Form, more: Partial<StoredBoard> = {}): StoredBoard => ({
  ...sampleBoard(id),
  ...form,
  ...more,
});

/** A collection that turns by the clock, by chance, or by the half of the hour. */
export const storedCollection = (
  id: string,
  page_ids: string[],
  mode: Collection['selection_mode'],
  seconds: number,
): Collection => ({
  ...sampleCollection(id),
  page_ids,
  selection_mode: mode,
  time: { interval_seconds: seconds },
  random: mode === 'random' ? { interval_seconds: seconds } : null,
  variable:
    mode === 'variable'
      ? {
          rules: [{ expression: '{{= MINUTE(NOW()) < 30 }}', page_id: page_ids[1] ?? '' }],
          default_page_id: page_ids[0] ?? '',
          poll_seconds: seconds,
        }
      : null,
});

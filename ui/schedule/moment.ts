import { resolveCollection } from '../../src/core/collection/collection.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Silence } from '../../src/schema/appliance/silence.ts';
import type { Range } from './week/segments.ts';

/** What stands on a board at a moment. */
export type Shown =
  | { readonly kind: 'page'; readonly page_id: string }
  | { readonly kind: 'indicator'; readonly text: string; readonly position: Silence['indicator_position'] }
  | { readonly kind: 'nothing' };

/** A moment of a board: the range of the timeline it lies in, when what decides it ends, and what is shown. */
export interface Moment {
  readonly range: Range;
  /** Null when it lasts beyond what is known. */
  readonly until: number | null;
  readonly shown: Shown;
}

/** What a moment is told by. */
export interface MomentParts {
  readonly ranges: readonly Range[];
  readonly collections: readonly Collection[];
  readonly silence: Silence | null;
  readonly zone: string;
  /** Whether a page has the size of the board. */
  readonly fits: (pageId: string) => boolean;
}

const NOTHING: Shown = { kind: 'nothing' };

const sameCause = (a: Range, b: Range): boolean =>
  a.silence === b.silence &&
  (a.silence ||
    (a.source === b.source &&
      a.schedule_id === b.schedule_id &&
      ((a.source === 'schedule' && a.schedule_id !== null) || a.page_id === b.page_id)));

const pageAt = ({ collections, fits, zone }: MomentParts, id: string | null, at: number): Shown => {
  const collection = collections.find((one) => one.id === id);
  const page_id = collection
    ? resolveCollection(collection, at, {
        evaluateRule: () => collection.selection_mode !== 'variable',
        usable: fits,
        zone,
      }).page_id
    : id;
  return page_id === null ? NOTHING : { kind: 'page', page_id };
};

const inSilence = (parts: MomentParts, since: number, before: Range | null): Shown => {
  const { silence } = parts;
  if (!silence) return NOTHING;
  if (silence.mode === 'freeze') return before ? pageAt(parts, before.page_id, since - 1) : NOTHING;
  const page = silence.mode === 'page' ? pageAt(parts, silence.page_id, since) : NOTHING;
  return page.kind === 'page'
    ? page
    : { kind: 'indicator', text: silence.indicator_text, position: silence.indicator_position };
};

/**
 * What a board shows at an instant, and until when the same cause decides; null when the timeline does not reach it.
 */
export const momentAt = (parts: MomentParts, at: number): Moment | null => {
  const { ranges } = parts;
  const place = ranges.findIndex(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to));
  const range = ranges[place];
  if (!range) return null;
  let last = place;
  while (ranges[last + 1] && sameCause(range, ranges[last + 1] as Range)) last++;
  let first = place;
  while (ranges[first - 1] && sameCause(range, ranges[first - 1] as Range)) first--;
  const end = ranges[last + 1] ? Date.parse(ranges[last]?.to ?? range.to) : null;
  const since = Date.parse(ranges[first]?.from ?? range.from);
  return {
    range,
    until: end,
    shown: range.silence ? inSilence(parts, since, ranges[first - 1] ?? null) : pageAt(parts, range.page_id, at),
  };
};

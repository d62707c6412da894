import type { Schedule } from '../../src/schema/schedule.ts';

/** How many colours there are for blocks. */
const TINTS = 6;

/** A colour for each page that rules show, the same as long as the rules are there; by the number of its style. */
export const pageColours = (
  rules: readonly Pick<Schedule, 'page_id' | 'created_at'>[],
): ((pageId: string) => number) => {
  const pages = [
    ...new Set([...rules].sort((a, b) => a.created_at.localeCompare(b.created_at)).map(({ page_id }) => page_id)),
  ];
  const places = new Map(pages.map((page, place) => [page, place % TINTS]));
  return (pageId) => places.get(pageId) ?? 0;
};

import type { TimelineAnswer } from '../schema/content/timeline.ts';
import { arbitrate } from './arbiter/arbiter.ts';
import type { ArbiterInput, Decision } from './arbiter/decision.ts';
import { rotationOf, type Skipped } from './collection/collection.ts';
import { DAY_MS } from './time/durations.ts';

type TimelineRange = TimelineAnswer['ranges'][number];

/** What a board will show, without gaps between `from` and `to`, which may lie before the end that was asked for. */
export type Timeline = Pick<TimelineAnswer, 'from' | 'to' | 'ranges'>;

/** The longest stretch that is answered at once: 31 days. */
export const LONGEST_TIMELINE_MS = 31 * DAY_MS;

const MOST_RANGES = 5000;
/** A collection that would rotate more often than this within the stretch is named as a whole. */
const MOST_TURNS = 500;

interface Stretch extends Omit<TimelineRange, 'from' | 'to'> {
  readonly from: number;
}

const SAID = ['source', 'page_id', 'scheduled_page_id', 'schedule_id', 'silence', 'reason'] as const;
const same = (a: Stretch, b: Stretch): boolean => SAID.every((name) => a[name] === b[name]);

/** How to treat the rotation of what a decision resolves to, over a stretch of `length` ms. */
const turnsOf = (
  decision: Decision,
  input: Omit<ArbiterInput, 'at'>,
  length: number,
): 'follow' | 'summarise' | 'none' => {
  const collection = input.collections.get(decision.selected_page_id ?? '');
  const rotation =
    collection && collection.selection_mode !== 'variable'
      ? rotationOf(collection, (id) => input.pages.get(id)?.duration_seconds)
      : null;
  if (rotation === null) return 'none';
  return length / rotation > MOST_TURNS ? 'summarise' : 'follow';
};

/** What a timeline is made of: everything that a decision depends on, and two instants (ms). */
export type TimelineInput = Omit<ArbiterInput, 'at'> & { readonly from: number; readonly to: number };

/**
 * What a board will show from one instant to another, by what is stored now: at most 31 days and 5000 ranges, `to` says
 * how far it goes. Rotating collections are followed from member to member when that gives at most 500 rotations, and
 * named as a whole otherwise; collections with rules are taken as they evaluate now. After each decision whoever goes
 * on may end it: `true` does.
 */
export function* timelineSteps(input: TimelineInput): Generator<void, Timeline, boolean | undefined> {
  const { from } = input;
  const end = Math.min(input.to, from + LONGEST_TIMELINE_MS);
  const stretches: Stretch[] = [];
  let at = from;
  while (at < end && stretches.length < MOST_RANGES) {
    const decision = arbitrate({ ...input, at });
    const turns = turnsOf(decision, input, end - from);
    const { source, scheduled_page_id, schedule_id, silence } = decision;
    const page_id = turns === 'summarise' ? decision.selected_page_id : decision.resolved_page_id;
    const stretch = {
      from: at,
      source,
      page_id,
      scheduled_page_id,
      schedule_id,
      silence: silence.active,
      ...reasonOf(decision, input),
    };
    const last = stretches.at(-1);
    if (!last || !same(last, stretch)) stretches.push(stretch);
    at = Math.min(decision.next_edge ?? end, (turns === 'follow' ? decision.next_check : null) ?? end);
    if ((yield) === true) break;
  }
  return close(stretches, from, Math.max(from, Math.min(at, end)));
}

const WHY: Readonly<Record<Skipped['why'], string>> = {
  hours: 'it is not its time',
  condition: 'its condition is not met',
  empty: 'it has nothing to say',
};

/** Skipped pages that a range names. */
const MOST_TOLD = 20;

const reasonOf = (
  { skipped, selected_page_id, resolved_page_id }: Decision,
  { pages, collections }: Omit<ArbiterInput, 'at'>,
): { readonly reason?: string } => {
  if (skipped.length === 0) return {};
  const told = skipped
    .slice(0, MOST_TOLD)
    .map(({ page_id, why }) => `"${pages.get(page_id)?.name ?? page_id}" is skipped: ${WHY[why]}.`);
  if (skipped.length > MOST_TOLD) told.push(`${skipped.length - MOST_TOLD} more are skipped.`);
  const { page_ids = [], fallback_page_id = null } = collections.get(selected_page_id ?? '') ?? {};
  const takesPart = page_ids.some((id) => id === resolved_page_id && !skipped.some(({ page_id }) => page_id === id));
  const isFallback = resolved_page_id === fallback_page_id && !takesPart;
  return { reason: [...told, ...(isFallback ? ['The fallback is shown.'] : [])].join(' ') };
};

const close = (stretches: readonly Stretch[], from: number, to: number): Timeline => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  ranges: stretches.map((stretch, index) => ({
    ...stretch,
    from: new Date(stretch.from).toISOString(),
    to: new Date(stretches[index + 1]?.from ?? to).toISOString(),
  })),
});

const MOST_EDGES = 50;

const sameCause = (a: Decision, b: Decision): boolean =>
  a.silence.active === b.silence.active &&
  a.source === b.source &&
  a.schedule_id === b.schedule_id &&
  a.selected_page_id === b.selected_page_id;

/**
 * The first instant (ms) after `input.at` at which another rule, page or silence window decides; a collection that
 * rotates counts as one page. Null when that is `most` ms away or more, or never comes.
 */
export const nextDifferentDecision = (input: ArbiterInput, most: number): number | null => {
  const first = arbitrate(input);
  let decision = first;
  for (let edges = 0; edges < MOST_EDGES; edges++) {
    const at = decision.next_edge;
    if (at === null || at >= input.at + most) return null;
    decision = arbitrate({ ...input, at });
    if (!sameCause(first, decision)) return at;
  }
  return null;
};

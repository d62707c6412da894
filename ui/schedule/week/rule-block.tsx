import { DAY_MINUTES, formatTime } from '../../../src/core/time/time-of-day.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import { schedule } from '../../strings/schedule.ts';
import type { Context } from '../rule-references.ts';
import type { PlacedBlock } from './blocks.ts';
import { effectOf, winningParts, type RuleEffect, type Segment } from './segments.ts';

const percent = (minutes: number, of: number = DAY_MINUTES): string => `${(100 * minutes) / of}%`;

/** Blocks lower than this have room for one line, and lower than that for a small one. */
const ONE_LINE = 60;
const SMALL = 35;

const sizeOf = (minutes: number): string => (minutes < SMALL ? 'is-small' : minutes < ONE_LINE ? 'is-line' : '');

/** How rules are drawn and opened. */
export interface RuleLook extends Pick<Context, 'nameOf' | 'has' | 'isPinned' | 'describe'> {
  readonly colourOf: (pageId: string) => number;
  readonly open: (rule: Schedule) => void;
}

interface BlockProps {
  readonly block: PlacedBlock;
  /** What decides the day. */
  readonly segments: readonly Segment[];
  readonly look: RuleLook;
  /** Whether the tabulator stops here: at one block of each rule. */
  readonly stop: boolean;
  readonly held: boolean;
}

/** What is spoken instead of what is drawn. */
const spoken = (label: string, effect: RuleEffect): string =>
  effect === null || effect === 'wins' ? label : `${label}, ${schedule.fates[effect]}`;

/** A rule on one day: solid where it decides, faint where another one does. */
export const RuleBlock = ({ block, segments, look, stop, held }: BlockProps) => {
  const { rule, from: begin, to: end } = block;
  const length = end - begin;
  const shown = held ? [{ from: begin, to: end }] : winningParts(segments, rule.id, begin, end);
  const sun = [rule.start_type, rule.end_type].some((type) => type !== 'fixed');
  return (
    <button
      type="button"
      class={[
        `rule-block tint-${look.colourOf(rule.page_id)} ${sizeOf(length)}`,
        held ? 'is-held' : '',
        shown.length === 0 ? 'is-covered' : '',
        block.lanes > 1 ? 'is-shared' : '',
      ].join(' ')}
      style={{
        top: percent(begin),
        height: percent(length),
        left: percent(block.lane, block.lanes),
        width: percent(1, block.lanes),
      }}
      data-rule={rule.id}
      data-origin={block.origin.number}
      data-begins={block.begins ? 'yes' : undefined}
      data-ends={block.ends ? 'yes' : undefined}
      tabIndex={stop ? 0 : -1}
      onClick={() => look.open(rule)}
    >
      <span class="visually-hidden">
        {spoken(look.describe(rule), held ? null : effectOf(segments, rule.id, begin, end))}
      </span>
      {shown.map(({ from, to }, index) => (
        <span
          key={index}
          class="rule-win"
          style={{ top: percent(from - begin, length), height: percent(to - from, length) }}
        />
      ))}
      <span class="rule-label" aria-hidden="true">
        <span class="rule-name">{look.nameOf(rule.page_id)}</span>
        <span class="rule-times">
          {sun && <SunMark />}
          {formatTime(begin)}
          <span class="rule-end">&nbsp;– {formatTime(end)}</span>
        </span>
      </span>
      {block.begins && <span class="rule-grip rule-grip-start" data-grip="start" />}
      {block.ends && <span class="rule-grip rule-grip-end" data-grip="end" />}
    </button>
  );
};

/** Says that a time follows the sun. */
export const SunMark = () => (
  <svg class="sun-mark" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="3.2" fill="currentColor" />
    <path
      d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M3 13l1.4-1.4M11.6 4.4 13 3"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
    />
  </svg>
);

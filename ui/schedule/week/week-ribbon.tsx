import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import type { DrawnDay } from './day-column.tsx';
import type { RuleLook } from './rule-block.tsx';
import { silenceOf } from './segments.ts';

const span = (from: number, to: number) => ({
  left: `${(100 * from) / DAY_MINUTES}%`,
  width: `${(100 * (to - from)) / DAY_MINUTES}%`,
});

/** What a ribbon is drawn with beside its day. */
export interface RibbonLook extends Pick<RuleLook, 'colourOf'> {
  readonly rules: readonly Schedule[];
}

/**
 * A day as a ribbon from left to right: what decides when, and when it is silent. It says nothing to those who do not
 * see it.
 */
export const DayRibbon = ({ drawn, rules, colourOf }: RibbonLook & { drawn: DrawnDay }) => (
  <span class="ribbon" aria-hidden="true">
    {drawn.segments.map(({ from, to, schedule_id, page_id }) => {
      const rule = rules.find(({ id }) => id === schedule_id);
      const fill = rule ? `tint-${colourOf(rule.page_id)}` : page_id === null ? 'is-empty' : 'is-default';
      return <span key={from} class={`ribbon-part ${fill}`} style={span(from, to)} />;
    })}
    {silenceOf(drawn.segments).map(({ from, to }) => (
      <span key={`silence ${from}`} class="ribbon-part silence" style={span(from, to)} />
    ))}
  </span>
);

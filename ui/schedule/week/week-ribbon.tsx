import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import type { DrawnDay, RuleLook } from './day-column.tsx';
import { silenceOf } from './segments.ts';

const span = (from: number, to: number) => ({
  left: `${(100 * from) / DAY_MINUTES}%`,
  width: `${(100 * (to - from)) / DAY_MINUTES}%`,
});

interface DayRibbonProps {
  readonly drawn: DrawnDay;
  readonly look: Pick<RuleLook, 'colourOf'>;
  readonly pageOf: (ruleId: string) => string | null;
}

/**
 * A day as a ribbon from left to right: what decides when, and when it is silent. It says nothing to those who do not
 * see it.
 */
export const DayRibbon = ({ drawn, look, pageOf }: DayRibbonProps) => (
  <span class="ribbon" aria-hidden="true">
    {drawn.segments.map(({ from, to, schedule_id, page_id }) => {
      const rulePage = schedule_id === null ? null : pageOf(schedule_id);
      const fill =
        rulePage === null ? (page_id === null ? 'is-empty' : 'is-default') : `tint-${look.colourOf(rulePage)}`;
      return <span key={from} class={`ribbon-part ${fill}`} style={span(from, to)} />;
    })}
    {silenceOf(drawn.segments).map(({ from, to }) => (
      <span key={`silence ${from}`} class="ribbon-part silence" style={span(from, to)} />
    ))}
  </span>
);

import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import type { ScheduleAnswer } from '../../../src/schema/content/schedules.ts';
import { dayName } from '../../../src/core/schedule/day-words.ts';
import { schedule } from '../../strings/schedule.ts';
import type { DrawnDay, RuleLook } from '../week/day-column.tsx';
import { DayRibbon } from '../week/week-ribbon.tsx';

const texts = schedule.scrubber;
const STEP = 5;
const NUDGE = 15;

/** The slider itself, below a ribbon of what decides when. */
export const Control = ({
  days,
  rules,
  look,
  minute,
  when,
  onChange,
  onNow,
}: {
  days: readonly DrawnDay[];
  rules: readonly ScheduleAnswer[];
  look: Pick<RuleLook, 'colourOf'>;
  minute: number;
  /** The minute in words. */
  when: string;
  onChange: (minute: number) => void;
  onNow: (() => void) | null;
}) => {
  const last = days.length * DAY_MINUTES - STEP;
  const nudge = (by: number) => onChange(Math.min(last, Math.max(0, minute + by)));
  const pageOf = (id: string) => rules.find((rule) => rule.id === id)?.page_id ?? null;
  return (
    <div class="scrubber-control">
      <button type="button" class="icon-button" aria-label={texts.earlier} onClick={() => nudge(-NUDGE)}>
        <span class="chevron is-left" aria-hidden="true" />
      </button>
      <div class="scrubber-track">
        <span class="scrubber-ribbons" aria-hidden="true">
          {days.map((drawn) => (
            <DayRibbon key={drawn.place} drawn={drawn} look={look} pageOf={pageOf} />
          ))}
        </span>
        <input
          type="range"
          min={0}
          max={last}
          step={STEP}
          value={minute}
          aria-label={texts.slider}
          aria-valuetext={when}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
        <span class="scrubber-days" aria-hidden="true">
          {days.map(({ place, day }) => (
            <span key={place}>{dayName(day.weekday).slice(0, 3)}</span>
          ))}
        </span>
      </div>
      <button type="button" class="icon-button" aria-label={texts.later} onClick={() => nudge(NUDGE)}>
        <span class="chevron" aria-hidden="true" />
      </button>
      <button type="button" class="button button-small" disabled={onNow === null} onClick={() => onNow?.()}>
        {texts.now}
      </button>
    </div>
  );
};

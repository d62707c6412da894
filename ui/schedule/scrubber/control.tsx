import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import { dayName } from '../../../src/core/schedule/day-words.ts';
import { schedule } from '../../strings/schedule.ts';
import type { DrawnDay } from '../week/day-column.tsx';
import { DayRibbon, type RibbonLook } from '../week/week-ribbon.tsx';
import { Button } from '../../kit/button.tsx';
import { ChevronButton } from '../chevron-button.tsx';

const texts = schedule.scrubber;
const STEP = 5;
const NUDGE = 15;

interface ControlProps extends RibbonLook {
  readonly days: readonly DrawnDay[];
  readonly minute: number;
  /** The minute in words. */
  readonly when: string;
  readonly onChange: (minute: number) => void;
  readonly onNow: (() => void) | null;
}

/** The slider itself, below a ribbon of what decides when. */
export const Control = ({ days, rules, colourOf, minute, when, onChange, onNow }: ControlProps) => {
  const last = days.length * DAY_MINUTES - STEP;
  const nudge = (by: number) => onChange(Math.min(last, Math.max(0, minute + by)));
  return (
    <div class="scrubber-control rows-4">
      <ChevronButton to="left" label={texts.earlier} onClick={() => nudge(-NUDGE)} />
      <div class="scrubber-track">
        <span class="scrubber-ribbons" aria-hidden="true">
          {days.map((drawn) => (
            <DayRibbon key={drawn.place} {...{ drawn, rules, colourOf }} />
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
      <ChevronButton to="right" label={texts.later} onClick={() => nudge(NUDGE)} />
      <Button small text={texts.now} disabled={onNow === null} onClick={() => onNow?.()} />
    </div>
  );
};

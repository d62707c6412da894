import type { Day } from '../../../src/core/time/day.ts';
import { dayName } from '../../../src/core/schedule/day-words.ts';
import { schedule } from '../../strings/schedule.ts';
import { formatMinute } from '../words.ts';
import type { DrawnDay } from './day-column.tsx';
import { SunMark } from './rule-block.tsx';
import { DayRibbon, type RibbonLook } from './week-ribbon.tsx';

const Title = ({ day, isToday }: { day: Day; isToday: boolean }) => (
  <span class={`day-title ${isToday ? 'is-today' : ''}`}>
    <span aria-hidden="true">{dayName(day.weekday).slice(0, 3)}</span>
    <span class="visually-hidden">{dayName(day.weekday)}</span> <span class="day-number">{day.day}</span>
  </span>
);

/** The names of the days above their columns, with when the sun rises and sets. */
export const DayHeads = ({ days, today }: { days: readonly DrawnDay[]; today: number }) => (
  <div class={`day-heads days-${days.length}`} data-bar>
    {days.map(({ day, place, sun }) => (
      <div key={place} class="day-head rows-2">
        <Title day={day} isToday={day.number === today} />
        {sun.sunrise !== null && sun.sunset !== null && (
          <span class="day-sun">
            <span class="visually-hidden">
              {schedule.dayFacts(formatMinute(sun.sunrise), formatMinute(sun.sunset))}
            </span>
            <span aria-hidden="true">
              <SunMark /> {formatMinute(sun.sunrise)} – {formatMinute(sun.sunset)}
            </span>
          </span>
        )}
      </div>
    ))}
  </div>
);

interface DayChoiceProps extends RibbonLook {
  readonly days: readonly DrawnDay[];
  readonly chosen: number;
  readonly today: number;
  readonly onChoose: (place: number) => void;
}

/** The days of the week one below the other, each to be chosen, with a ribbon of what it shows: for narrow screens. */
export const DayChoice = ({ days, chosen, today, onChoose, rules, colourOf }: DayChoiceProps) => (
  <div class="day-choice rows-2" role="group" aria-label={schedule.dayTabs}>
    {days.map((drawn) => (
      <button
        key={drawn.place}
        type="button"
        aria-pressed={drawn.place === chosen}
        onClick={() => onChoose(drawn.place)}
      >
        <Title day={drawn.day} isToday={drawn.day.number === today} />
        <DayRibbon {...{ drawn, rules, colourOf }} />
      </button>
    ))}
  </div>
);

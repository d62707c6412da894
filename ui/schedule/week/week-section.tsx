import { useState } from 'preact/hooks';
import { dateOf, type Day } from '../../../src/core/time/day.ts';
import { DAY_NAMES } from '../../../src/core/schedule/calendar.ts';
import { DAY_MINUTES, formatTime } from '../../../src/core/time/time-of-day.ts';
import { navigate, type Place } from '../../router.ts';
import { schedule } from '../../strings/schedule.ts';
import { newRuleAddress, show } from '../address.ts';
import { formatDay } from '../words.ts';
import type { DrawnDay } from './day-column.tsx';
import { isoDate } from './days.ts';
import { DayChoice, DayHeads } from './week-head.tsx';
import { WeekGrid, type GridProps } from './week-grid.tsx';
import { PHONE, useMedia } from '../../kit/media.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { Options } from '../../kit/options.tsx';
import { ChevronButton } from '../chevron-button.tsx';

const STEPS = [5, 15] as const;

const WeekChoice = ({ place, days, today }: { place: Place; days: readonly Day[]; today: Day }) => {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const weekAt = (shift: number) => isoDate(dateOf(first.number + shift));
  const isPresent = today.number >= first.number && today.number <= last.number;
  return (
    <div class="week-choice">
      <ChevronButton to="left" label={schedule.previous} onClick={() => show(place, { week: weekAt(-7) })} />
      <strong aria-live="polite">{schedule.weekOf(formatDay(first.number), formatDay(last.number))}</strong>
      <ChevronButton to="right" label={schedule.next} onClick={() => show(place, { week: weekAt(7) })} />
      {!isPresent && <Button small text={schedule.thisWeek} onClick={() => show(place, { week: null })} />}
    </div>
  );
};

const StepChoice = ({ step, onChange }: { step: number; onChange: (step: number) => void }) => (
  <div class="step-choice">
    <label for="step-choice">{schedule.step}</label>
    <select id="step-choice" value={step} onChange={(event) => onChange(Number(event.currentTarget.value))}>
      <Options of={STEPS.map((one) => [one, schedule.steps[one]])} />
    </select>
  </div>
);

const Legend = () => (
  <ul class="legend">
    {(['wins', 'loses', 'silence', 'gap'] as const).map((kind) => (
      <li key={kind}>
        <span class={`legend-chip legend-${kind} tint-0`} aria-hidden="true" />
        {schedule.legend[kind]}
      </li>
    ))}
  </ul>
);

interface WeekSectionProps extends Omit<GridProps, 'step' | 'onNew'> {
  readonly place: Place;
}

/** The week as a picture: seven days side by side, or on a narrow screen one of them below the choice of days. */
export const WeekSection = ({ place, days, plan, context, look, moment }: WeekSectionProps) => {
  const narrow = useMedia(PHONE);
  const [step, setStep] = useState<number>(15);
  const named = DAY_NAMES.findIndex((name) => name === place.query.get('day'));
  const present = days.findIndex(({ day }) => day.number === context.today.number);
  const chosen = named >= 0 ? named : Math.max(0, present);
  const seen = narrow ? days.filter((one) => one.place === chosen) : days;
  const onNew = ({ day }: DrawnDay, from: number, to: number) =>
    navigate(
      newRuleAddress(place, {
        on: DAY_NAMES[day.weekday] ?? '',
        from: formatTime(from),
        to: to < DAY_MINUTES ? formatTime(to) : 'midnight',
      }),
    );
  return (
    <section class="card week" aria-labelledby="week-title">
      <div class="row week-bar">
        <h2 id="week-title" class="visually-hidden">
          {schedule.week}
        </h2>
        <WeekChoice place={place} days={days.map(({ day }) => day)} today={context.today} />
        <div class="week-tools">
          <StepChoice step={step} onChange={setStep} />
          <ButtonLink main small text={schedule.addRule} href={newRuleAddress(place)} />
        </div>
      </div>
      {narrow && (
        <DayChoice
          days={days}
          chosen={chosen}
          today={context.today.number}
          rules={plan.rules}
          colourOf={look.colourOf}
          onChoose={(day) => show(place, { day: DAY_NAMES[day] ?? null })}
        />
      )}
      {/* The heads stay in sight as long as the hours do, and no longer. */}
      <div>
        <DayHeads days={seen} today={context.today.number} />
        <WeekGrid key={narrow ? 'day' : 'week'} days={seen} {...{ plan, context, look, step, moment, onNew }} />
      </div>
      <Legend />
      <p class="field-note week-help">
        {schedule.helpDrag} <span class="week-keys">{schedule.help}</span>
      </p>
    </section>
  );
};

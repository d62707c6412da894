import { useEffect, useState } from 'preact/hooks';
import { DAY_MS } from '../../src/core/time/durations.ts';
import { TextField } from './field.tsx';
import { inZone } from './zone.ts';

/** The day (`YYYY-MM-DD`) on which a time comes next, by the appliance's clock. */
export const nextDayWith = (time: string, now: number): string => {
  const [today = '', clock = ''] = new Date(now).toLocaleString('sv', inZone()).split(' ');
  return time > clock ? today : new Date(Date.parse(`${today}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
};

interface Props {
  readonly dayLabel: string;
  readonly timeLabel: string;
  /** `YYYY-MM-DDTHH:MM` by the appliance's clock, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A day and a time of it, with 24 hours whatever the browser would make of it. A time alone is the next one. */
export const MomentFields = ({ dayLabel, timeLabel, value, onChange }: Props) => {
  const [chosen, setChosen] = useState(value.slice(0, 10));
  const [time, setTime] = useState(value.slice(11));
  const dayOf = (day: string, at: string): string => day || (at && nextDayWith(at, Date.now()));
  const joined = (day: string, at: string): string => at && `${dayOf(day, at)}T${at}`;
  useEffect(() => {
    if (value === joined(chosen, time)) return;
    setChosen(value.slice(0, 10));
    setTime(value.slice(11));
  }, [value]);
  const change = (day: string, at: string): void => {
    setChosen(day);
    setTime(at);
    onChange(joined(day, at));
  };
  return (
    <>
      <TextField
        type="date"
        label={dayLabel}
        value={dayOf(chosen, time)}
        onChange={(day) => change(day === dayOf('', time) ? '' : day, time)}
      />
      <TextField
        type="time"
        label={timeLabel}
        value={time}
        required={chosen !== ''}
        onChange={(at) => change(chosen, at)}
      />
    </>
  );
};

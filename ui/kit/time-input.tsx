import type { InputHTMLAttributes } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { kit } from '../strings/kit.ts';

const TIME = /^\s*(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(?:([ap])\.?m\.?)?\s*$/i;
const NOON = 12;

/** A time of day as `HH:MM`, however it was typed: `7:30`, `730`, `7.30 pm`; null when it is none. */
export const readTime = (text: string): string | null => {
  const [, hours, minutes = '00', half] = TIME.exec(text) ?? [];
  if (hours === undefined || (half && (Number(hours) > NOON || Number(hours) === 0))) return null;
  const hour = half ? (Number(hours) % NOON) + (half.toLowerCase() === 'p' ? NOON : 0) : Number(hours);
  return hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, '0')}:${minutes}` : null;
};

type Props = Pick<InputHTMLAttributes, 'id' | 'required' | 'aria-describedby' | 'aria-invalid'> & {
  /** `HH:MM`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A time of day, written with 24 hours as everywhere else, whatever the browser would make of it. */
export const TimeInput = ({ value, onChange, ...others }: Props) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((text) => ((readTime(text) ?? '') === value ? text : value)), [value]);
  const input = useRef<HTMLInputElement>(null);
  // The browser tells whoever typed something else before it is sent.
  useLayoutEffect(() => input.current?.setCustomValidity(typed && !readTime(typed) ? kit.noTime : ''), [typed]);
  return (
    <input
      ref={input}
      type="text"
      inputMode="numeric"
      placeholder="00:00"
      maxLength={8}
      autocomplete="off"
      value={typed}
      {...others}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readTime(currentTarget.value) ?? '');
      }}
      onBlur={() => setTyped(readTime(typed) ?? typed)}
    />
  );
};

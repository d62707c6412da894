import { DAY_NAMES } from '../../../src/core/schedule/calendar.ts';
import { MOST_SILENCE_WINDOWS, SUN_OFFSET_MINUTES } from '../../../src/schema/limits.ts';
import type { SilenceWindow } from '../../../src/schema/appliance/silence.ts';
import { Button } from '../../kit/button.tsx';
import { Toggles } from '../../kit/choice.tsx';
import { DAYS } from '../../kit/days.ts';
import { NumberField, SelectField, TextField, membersOf, textsOf } from '../../kit/field.tsx';
import { settings } from '../../strings/settings/settings.ts';
import { changedAt, withoutAt } from '../../list.ts';

const texts = settings.silence;
const KINDS = Object.entries(texts.edges) as ['clock' | 'sunrise' | 'sunset', string][];

interface EdgeFieldProps {
  /** Of the time. */
  readonly label: string;
  /** Of the choice between clock and sun. */
  readonly kindLabel: string;
  readonly value: string;
  readonly onChange: (edge: string) => void;
}

/** An edge of a window: a time of the clock, or minutes before or after the sun. */
const EdgeField = ({ label, kindLabel, value, onChange }: EdgeFieldProps) => {
  const match = /^(sunrise|sunset)([+-]\d+)?$/.exec(value);
  const kind = match?.[1] === 'sunrise' || match?.[1] === 'sunset' ? match[1] : 'clock';
  const offset = Number(match?.[2] ?? 0);
  const write = (next: typeof kind, minutes: number) =>
    onChange(
      next === 'clock' ? '20:00' : `${next}${minutes === 0 ? '' : `${minutes > 0 ? '+' : ''}${Math.round(minutes)}`}`,
    );
  return (
    <div class="pair pair-short">
      <SelectField label={kindLabel} value={kind} options={KINDS} onChange={(next) => write(next, offset)} />
      {kind === 'clock' ? (
        <TextField type="time" label={label} required value={value} onChange={onChange} />
      ) : (
        <NumberField
          label={texts.offset}
          hint={texts.offsetHint}
          range={SUN_OFFSET_MINUTES}
          value={offset}
          onChange={(minutes) => write(kind, minutes ?? 0)}
        />
      )}
    </div>
  );
};

interface EdgeFieldsProps {
  readonly words: { readonly start: string; readonly begins: string; readonly end: string; readonly ends: string };
  readonly window: { readonly start: string; readonly end: string };
  readonly onChange: (change: { start: string } | { end: string }) => void;
}

/** Both edges of a window, with the texts that `words` has for them. */
export const EdgeFields = ({ words, window: { start, end }, onChange }: EdgeFieldsProps) => (
  <>
    <EdgeField
      label={words.start}
      kindLabel={words.begins}
      value={start}
      onChange={(edge) => onChange({ start: edge })}
    />
    <EdgeField label={words.end} kindLabel={words.ends} value={end} onChange={(edge) => onChange({ end: edge })} />
  </>
);

interface FurtherProps {
  readonly number: number;
  readonly window: SilenceWindow;
  readonly pages: readonly (readonly [string, string])[];
  readonly onChange: (change: Partial<SilenceWindow>) => void;
  readonly onRemove: () => void;
}

const Further = ({ number, window, pages, onChange, onRemove }: FurtherProps) => {
  const field = membersOf(window, onChange);
  return (
    <fieldset class="form further-hours">
      <legend>{texts.window(number)}</legend>
      <EdgeFields words={texts} window={window} onChange={onChange} />
      <Toggles
        label={texts.days}
        problem={window.days.length === 0 ? texts.noDay : null}
        options={DAYS}
        {...field('days')}
      />
      <div class="pair">
        <SelectField
          label={texts.mode}
          options={(['freeze', 'indicator', 'page'] as const).map((mode) => [mode, texts.modes[mode][0]] as const)}
          {...field('mode')}
        />
        {window.mode === 'page' && (
          <SelectField
            label={texts.page}
            options={[['', texts.noPage], ...pages]}
            {...textsOf(window, onChange)('page_id')}
          />
        )}
      </div>
      <Button text={texts.removeWindow} onClick={onRemove} />
    </fieldset>
  );
};

interface FurtherWindowsProps {
  readonly windows: readonly SilenceWindow[];
  readonly pages: readonly (readonly [string, string])[];
  readonly onChange: (windows: SilenceWindow[]) => void;
}

/** The windows of a silence behind the first one. */
export const FurtherWindows = ({ windows, pages, onChange }: FurtherWindowsProps) => {
  const [first, ...others] = windows;
  if (!first) return null;
  const add = () =>
    onChange([...windows, { start: '13:00', end: '14:00', days: [...DAY_NAMES], mode: 'freeze', page_id: null }]);
  return (
    <>
      {others.map((window, at) => (
        <Further
          key={at}
          number={at + 2}
          window={window}
          pages={pages}
          onChange={(change) => onChange(changedAt(windows, at + 1, change))}
          onRemove={() => onChange(withoutAt(windows, at + 1))}
        />
      ))}
      <div class="actions">
        <Button text={texts.addWindow} disabled={windows.length >= MOST_SILENCE_WINDOWS} onClick={add} />
      </div>
    </>
  );
};

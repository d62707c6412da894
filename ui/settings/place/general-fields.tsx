import { useId, useMemo } from 'preact/hooks';
import type { General } from '../../../src/schema/settings.ts';
import { CLOCK, LANGUAGE } from '../../kit/language.ts';
import { Field, TextField } from '../../kit/field.tsx';
import { settings } from '../../strings/settings.ts';
import { zonePlaces } from './zone-places.ts';

const texts = settings.general;

/** The time zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const knownZones = (): string[] => {
  const listed =
    typeof Intl.supportedValuesOf === 'function'
      ? Intl.supportedValuesOf('timeZone')
      : zonePlaces().map(({ zone }) => zone);
  return [...new Set([...listed, 'Etc/UTC', deviceZone()])].sort();
};

/** The wall clock of a zone now; null for a zone that does not exist. */
const timeInZone = (zone: string): string | null => {
  try {
    return new Date().toLocaleTimeString(LANGUAGE, { timeZone: zone, ...CLOCK, weekday: 'long' });
  } catch {
    return null;
  }
};

/** One time zone, found by typing a part of its name. */
export const ZoneField = ({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (zone: string) => void;
}) => {
  const list = useId();
  const zones = useMemo(knownZones, []);
  const time = value === '' ? null : timeInZone(value);
  return (
    <Field
      label={label}
      hint={time === null ? hint : texts.now(time)}
      problem={value !== '' && time === null ? texts.zoneUnknown : null}
      control={({ id, describedBy }) => (
        <>
          <input
            id={id}
            type="text"
            list={list}
            value={value}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={describedBy}
            aria-invalid={value !== '' && time === null ? true : undefined}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    />
  );
};

/** Name and time zone of the appliance. */
export const GeneralFields = ({
  general,
  onChange,
}: {
  general: General;
  onChange: (change: Partial<General>) => void;
}) => {
  const here = deviceZone();
  return (
    <>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        required
        maxLength={100}
        value={general.instance_name}
        onChange={(instance_name) => onChange({ instance_name })}
      />
      <ZoneField
        label={texts.zone}
        hint={texts.zoneHint}
        value={general.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
      {here !== general.timezone && (
        <p>
          <button type="button" class="button" onClick={() => onChange({ timezone: here })}>
            {texts.guess(here)}
          </button>
        </p>
      )}
    </>
  );
};

import { Button } from '../../kit/button.tsx';
import { CLOCK, LANGUAGE } from '../../kit/language.ts';
import { TextField } from '../../kit/field.tsx';
import { settings } from '../../strings/settings/settings.ts';
import { usePlaces } from './place-search.tsx';
import { findZones, meantZone, zonesOf } from './zone-search.ts';

const texts = settings.general;

/** How many zones are offered for what was typed. */
const MOST_CHOICES = 6;

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The wall clock of a zone now; null for a zone that does not exist. */
const timeInZone = (zone: string): string | null => {
  try {
    return new Date().toLocaleTimeString(LANGUAGE, { timeZone: zone, ...CLOCK, weekday: 'long' });
  } catch {
    return null;
  }
};

const ZoneChoices = ({ zones, onChoose }: { zones: readonly string[]; onChoose: (zone: string) => void }) => (
  <ul class="zone-choices" aria-label={texts.zoneChoices}>
    {zones.slice(0, MOST_CHOICES).map((zone) => (
      <li key={zone}>
        <button
          type="button"
          class="button button-small"
          // The field keeps the focus: what it makes of the text must not take this button away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(zone)}
        >
          {zone.replaceAll('_', ' ')}
        </button>
      </li>
    ))}
  </ul>
);

interface ZoneFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** One time zone, found by its city or by typing a part of its name. */
export const ZoneField = ({ label, hint, value, onChange }: ZoneFieldProps) => {
  const time = value === '' ? null : timeInZone(value);
  const named = findZones(value);
  const places = usePlaces(time === null ? value : '');
  const found = [...new Set([...named.slice(0, 3), ...zonesOf(places ?? []), ...named])];
  const choices = named.includes(value) ? [] : found;
  return (
    <div class="zone-field">
      <TextField
        label={label}
        hint={time === null ? hint : texts.now(time)}
        problem={value === '' || time !== null ? null : choices.length > 0 ? texts.zoneOpen : texts.zoneUnknown}
        value={value}
        onChange={onChange}
        onDone={(typed) => onChange(meantZone(typed) ?? (choices.length === 1 ? choices[0] : null) ?? typed)}
      />
      {choices.length > 0 && <ZoneChoices zones={choices} onChoose={onChange} />}
    </div>
  );
};

/** Offers the time zone of this device where another one is set. */
export const DeviceZoneOffer = ({ zone, onUse }: { zone: string; onUse: (zone: string) => void }) => {
  const here = deviceZone();
  if (here === zone) return null;
  return (
    <p>
      <Button text={texts.guess(here)} onClick={() => onUse(here)} />
    </p>
  );
};

import { useMemo, useState } from 'preact/hooks';
import { LATITUDE, LONGITUDE } from '../../../src/schema/limits.ts';
import type { Location } from '../../../src/schema/appliance/location.ts';
import { Button } from '../../kit/button.tsx';
import { NumberField } from '../../kit/field.tsx';
import { settings } from '../../strings/settings/settings.ts';
import { PlaceSearch } from './place-search.tsx';
import { WorldMap } from './world-map.tsx';
import { nearestPlace, placeOfZone } from './zone-places.ts';

const texts = settings.place;
/** Farther away than this a place says nothing about a point. */
const NEAR_DEGREES = 12;

const roundTo = (value: number): number => Math.round(value * 100) / 100;

const DeviceButton = ({ onChange }: { onChange: (place: Location) => void }) => {
  const [failed, setFailed] = useState(false);
  const ask = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setFailed(false);
        onChange({ latitude: roundTo(coords.latitude), longitude: roundTo(coords.longitude) });
      },
      () => setFailed(true),
      { timeout: 10_000 },
    );
  if (!('geolocation' in navigator) || !isSecureContext) return null;
  return (
    <>
      <Button text={texts.here} onClick={ask} />
      {failed && (
        <p class="field-note is-wrong" role="alert">
          {texts.hereFails}
        </p>
      )}
    </>
  );
};

interface PlaceFieldsProps {
  readonly place: Location;
  readonly zone: string;
  readonly onChange: (place: Location) => void;
}

/** A place on earth: on the map, by its coordinates, from the device or after the time zone. */
export const PlaceFields = ({ place, zone, onChange }: PlaceFieldsProps) => {
  const { latitude, longitude } = place;
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  const near = useMemo(
    () => (latitude === null || longitude === null ? null : nearestPlace({ latitude, longitude })),
    [latitude, longitude],
  );
  const town = useMemo(() => placeOfZone(zone), [zone]);
  return (
    <>
      <PlaceSearch onPick={({ latitude: north, longitude: east }) => onChange({ latitude: north, longitude: east })} />
      <WorldMap point={point} onPick={onChange} />
      <div class="pair pair-short">
        <NumberField
          label={texts.latitude}
          hint={texts.latitudeHint}
          range={LATITUDE}
          step="any"
          value={latitude}
          onChange={(value) => onChange({ latitude: value, longitude })}
        />
        <NumberField
          label={texts.longitude}
          hint={texts.longitudeHint}
          range={LONGITUDE}
          step="any"
          value={longitude}
          onChange={(value) => onChange({ latitude, longitude: value })}
        />
      </div>
      {near && near.degrees < NEAR_DEGREES && <p class="meta">{texts.near(near.place.name)}</p>}
      <div class="row row-start">
        {town && near?.place.name !== town.name && (
          <Button
            text={texts.ofZone(town.name)}
            onClick={() => onChange({ latitude: town.latitude, longitude: town.longitude })}
          />
        )}
        <DeviceButton onChange={onChange} />
        {point && <Button text={texts.clear} onClick={() => onChange({ latitude: null, longitude: null })} />}
      </div>
    </>
  );
};

import { useEffect, useState } from 'preact/hooks';
import type { FoundPlace } from '../../../src/schema/appliance/location.ts';
import { TextField } from '../../kit/field.tsx';
import { countryName } from '../../kit/language.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';

const texts = settings.place;
const PAUSE_MS = 150;
const LEAST_LETTERS = 2;
const LONGEST = 80;

/** The places that a text may mean, a moment after it has stayed the same; null while nothing is known. */
export const usePlaces = (typed: string): readonly FoundPlace[] | null => {
  const [places, setPlaces] = useState<readonly FoundPlace[] | null>(null);
  const text = typed.trim();
  useEffect(() => {
    setPlaces(null);
    if (text.length < LEAST_LETTERS || text.length > LONGEST) return undefined;
    let isOver = false;
    const take = (found: readonly FoundPlace[] | null) => isOver || setPlaces(found);
    const timer = setTimeout(() => {
      settingsOperations.places(text).then(
        (found) => take(found.places),
        () => take(null),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return places;
};

const areaOf = ({ name, region, country }: FoundPlace): string =>
  [region === name ? '' : region, countryName(country)].filter(Boolean).join(', ');

/** One of the largest places of the world, found by its name while it is typed; nobody on the network is asked. */
export const PlaceSearch = ({ onPick }: { onPick: (place: FoundPlace) => void }) => {
  const [typed, setTyped] = useState('');
  const places = usePlaces(typed);
  const pick = (place: FoundPlace) => {
    setTyped('');
    onPick(place);
  };
  return (
    <div class="place-search">
      <TextField
        label={texts.search}
        hint={places?.length === 0 ? texts.nowhere : texts.searchHint}
        type="search"
        maxLength={LONGEST}
        value={typed}
        onChange={setTyped}
      />
      {places !== null && places.length > 0 && (
        <ul class="place-choices" aria-label={texts.found}>
          {places.map((place) => (
            <li key={`${place.name} ${place.latitude} ${place.longitude}`}>
              <button type="button" class="place-choice" onClick={() => pick(place)}>
                <strong>{place.name}</strong> <span class="meta">{areaOf(place)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

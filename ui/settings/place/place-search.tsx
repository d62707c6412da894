import { useState } from 'preact/hooks';
import type { FoundPlace } from '../../../src/schema/appliance/location.ts';
import { TextField } from '../../kit/field.tsx';
import { countryName } from '../../kit/language.ts';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';

const texts = settings.place;
const PAUSE_MS = 150;
const LEAST_LETTERS = 2;
const LONGEST = 80;

/** The places that a text may mean, a moment after it has stayed the same; null while nothing is known. */
export const usePlaces = (typed: string): readonly FoundPlace[] | null => {
  const text = typed.trim();
  const isAsked = text.length >= LEAST_LETTERS && text.length <= LONGEST;
  const ask = () => (isAsked ? settingsOperations.places(text) : Promise.resolve(null));
  return useResource(`places ${text}`, ask, [], PAUSE_MS).value?.places ?? null;
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
        onEnter={() => places?.[0] && pick(places[0])}
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

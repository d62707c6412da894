import { useState } from 'preact/hooks';
import { kit } from '../strings/kit.ts';

/** From more of them on, something is looked for by its name instead of along a list. */
const FEW = 24;
/** How many are shown at once. */
const SHOWN = 64;

/** Those of a list whose names have the words that are typed, the first ones of many. */
export const namedLike = <T extends { readonly name: string }>(all: readonly T[], words: string): readonly T[] => {
  if (all.length <= FEW) return all;
  const wanted = words.toLowerCase().split(' ');
  return all.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word))).slice(0, SHOWN);
};

/** A field for words that something is looked for by. */
export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (words: string) => void;
}) => (
  <input
    type="search"
    value={value}
    placeholder={label}
    aria-label={label}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
);

/** Shows the first of many, and lets somebody type the name of another: `field` is null while there are few. */
export const useNarrowed = <T extends { readonly name: string }>(all: readonly T[]) => {
  const [words, setWords] = useState('');
  const shown = namedLike(all, words);
  const field = all.length > FEW && (
    <p class="narrow">
      <SearchField label={kit.findName} value={words} onChange={setWords} />
      <span class="meta" role="status">
        {kit.shownOf(shown.length, all.length)}
      </span>
    </p>
  );
  return { shown, field };
};

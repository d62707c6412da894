import { PLAIN, faceOf } from '../../../src/core/look/palette.ts';
import { useMemo, useState } from 'preact/hooks';
import { Loading } from '../../kit/work.tsx';
import { SearchField } from '../../kit/narrowed.tsx';
import { useResource } from '../../kit/resource.ts';
import { pages } from '../../strings/pages.ts';
import { pageOperations } from '../operations.ts';
import { entriesOf, searchEntries, type Entry, type Insertion, type Words } from './vocabulary.ts';

/** What the last list had. The next one, after a turn of the screen or in its dialogue, begins with that. */
let known: Words | null = null;

const loadWords = async (): Promise<Words> => {
  const [catalog, { sources }, { functions }] = await Promise.all([
    pageOperations.catalog(),
    pageOperations.sources(),
    pageOperations.functions(),
  ]);
  known = { catalog, sources, functions };
  return known;
};

const EntryButton = ({ entry, onInsert }: { entry: Entry; onInsert: (insertion: Insertion) => void }) => (
  <li>
    <button
      type="button"
      class="insert-entry"
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onInsert(entry.insertion)}
    >
      {entry.code !== null && <span class="entry-chip" style={{ background: faceOf(entry.code, PLAIN) }} />}
      <span class="entry-text">
        <strong>{entry.title}</strong>
        {entry.note && <span class="meta">{entry.note}</span>}
      </span>
      {entry.value !== null && <span class="entry-value">{entry.value}</span>}
    </button>
  </li>
);

interface GroupProps {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly open: boolean;
  readonly onInsert: (insertion: Insertion) => void;
}

const Group = ({ name, entries, open, onInsert }: GroupProps) => (
  <details class="entries" open={open}>
    <summary>
      {name} <span class="meta">{entries.length}</span>
    </summary>
    <ul>
      {entries.map((entry) => (
        <EntryButton key={`${entry.title} ${entry.note}`} entry={entry} onInsert={onInsert} />
      ))}
    </ul>
  </details>
);

/** Everything that a line may say, searchable, with what it is worth now. */
export const InsertList = ({ row, onInsert }: { row: number; onInsert: (insertion: Insertion) => void }) => {
  const { value: loaded, problem, reload } = useResource('words', loadWords, ['plugins']);
  const value = loaded ?? known;
  const [words, setWords] = useState('');
  const all = useMemo(() => (value ? entriesOf(value) : []), [value]);
  const found = useMemo(() => searchEntries(all, words), [all, words]);
  const groups = [...new Set(found.map(({ group }) => group))];
  const searching = words.trim() !== '';
  return (
    <div class="rows-12">
      <p class="meta">{pages.insertInto(row + 1)}</p>
      <SearchField label={pages.insertSearch} value={words} onChange={setWords} />
      {(!value || problem !== null) && <Loading problem={problem} onRetry={reload} />}
      <div class="insert-groups rows-2" tabIndex={-1}>
        {groups.map((group, index) => (
          <Group
            key={`${group} ${searching}`}
            name={group}
            entries={found.filter((entry) => entry.group === group)}
            open={searching || index === 0}
            onInsert={onInsert}
          />
        ))}
        {value && found.length === 0 && <p class="meta">{pages.insertNone}</p>}
      </div>
      <p class="meta">
        {pages.moreData}{' '}
        <a class="link" href="/plugins">
          {pages.toPlugins}
        </a>
      </p>
    </div>
  );
};

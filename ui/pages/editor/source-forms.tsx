import { SelectField, textsOf } from '../../kit/field.tsx';
import { Options } from '../../kit/options.tsx';
import { useResource } from '../../kit/resource.ts';
import { pages } from '../../strings/pages.ts';
import { pageOperations } from '../operations.ts';
import { sizeOf, type DraftProps } from './page-draft.ts';

type Sources = readonly (readonly [string, string])[];

/** The sources that fill boards, with what the page already names. */
const useSources = (used: readonly string[]): Sources | null => {
  const { value } = useResource('displays', pageOperations.displays, ['plugins']);
  if (!value) return null;
  const known = value.displays.map(
    ({ display_type, name, available }) => [display_type, available ? name : pages.unavailable(name)] as const,
  );
  const missing = used.filter((id) => id !== '' && !known.some(([one]) => one === id));
  return [...known, ...missing.map((id) => [id, pages.unavailable(id)] as const)];
};

const NoSources = () => (
  <p class="notice">
    {pages.noSources}{' '}
    <a class="link" href="/plugins">
      {pages.toPlugins}
    </a>
  </p>
);

/** The plugin of a page that belongs to one plugin. */
export const SingleForm = ({ draft, onChange }: DraftProps) => {
  const sources = useSources([draft.display_type ?? '']);
  if (!sources) return null;
  return (
    <section class="card panel form">
      {sources.length === 0 && <NoSources />}
      <SelectField
        label={pages.singleSource}
        options={[['', pages.singleNone], ...sources]}
        {...textsOf(draft, onChange)('display_type')}
      />
    </section>
  );
};

const RowChoice = ({ draft, row, sources, onChange }: DraftProps & { row: number; sources: Sources }) => {
  const { rows: height } = sizeOf(draft);
  const present = draft.rows.find(({ target_row }) => target_row === row);
  const put = (source: string, row_index: number) => {
    const others = draft.rows.filter(({ target_row }) => target_row !== row);
    const rows = source === '' ? others : [...others, { source, row_index, target_row: row }];
    onChange({ rows: [...rows].sort((a, b) => a.target_row - b.target_row) });
  };
  return (
    <li class="source-row rows-8">
      <span class="line-number" aria-hidden="true">
        {row + 1}
      </span>
      <select
        value={present?.source ?? ''}
        aria-label={pages.rowSource(row + 1)}
        onChange={(event) => put(event.currentTarget.value, present?.row_index ?? row)}
      >
        <option value="">{pages.rowEmpty}</option>
        <Options of={sources} />
      </select>
      {present && (
        <select
          value={String(present.row_index)}
          aria-label={pages.rowLine(row + 1)}
          onChange={(event) => put(present.source, Number(event.currentTarget.value))}
        >
          <Options of={Array.from({ length: height }, (_, line) => [line, pages.line(line + 1)])} />
        </select>
      )}
    </li>
  );
};

/** The rows of a page that takes each from some plugin. */
export const CompositeForm = ({ draft, onChange }: DraftProps) => {
  const sources = useSources(draft.rows.map(({ source }) => source));
  if (!sources) return null;
  return (
    <section class="card panel form">
      <h2>{pages.lines}</h2>
      {sources.length === 0 && <NoSources />}
      <ul class="rows-8">
        {Array.from({ length: sizeOf(draft).rows }, (_, row) => (
          <RowChoice key={row} draft={draft} row={row} sources={sources} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
};

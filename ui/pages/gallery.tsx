import { describeSize } from './size.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { hasDraft, useDraft } from '../kit/draft.ts';
import { SearchField } from '../kit/narrowed.tsx';
import { Options } from '../kit/options.tsx';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { useUntold } from '../kit/untold.ts';
import { Loading, Report, useWork } from '../kit/work.tsx';
import { pluginOperations } from '../plugins/api.ts';
import { pages as text } from '../strings/pages.ts';
import { NEW_PAGE } from './begin-page.ts';
import { ImportPage } from './import-page.tsx';
import { pageOperations } from './operations.ts';
import { PageCard } from './page-card.tsx';

/** Live data in the previews is asked for again after this time. */
const REFRESH_MS = 30_000;

const usePreviews = (ids: readonly string[]) => {
  const key = ids.join(' ');
  const { value, reload } = useResource(`previews ${key}`, () => pageOperations.previews(ids), ['pages', 'plugins']);
  usePoll(reload, REFRESH_MS);
  return value;
};

/** The plugins that are switched off, by their id. */
const usePluginsOff = (): ReadonlyMap<string, { readonly id: string; readonly name: string }> => {
  const { value } = useResource('plugins that are off', pluginOperations.list, ['plugins']);
  return new Map((value?.plugins ?? []).filter(({ enabled }) => !enabled).map(({ id, name }) => [id, { id, name }]));
};

interface Filter {
  readonly words: string;
  readonly size: string;
}

const matches = (page: Page, { words, size }: Filter): boolean =>
  (size === '' || describeSize(geometryOf(page)) === size) &&
  page.name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());

interface FiltersProps extends Filter {
  readonly sizes: readonly string[];
  readonly onChange: (filter: Filter) => void;
}

const Filters = ({ sizes, words, size, onChange }: FiltersProps) => (
  <div class="gallery-filters">
    <SearchField label={text.search} value={words} onChange={(typed) => onChange({ words: typed, size })} />
    {sizes.length > 1 && (
      <select
        value={size}
        aria-label={text.sizeFilter}
        onChange={(event) => onChange({ words, size: event.currentTarget.value })}
      >
        <option value="">{text.everySize}</option>
        <Options of={sizes.map((one) => [one, one])} />
      </select>
    )}
  </div>
);

interface CardsProps extends Filter {
  readonly list: readonly Page[];
  readonly onReset: () => void;
}

const Cards = ({ list, onReset, ...filter }: CardsProps) => {
  const previews = usePreviews(list.map(({ id }) => id));
  const off = usePluginsOff();
  const shown = list.filter((page) => matches(page, filter));
  if (shown.length === 0) {
    return (
      <div class="empty rows-16">
        <p>{text.noneFound}</p>
        <Button text={text.showAll} onClick={onReset} />
      </div>
    );
  }
  return (
    <ul class="gallery rows-16">
      {shown.map((page) => (
        <PageCard
          key={page.id}
          page={page}
          preview={previews?.[page.id] ?? null}
          off={off.get(page.demo_plugin_id ?? '') ?? null}
        />
      ))}
    </ul>
  );
};

/** The gallery, as a place at which something is told that another view left untold. */
export const GALLERY = 'pages';

const NO_FILTER: Filter = { words: '', size: '' };

/** Every page as it would look now, as it was searched and left. */
export const Gallery = () => {
  const { value, problem, reload } = useResource('pages', pageOperations.list, ['pages']);
  const [kept, setFilter] = useDraft<Filter>('gallery');
  const filter = kept ?? NO_FILTER;
  const { result, run } = useWork();
  useUntold(GALLERY, run);
  const list = value?.pages ?? [];
  const sizes = [...new Set(list.map((page) => describeSize(geometryOf(page))))];
  return (
    <>
      <header class="view-head">
        <div>
          <h1>{text.title}</h1>
          <p class="meta">{text.intro}</p>
        </div>
        <div class="view-actions">
          <ImportPage />
          <ButtonLink main text={text.make} href="/pages/new" />
        </div>
      </header>
      {hasDraft(NEW_PAGE) && (
        <p class="notice notice-plain">
          {text.newUnsaved}{' '}
          <a class="link" href="/pages/new/edit">
            {text.carryOn}
          </a>
        </p>
      )}
      <Report result={result} />
      {(!value || problem !== null) && <Loading problem={problem} onRetry={reload} />}
      {list.length > 3 && <Filters sizes={sizes} {...filter} onChange={setFilter} />}
      {value && <Cards list={list} {...filter} onReset={() => setFilter(null)} />}
    </>
  );
};

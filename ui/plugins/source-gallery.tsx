import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { BoardDetail } from '../../src/schema/boards.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { ConfirmButton } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { useResource } from '../kit/resource.ts';
import { Report, useWork } from '../kit/work.tsx';
import { serviceState } from '../service-state.ts';
import type { Place } from '../router.ts';
import { useStore } from '../store.ts';
import { plugins as pluginTexts } from '../strings/plugins.ts';
import { sources as texts } from '../strings/sources.ts';
import { pluginOperations } from './api.ts';
import type { GallerySource } from './api.ts';
import { FilterBar } from './filter-bar.tsx';
import { showDemo } from './show-page.ts';

const FORM = { device_type: 'flagship', rows: 6, cols: 22 } as const;

const addressOf = (id: string): string => `/plugins/${encodeURIComponent(id)}`;

const Marks = ({ source }: { source: GallerySource }) => (
  <p class="meta source-marks">
    {source.own && <span class="source-mark">{texts.own}</span>}
    {source.enabled && <span class="source-mark">{texts.on}</span>}
    {source.account && (
      <span class="source-mark">
        {texts.account}:{' '}
        <a href={source.account.url} target="_blank" rel="noreferrer" title={source.account.text}>
          {texts.getKey}
        </a>
      </span>
    )}
  </p>
);

const Card = ({ source, board, reload }: { source: GallerySource; board: BoardDetail | null; reload: () => void }) => {
  const { busy, result, run } = useWork();
  const show = (on: BoardDetail) =>
    void run(async () => {
      const shown = await showDemo(source, on);
      reload();
      return shown;
    });
  const remove = () =>
    void run(async () => {
      await pluginOperations.removeOwn(source.id);
      reload();
    });
  return (
    <li class="card source-card">
      <BoardPicture form={FORM} characters={source.flagship} label={texts.sample(source.name)} />
      <h2>
        <a href={addressOf(source.id)}>{source.name}</a>
      </h2>
      <p class="meta">{source.description}</p>
      <Marks source={source} />
      {source.needs.length > 0 && <p class="meta">{texts.needs(source.needs.map(({ title }) => title).join(', '))}</p>}
      <p class="meta">
        {texts.by}{' '}
        <a href={source.attribution.url} target="_blank" rel="noreferrer">
          {source.attribution.text}
        </a>
      </p>
      <div class="view-actions">
        {board && source.configured && (
          <button type="button" class="button" disabled={busy} onClick={() => show(board)}>
            {texts.show(board.name)}
          </button>
        )}
        <a class="button" href={addressOf(source.id)}>
          {texts.setUp}
        </a>
        {source.own && (
          <a class="button" href={`/plugins?view=own&source=${encodeURIComponent(source.id)}`}>
            {texts.changeOwn}
          </a>
        )}
        {source.own && (
          <ConfirmButton
            label={texts.deleteOwn}
            disabled={busy}
            question={{ title: texts.deleteTitle(source.name), text: texts.deleteNote, action: texts.deleteOwn }}
            onConfirm={remove}
          />
        )}
      </div>
      <Report result={result} />
    </li>
  );
};

const Hosts = () => {
  const hosts = useResource('source-hosts', pluginOperations.hosts, ['plugins']);
  if (!hosts.value || hosts.value.hosts.length === 0) return null;
  return (
    <details class="card panel">
      <summary>{texts.hosts}</summary>
      <ul>
        {hosts.value.hosts.map(({ host, source, requests, budget }) => (
          <li key={`${source} ${host}`}>
            {texts.hostLine(source === null ? host : `${host} (${source})`, requests, budget)}
          </li>
        ))}
      </ul>
    </details>
  );
};

const matches = ({ name, description, category, id }: GallerySource, words: readonly string[]): boolean => {
  const text = `${name} ${description} ${category} ${id}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** How many cards are drawn at first, and how many more each time that the end comes near. */
const FIRST_CARDS = 9;
const MORE_CARDS = 24;
const NEAR_PX = 800;

/** A number that grows while the end of a list is near the window, and what marks that end. */
const useGrowing = (total: number): { readonly count: number; readonly end: RefObject<HTMLDivElement | null> } => {
  const [count, setCount] = useState(FIRST_CARDS);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || count >= total) return undefined;
    const grow = (entries: readonly IntersectionObserverEntry[]): void => {
      if (entries.at(-1)?.isIntersecting) setCount((before) => before + MORE_CARDS);
    };
    const observer = new IntersectionObserver(grow, { rootMargin: `${NEAR_PX}px` });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, total]);
  return { count, end };
};

/** Every source, drawn from its sample, by category or search. */
export const SourceGallery = ({ place }: { place: Place }) => {
  const catalogue = useResource('catalogue', pluginOperations.catalogue, ['plugins']);
  const board = useStore(
    serviceState,
    (state) => state.boards?.find(({ is_primary }) => is_primary) ?? state.boards?.[0] ?? null,
  );
  const [search, setSearch] = useState('');
  const category = place.query.get('category') ?? '';
  const all = catalogue.value?.sources ?? [];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter((one) => (category === '' || one.category === category) && matches(one, words));
  const { count, end } = useGrowing(shown.length);
  const link = (id: string) => `/plugins?view=gallery${id === '' ? '' : `&category=${id}`}`;
  return (
    <div class="plugins">
      <a class="back" href="/plugins">
        {pluginTexts.back}
      </a>
      <h1>{texts.title}</h1>
      <p class="meta plugin-note">{texts.intro}</p>
      <FilterBar
        search={search}
        searchLabel={texts.search}
        groups={[{ id: '', label: texts.all }, ...(catalogue.value?.categories ?? [])].map(({ id, label }) => ({
          label,
          href: link(id),
          current: id === category,
        }))}
        groupsLabel={texts.categories}
        onSearch={setSearch}
      />
      {!catalogue.value && <Loading problem={catalogue.problem} onRetry={catalogue.reload} />}
      {catalogue.value && (
        <p class="meta" role="status">
          {shown.length === 0 ? texts.none : texts.count(shown.length, all.length)}
        </p>
      )}
      <ul class="plugin-cards">
        {shown.slice(0, count).map((source) => (
          <Card key={source.id} source={source} board={board} reload={catalogue.reload} />
        ))}
      </ul>
      <div ref={end} />
      <Hosts />
    </div>
  );
};

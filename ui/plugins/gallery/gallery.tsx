import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChild, RefObject } from 'preact';
import { Back, ButtonLink } from '../../kit/button.tsx';
import { Options } from '../../kit/options.tsx';
import { useResource } from '../../kit/resource.ts';
import { Loading, Report, useWork } from '../../kit/work.tsx';
import { primaryOf, useService } from '../../service-state.ts';
import { navigate, type Place } from '../../router.ts';
import { plugins as texts } from '../../strings/plugins.ts';
import { sources as sourceTexts } from '../../strings/sources.ts';
import { useNow } from '../age.ts';
import type { Catalogue } from '../../../src/schema/plugins/sources.ts';
import { pluginOperations } from '../api.ts';
import { SampleCard } from './gallery-card.tsx';
import {
  categoriesOf,
  idsInUse,
  joinSources,
  passes,
  search,
  sectionsOf,
  type GalleryCategory,
  type GallerySection,
  type Listed,
} from './gallery-order.ts';
import { PluginCard } from '../plugin-card.tsx';
import { BetaNote } from './beta-note.tsx';

const addressFor = (chosen: string, typed: string): string => {
  const query = new URLSearchParams({
    ...(chosen === '' ? {} : { show: chosen }),
    ...(typed === '' ? {} : { q: typed }),
  }).toString();
  return query === '' ? '/plugins' : `/plugins?${query}`;
};

let last = '/plugins';

/** The address of the gallery as it was searched last, for the way back to it. */
export const lastGallery = (): string => last;

/** How many cards are drawn at first, and how many more each time that the end comes near. */
const FIRST_CARDS = 16;
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

const Hosts = () => {
  const hosts = useResource('source-hosts', pluginOperations.hosts, ['plugins']);
  if (!hosts.value || hosts.value.hosts.length === 0) return null;
  return (
    <details class="card panel">
      <summary>{sourceTexts.hosts}</summary>
      <ul>
        {hosts.value.hosts.map(({ host, source, requests, budget }) => (
          <li key={`${source} ${host}`}>
            {sourceTexts.hostLine(source === null ? host : `${host} (${source})`, requests, budget)}
          </li>
        ))}
      </ul>
    </details>
  );
};

interface ControlsProps {
  readonly list: Catalogue;
  readonly typed: string;
  readonly chosen: string;
  readonly hasOwn: boolean;
  readonly onType: (typed: string) => void;
}

const Controls = ({ list, typed, chosen, hasOwn, onType }: ControlsProps) => (
  <div class="gallery-controls rows-10" role="search">
    <input
      type="search"
      value={typed}
      aria-label={texts.search}
      placeholder={texts.searchHint}
      onInput={(event) => onType(event.currentTarget.value)}
    />
    <select
      aria-label={texts.filterLabel}
      value={chosen}
      onChange={(event) => navigate(addressFor(event.currentTarget.value, typed))}
    >
      <option value="">{texts.filters.all}</option>
      <option value="on">{texts.filters.on}</option>
      <option value="attention">{texts.filters.attention}</option>
      {hasOwn && <option value="own">{texts.filters.own}</option>}
      <optgroup label={texts.categories}>
        <Options of={list.categories.map(({ id, label, count }) => [id, texts.ofCategory(label, count)])} />
      </optgroup>
    </select>
  </div>
);

interface SectionProps {
  readonly section: GallerySection;
  readonly cardOf: (one: Listed) => ComponentChild;
}

const Section = ({ section: { id, title, listed }, cardOf }: SectionProps) => (
  <section aria-labelledby={`plugins-${id}`}>
    <h2 id={`plugins-${id}`} class="section-title">
      {title}
    </h2>
    <ul class="plugin-cards rows-16">{listed.map(cardOf)}</ul>
  </section>
);

/** The way to all that is in a category: as cards one below the other they would be longer than anybody scrolls. */
const Categories = ({ categories }: { categories: readonly GalleryCategory[] }) => (
  <section aria-labelledby="plugins-categories">
    <h2 id="plugins-categories" class="section-title">
      {texts.categories}
    </h2>
    <ul class="plugin-categories rows-10">
      {categories.map(({ id, label, count, examples }) => (
        <li key={id}>
          <a class="card" href={addressFor(id, '')}>
            <strong>{texts.ofCategory(label, count)}</strong>
            <span class="meta">{texts.examples(examples)}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
);

/** What passes a filter, a category or a search, under the name of the category. */
const Found = ({
  title,
  chosen,
  found,
  cardOf,
}: {
  title: string | undefined;
  chosen: string;
  found: readonly Listed[];
  cardOf: (one: Listed) => ComponentChild;
}) => {
  const { count, end } = useGrowing(found.length);
  return (
    <>
      {title !== undefined && <Back text={texts.back} href="/plugins" />}
      <section aria-labelledby="plugins-found">
        <h2 id="plugins-found" class={title === undefined ? 'visually-hidden' : 'section-title'}>
          {title ?? texts.found}
        </h2>
        {chosen === 'transition' && (
          <p class="meta plugin-note">
            {texts.transitionsIntro} <a href="/settings/transitions">{texts.transitionSettings}</a>
          </p>
        )}
        {chosen === 'transition' && <BetaNote />}
        <ul class="plugin-cards rows-16">{found.slice(0, count).map(cardOf)}</ul>
      </section>
      <div ref={end} />
    </>
  );
};

const None = ({ chosen, typed }: { chosen: string; typed: string }) => (
  <div class="empty rows-16">
    <p>{chosen === 'attention' && typed === '' ? texts.noneWrong : texts.noneFound}</p>
    <ButtonLink text={texts.showAll} href="/plugins" />
    <ButtonLink text={sourceTexts.ownTitle} href="/plugins?view=own" />
  </div>
);

interface ListsProps {
  readonly list: Catalogue;
  readonly all: readonly Listed[];
  readonly chosen: string;
  readonly typed: string;
  /** How far the gallery was scrolled when it was left. */
  readonly left: number;
  readonly reload: () => void;
}

const Lists = ({ list, all, chosen, typed, left, reload }: ListsProps) => {
  const now = useNow(reload);
  const { result, run } = useWork();
  const board = useService(primaryOf);
  const isWhole = typed.trim() === '' && chosen === '';
  const found = isWhole
    ? []
    : search(
        all.filter((one) => passes(one, chosen)),
        typed,
        list.categories,
      );
  const [first, ...others] = isWhole ? sectionsOf(all, list) : [];
  // Whoever chooses a category far down begins at its top.
  useEffect(() => {
    if (chosen !== '' && left === 0) scrollTo(0, 0);
  }, []);
  const switchTo = (plugin: string, on: boolean) =>
    void run(async () => {
      await pluginOperations.switchTo(plugin, on);
    }).then(reload);
  const cardOf = (one: Listed) =>
    one.isUsed || one.card.kind === 'transition' || chosen === 'attention' ? (
      <PluginCard
        key={one.card.id}
        card={one.card}
        sources={one.sources}
        now={now}
        onSwitch={(on) => switchTo(one.card.id, on)}
        onRemoved={reload}
      />
    ) : (
      <SampleCard key={one.card.id} card={one.card} board={board} reload={reload} />
    );
  return (
    <>
      <p class="visually-hidden" role="status">
        {texts.count(isWhole ? all.length : found.length, all.length)}
      </p>
      <Report result={result} />
      {first && <Section section={first} cardOf={cardOf} />}
      {isWhole && <Categories categories={categoriesOf(all, list)} />}
      {others.map((section) => (
        <Section key={section.id} section={section} cardOf={cardOf} />
      ))}
      {!isWhole && found.length === 0 && <None chosen={chosen} typed={typed} />}
      {found.length > 0 && (
        <Found
          title={list.categories.find(({ id }) => id === chosen)?.label}
          chosen={chosen}
          found={found}
          cardOf={cardOf}
        />
      )}
    </>
  );
};

/** Everything that boards can show: what is built in, the stock of sources, the owner's own and plugins of others. */
export const Gallery = ({ place }: { place: Place }) => {
  const catalogue = useResource('catalogue', pluginOperations.catalogue, ['plugins', 'settings']);
  const sources = useResource('plugin-sources', pluginOperations.sources, ['plugins', 'settings']);
  const [text, setText] = useState<string | null>(null);
  const used = useRef<{ readonly place: Place; readonly ids: ReadonlySet<string> } | null>(null);
  useEffect(() => setText(null), [place]);
  const list = catalogue.value;
  const chosen = place.query.get('show') ?? '';
  const typed = text ?? place.query.get('q') ?? '';
  last = addressFor(chosen, typed);
  const retry = () => (catalogue.reload(), sources.reload());
  if (!list || !sources.value) return <Loading problem={catalogue.problem ?? sources.problem} onRetry={retry} />;
  if (used.current?.place !== place) used.current = { place, ids: idsInUse(sources.value.sources) };
  const all = joinSources(list.sources, sources.value.sources, used.current.ids);
  const typeIn = (next: string) => {
    setText(next);
    history.replaceState(null, '', addressFor(chosen, next));
  };
  return (
    <>
      <Controls list={list} typed={typed} chosen={chosen} hasOwn={all.some(({ card }) => card.own)} onType={typeIn} />
      <Lists
        key={chosen}
        list={list}
        all={all}
        chosen={chosen}
        typed={typed}
        left={place.left}
        reload={sources.reload}
      />
      <Hosts />
    </>
  );
};

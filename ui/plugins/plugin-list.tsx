import { useEffect, useState } from 'preact/hooks';
import { Loading } from '../kit/loading.tsx';
import { useResource } from '../kit/resource.ts';
import { Report, useWork } from '../kit/work.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import type { Place } from '../router.ts';
import { useNow } from './age.ts';
import { pluginOperations } from './api.ts';
import { FilterBar } from './filter-bar.tsx';
import { PluginCard } from './plugin-card.tsx';
import { FILTERS, byCategory, joinSources, select } from './selection.ts';
import type { Filter, Listed } from './selection.ts';
import { TransitionList } from './transition-list.tsx';

const addressFor = (filter: Filter, search: string): string => {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { show: filter }),
    ...(search === '' ? {} : { q: search }),
  }).toString();
  return query === '' ? '/plugins' : `/plugins?${query}`;
};

const Category = ({
  name,
  listed,
  now,
  onSwitch,
}: {
  name: string;
  listed: readonly Listed[];
  now: number;
  onSwitch: (plugin: string, on: boolean) => void;
}) => (
  <section aria-labelledby={`plugins-${name}`}>
    <h2 id={`plugins-${name}`} class="section-title">
      {texts.categories[name] ?? name}
    </h2>
    <ul class="plugin-cards">
      {listed.map(({ plugin, sources }) => (
        <PluginCard
          key={plugin.id}
          plugin={plugin}
          sources={sources}
          now={now}
          onSwitch={(on) => onSwitch(plugin.id, on)}
        />
      ))}
    </ul>
  </section>
);

const None = ({ filter, search }: { filter: Filter; search: string }) => (
  <div class="empty">
    <p>{filter === 'attention' && search === '' ? texts.noneWrong : texts.noneFound}</p>
    <a class="button" href="/plugins">
      {texts.showAll}
    </a>
  </div>
);

/** All plugins by category, with what can be searched and chosen among them; the transitions apart. */
export const PluginList = ({ place }: { place: Place }) => {
  const list = useResource('plugins', pluginOperations.list, ['plugins']);
  const sources = useResource('plugin-sources', pluginOperations.sources, ['plugins', 'settings']);
  const now = useNow(sources.reload);
  const { result, run } = useWork();
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [place]);
  const filter = FILTERS.find((one) => one === place.query.get('show')) ?? 'all';
  const search = typed ?? place.query.get('q') ?? '';
  const problem = list.problem ?? sources.problem;
  if (!list.value || !sources.value) {
    return <Loading problem={problem} onRetry={() => (list.reload(), sources.reload())} />;
  }
  const all = joinSources(list.value.plugins, sources.value.sources);
  const data = all.filter(({ plugin }) => plugin.plugin_type === 'data');
  const shown = select(data, filter, search);
  const transitions =
    filter === 'all' ? select(all, 'all', search).filter(({ plugin }) => plugin.plugin_type === 'transition') : [];
  const searchFor = (text: string) => {
    setTyped(text);
    history.replaceState(null, '', addressFor(filter, text));
  };
  const switchTo = (plugin: string, on: boolean) =>
    void run(async () => {
      await pluginOperations.switchTo(plugin, on);
    }).then(() => (list.reload(), sources.reload()));
  return (
    <>
      <FilterBar
        search={search}
        searchLabel={texts.search}
        groups={FILTERS.map((one) => ({
          label: texts.filters[one],
          href: addressFor(one, search),
          current: one === filter,
        }))}
        groupsLabel={texts.filterLabel}
        onSearch={searchFor}
      />
      <p class="visually-hidden" role="status">
        {texts.count(shown.length, data.length)}
      </p>
      <Report result={result} />
      {shown.length + transitions.length === 0 && <None filter={filter} search={search} />}
      {byCategory(shown).map(([name, listed]) => (
        <Category key={name} name={name} listed={listed} now={now} onSwitch={switchTo} />
      ))}
      {transitions.length > 0 && <TransitionList listed={transitions} now={now} />}
    </>
  );
};

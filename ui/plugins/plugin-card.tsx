import type { PluginEntry } from '../../src/schema/plugins.ts';
import { plugins } from '../strings/plugins.ts';
import type { PluginSource } from './api.ts';
import { Icon } from './icon.tsx';
import { StateLine } from './state-line.tsx';

const addressOf = (key: string): string => `/plugins/${encodeURIComponent(key)}`;

const Instances = ({ name, sources, now }: { name: string; sources: readonly PluginSource[]; now: number }) => (
  <ul class="plugin-instances" aria-label={plugins.instancesOf(name)}>
    {sources.map((source) => (
      <li key={source.plugin_id}>
        <a href={addressOf(source.plugin_id)}>{source.plugin_id.split(':')[1]}</a>
        <StateLine source={source} now={now} />
      </li>
    ))}
  </ul>
);

/**
 * One plugin among the others, with its state and its instances. `sources`: itself first, and its instances; none for a
 * transition.
 */
export const PluginCard = ({
  plugin,
  sources,
  now,
  onSwitch,
}: {
  plugin: PluginEntry;
  sources: readonly PluginSource[];
  now: number;
  onSwitch?: (on: boolean) => void;
}) => {
  const [own, ...instances] = sources;
  return (
    <li class="card plugin-card">
      <div class="plugin-card-head">
        <Icon name={plugin.icon} />
        <h3>
          <a class="plugin-card-link" href={addressOf(plugin.id)}>
            {plugin.name}
          </a>
        </h3>
        {own && onSwitch && (
          <div class="switch">
            <input
              type="checkbox"
              role="switch"
              checked={own.enabled}
              aria-label={plugins.switchOn(plugin.name)}
              onChange={(event) => onSwitch(event.currentTarget.checked)}
            />
          </div>
        )}
      </div>
      <p class="meta">{plugin.description}</p>
      {own && <StateLine source={own} now={now} />}
      {instances.length > 0 && <Instances name={plugin.name} sources={instances} now={now} />}
    </li>
  );
};

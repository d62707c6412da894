import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { Switch } from '../kit/field.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import { sources } from '../strings/sources.ts';
import { pluginOperations } from './api.ts';
import { Icon } from './icon.tsx';

/** What a plugin is called and does. */
export const PluginHead = ({ plugin }: { plugin: PluginDetail }) => (
  <header class="plugin-head">
    <Icon name={plugin.icon} />
    <div>
      <h1>{plugin.instance_label === null ? plugin.name : `${plugin.name}: ${plugin.instance_label}`}</h1>
      <p>{plugin.description}</p>
      {plugin.source && (
        <p class="meta">
          {sources.by}{' '}
          <a href={plugin.source.attribution.url} target="_blank" rel="noreferrer">
            {plugin.source.attribution.text}
          </a>
        </p>
      )}
      <p class="meta">
        {texts.byAuthor(plugin.author, plugin.version)}
        {plugin.base_plugin_id !== null && (
          <>
            {'. '}
            {texts.instanceOf} <a href={`/plugins/${encodeURIComponent(plugin.base_plugin_id)}`}>{plugin.name}</a>
          </>
        )}
      </p>
    </div>
  </header>
);

/** Switches a plugin on and off. */
export const OnSwitch = ({ plugin, reload }: { plugin: PluginDetail; reload: () => void }) => {
  const { busy, result, act } = useWork();
  const turn = act(async (on: boolean) => {
    await pluginOperations.switchTo(plugin.id, on);
    reload();
  });
  return (
    <div class="card panel">
      <Switch label={texts.on} hint={texts.onHint} value={plugin.enabled} disabled={busy} onChange={turn} />
      <Report result={result} />
    </div>
  );
};

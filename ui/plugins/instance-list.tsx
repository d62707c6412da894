import { useState } from 'preact/hooks';
import { LONGEST_INSTANCE_LABEL } from '../../src/schema/limits.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { Button, sending } from '../kit/button.tsx';
import { ConfirmWork } from '../kit/dialog.tsx';
import { useDraft } from '../kit/draft.ts';
import { TextField } from '../kit/field.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { navigate } from '../router.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations, type PluginSource } from './api.ts';
import { StateLine } from './state-line.tsx';

interface InstancesProps {
  readonly sources: readonly PluginSource[];
  readonly now: number;
  readonly label?: string;
}

/** The way to each of the instances of a plugin, and how it fares; nothing where there are none. */
export const Instances = ({ sources, now, label }: InstancesProps) =>
  sources.length === 0 ? null : (
    <ul class="plugin-instances" aria-label={label}>
      {sources.map((source) => (
        <li key={source.plugin_id} class="row">
          <a href={`/plugins/${encodeURIComponent(source.plugin_id)}`}>{source.plugin_id.split(':')[1]}</a>
          <StateLine source={source} now={now} />
        </li>
      ))}
    </ul>
  );

interface InstanceListProps {
  readonly plugin: PluginDetail;
  readonly sources: readonly PluginSource[];
  readonly now: number;
}

/** The instances of a plugin, and how to add one. */
export const InstanceList = ({ plugin, sources, now }: InstanceListProps) => {
  const [draft, setDraft] = useDraft<string>(`plugin.${plugin.id}.instance`);
  const label = draft ?? '';
  const { busy, result, act } = useWork();
  const add = act(async () => {
    const { instance_key } = await pluginOperations.addInstance(plugin.id, label.trim());
    setDraft(null);
    navigate(`/plugins/${encodeURIComponent(instance_key)}`);
  });
  const instances = sources.filter(({ base_plugin_id }) => base_plugin_id === plugin.id);
  return (
    <section class="card panel form" aria-labelledby="instances-title">
      <h2 id="instances-title">{texts.instances}</h2>
      <p class="meta">{texts.instancesIntro}</p>
      <Instances sources={instances} now={now} />
      <form class="add-line" onSubmit={sending(add)}>
        <TextField
          exact
          label={texts.label}
          hint={texts.labelHint}
          value={label}
          maxLength={LONGEST_INSTANCE_LABEL}
          required
          onChange={setDraft}
        />
        <Button submit text={texts.addInstance} disabled={busy || label.trim() === ''} />
      </form>
      <Report result={result} />
    </section>
  );
};

/** Gives an instance another name; pages that use it are changed with it. */
export const RenameInstance = ({ base, label }: { base: string; label: string }) => {
  const [next, setNext] = useState(label);
  const { busy, result, act } = useWork();
  const rename = act(async () => {
    const { instance_key, pages } = await pluginOperations.renameInstance(base, label, next.trim());
    navigate(`/plugins/${encodeURIComponent(instance_key)}`, true);
    return texts.renamed(pages);
  });
  return (
    <form class="card panel form" onSubmit={sending(rename)}>
      <div class="add-line">
        <TextField
          label={texts.label}
          hint={texts.renameHint}
          value={next}
          maxLength={LONGEST_INSTANCE_LABEL}
          required
          onChange={setNext}
        />
        <Button submit text={texts.rename} disabled={busy || next.trim() === '' || next.trim() === label} />
      </div>
      <Report result={result} />
    </form>
  );
};

/** Takes an instance away, after a question. */
export const RemoveInstance = ({ plugin, base, label }: { plugin: PluginDetail; base: string; label: string }) => (
  <div class="plugin-removal rows-10">
    <ConfirmWork
      text={texts.removeInstance}
      question={{ title: texts.removeTitle(plugin.id), text: texts.removeText, action: texts.removeAction }}
      work={async () => {
        await pluginOperations.removeInstance(base, label);
        navigate(`/plugins/${encodeURIComponent(base)}`);
      }}
    />
  </div>
);

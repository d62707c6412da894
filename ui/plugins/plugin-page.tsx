import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { Back } from '../kit/button.tsx';
import { Loading } from '../kit/work.tsx';
import { useResource } from '../kit/resource.ts';
import { useTitle } from '../shell/title.ts';
import { primaryOf, useService } from '../service-state.ts';
import { TransitionPreview } from '../settings/drawing/transition-preview.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import { signIn } from '../strings/sign-in.ts';
import { useNow } from './age.ts';
import { pluginOperations, type PluginSource } from './api.ts';
import { ConsentBox } from './consent.tsx';
import { lastGallery } from './gallery/gallery.tsx';
import { DemoPage } from './gallery/demo-page.tsx';
import { InstanceList, RemoveInstance, RenameInstance } from './instance-list.tsx';
import { OnSwitch, PluginHead } from './plugin-head.tsx';
import { usePluginSettings } from './settings/plugin-settings.ts';
import { ReceiveAddress } from './receive-address.tsx';
import { titleOf, type Setting } from './settings/setting-schema.ts';
import { SignIn } from './sign-in.tsx';
import { SettingsForm } from './settings/settings-form.tsx';
import { BetaNote } from './gallery/beta-note.tsx';
import { TryOut } from './try-out.tsx';
import { VariableList } from './variable-list.tsx';

const PARTS = /(`[^`]+`)/;

/**
 * What a plugin says of itself at length; what stands between backticks is code. A name of a file says nothing and is
 * left out.
 */
const Documentation = ({ text }: { text: string }) => {
  if (/^\S+\.\w+$/.test(text.trim())) return null;
  return (
    <section class="card panel form" aria-labelledby="documentation-title">
      <h2 id="documentation-title">{texts.documentation}</h2>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} class="documentation">
          {paragraph
            .split(PARTS)
            .map((part) => (PARTS.test(part) ? <code key={part}>{part.slice(1, -1)}</code> : part))}
        </p>
      ))}
    </section>
  );
};

interface BodyProps {
  readonly plugin: PluginDetail;
  readonly sources: readonly PluginSource[];
  readonly board: BoardDetail | null;
  readonly now: number;
  readonly reload: () => void;
}

/** How a source fares that was never used: it is not among the others yet. */
const unusedSource = ({ id, plugin_type, configured }: PluginDetail): PluginSource | undefined =>
  plugin_type === 'data'
    ? {
        plugin_id: id,
        base_plugin_id: null,
        enabled: false,
        configured,
        live: false,
        receives: false,
        fetched_at: null,
        error: null,
        max_age_seconds: null,
      }
    : undefined;

const settingOf = ({ settings_schema }: PluginDetail, name: string): Setting =>
  (settings_schema as Setting).properties?.[name] ?? {};

const Body = ({ plugin, sources, board, now, reload }: BodyProps) => {
  const { form, problems, save } = usePluginSettings(plugin, reload);
  const source = sources.find(({ plugin_id }) => plugin_id === plugin.id) ?? unusedSource(plugin);
  const version = `${source?.fetched_at}.${plugin.enabled}.${plugin.configured}`;
  return (
    <div class="plugin-columns rows-20">
      <div class="plugin-column rows-20">
        <ConsentBox
          destinations={(plugin.destinations ?? []).filter(({ confirmed }) => !confirmed)}
          titleOf={(name) => (name === 'sign-in' ? signIn.tokens : titleOf(name, settingOf(plugin, name)))}
          onConfirm={async () => {
            await pluginOperations.confirm(plugin.id, plugin.destinations ?? []);
            reload();
          }}
        />
        {source ? <OnSwitch plugin={plugin} reload={reload} /> : <BetaNote />}
        {plugin.source?.sign_in !== undefined && <SignIn plugin={plugin} reload={reload} />}
        <section class="card panel form" aria-labelledby="settings-title">
          <h2 id="settings-title">{texts.settings}</h2>
          <SettingsForm
            plugin={plugin}
            form={form}
            problems={problems}
            isAsked={source?.live === false}
            onSave={() => void save()}
          />
        </section>
      </div>
      {source && (
        <div class="plugin-column rows-20 is-aside">
          {board && (
            <TryOut
              plugin={plugin}
              source={source}
              board={board}
              now={now}
              config={form.value}
              changed={form.changed}
              save={save}
              reload={reload}
            />
          )}
          {board && plugin.has_demo && <DemoPage plugin={plugin} board={board} reload={reload} />}
          <VariableList plugin={plugin} version={version} live={source.live && plugin.enabled} />
        </div>
      )}
      {!source && board && (
        <section class="card panel form plugin-column rows-20 is-aside" aria-labelledby="transition-title">
          <h2 id="transition-title">{texts.tryTitle}</h2>
          <TransitionPreview
            transition={{ strategy: `plugin:${plugin.id}`, step_interval_ms: null, step_size: null }}
            board={board}
          />
        </section>
      )}
      <div class="plugin-column rows-20">
        {source && plugin.instance_label === null && <InstanceList plugin={plugin} sources={sources} now={now} />}
        {source?.receives && <ReceiveAddress plugin={plugin} />}
        {plugin.documentation !== null && <Documentation text={plugin.documentation} />}
        {plugin.instance_label !== null && plugin.base_plugin_id !== null && (
          <>
            <RenameInstance key={plugin.id} base={plugin.base_plugin_id} label={plugin.instance_label} />
            <RemoveInstance plugin={plugin} base={plugin.base_plugin_id} label={plugin.instance_label} />
          </>
        )}
      </div>
    </div>
  );
};

/** Everything about one plugin or instance. */
export const PluginPage = ({ id }: { id: string }) => {
  const plugin = useResource(`plugin.${id}`, () => pluginOperations.detail(id), ['plugins', 'pages']);
  const sources = useResource('plugin-sources', pluginOperations.sources, ['plugins', 'settings']);
  const now = useNow(sources.reload);
  const board = useService(primaryOf);
  const name = plugin.value?.name;
  const problem = plugin.problem ?? sources.problem;
  const reload = () => {
    plugin.reload();
    sources.reload();
  };
  useTitle(name ?? texts.title);
  return (
    <div class="plugins rows-16">
      <Back text={texts.back} href={lastGallery()} />
      {plugin.value && sources.value ? (
        <>
          <PluginHead plugin={plugin.value} />
          <Body plugin={plugin.value} sources={sources.value.sources} board={board} now={now} reload={reload} />
        </>
      ) : (
        <Loading problem={problem} onRetry={reload} />
      )}
    </div>
  );
};

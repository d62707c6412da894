import { useEffect } from 'preact/hooks';
import type { JsonObject } from '../../src/schema/common.ts';
import type { PluginDetail, SourceVariables } from '../../src/schema/plugins/plugins.ts';
import { Copyable } from '../kit/copy.tsx';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { LoadProblem } from '../kit/work.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import { pluginOperations } from './api.ts';
import { groupVariables, type VariableLine } from './variable-groups.ts';

const LIVE_MS = 10_000;

const Line = ({ line: { code, name, description, value, example } }: { line: VariableLine }) => (
  <li class="rows-4">
    <Copyable text={code} label={texts.variable(name)} />
    <div class="variable-value">
      {value === null ? (
        <span class="meta">{example === '' ? '' : texts.example(example)}</span>
      ) : (
        <output>{value}</output>
      )}
      {description !== '' && <span class="meta">{description}</span>}
    </div>
  </li>
);

const Groups = ({ variables, manifest }: { variables: SourceVariables; manifest: JsonObject }) => (
  <>
    <p class="meta">{variables.variables.length === 0 ? texts.noVariables : texts.variablesIntro}</p>
    {groupVariables(variables, manifest).map(({ name, label, hint, lines }, _index, all) => (
      <div key={name} class="variable-group rows-8">
        {all.length > 1 && <h3>{label}</h3>}
        {hint !== null && <p class="field-note">{hint}</p>}
        <ul class="variables">
          {lines.map((line) => (
            <Line key={line.code} line={line} />
          ))}
        </ul>
      </div>
    ))}
    {variables.open && variables.variables.length > 0 && <p class="field-note">{texts.openVariables}</p>}
  </>
);

/**
 * What pages can say of a plugin, each variable with its value and a button that copies it. `version`: another one
 * fetches again; so does the time when the plugin is `live`.
 */
export const VariableList = ({ plugin, version, live }: { plugin: PluginDetail; version: string; live: boolean }) => {
  const variables = useResource(`plugin-variables.${plugin.id}`, () => pluginOperations.variables(plugin.id), [
    'plugins',
  ]);
  useEffect(variables.reload, [version]);
  usePoll(variables.reload, live ? LIVE_MS : null);
  return (
    <section class="card panel form" aria-labelledby="variables-title">
      <h2 id="variables-title">{texts.variables}</h2>
      {variables.value && <Groups variables={variables.value} manifest={plugin.variables} />}
      {!variables.value && variables.problem !== null && (
        <LoadProblem problem={variables.problem} onRetry={variables.reload} />
      )}
    </section>
  );
};

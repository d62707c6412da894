import { useState } from 'preact/hooks';
import { MAX_AGE } from '../../../src/core/asking-settings.ts';
import type { JsonObject } from '../../../src/schema/common.ts';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import { useForm, type Form } from '../../kit/form.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { pluginOperations } from '../api.ts';
import { problemsOf, type Problems } from '../problems.ts';
import { keepable, withoutEmpty, type Setting } from './setting-schema.ts';

const NONE: Problems = {};

const sentenceFor = (problems: Problems): string => {
  const { '': general, ...fields } = problems;
  return [Object.keys(fields).length > 0 ? texts.wrong : '', general ?? ''].filter(Boolean).join(' ');
};

/**
 * The settings of a plugin while they are changed, and what is wrong with them. `save` answers whether they are stored.
 */
export const usePluginSettings = (
  plugin: PluginDetail,
  reload: () => void,
): { form: Form<JsonObject>; problems: Problems; save: () => Promise<boolean> } => {
  const schema = plugin.settings_schema as Setting;
  const form = useForm<JsonObject>(`plugin.${plugin.id}`, plugin.config, (typed) => keepable(schema, typed));
  const [problems, setProblems] = useState<Problems>(NONE);
  const save = () =>
    form.save(async (value) => {
      setProblems(NONE);
      try {
        await pluginOperations.configure(plugin.id, {
          ...(withoutEmpty(value) as JsonObject),
          // Here a null says something: values are shown however old they are.
          ...(value[MAX_AGE] === null ? { [MAX_AGE]: null } : {}),
        });
      } catch (error) {
        const found = problemsOf(error);
        setProblems(found);
        if (Object.keys(found).length > 0) throw new Error(sentenceFor(found), { cause: error });
        throw error;
      }
      reload();
    });
  return { form, problems, save };
};

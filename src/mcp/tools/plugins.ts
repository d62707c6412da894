import * as v from 'valibot';
import {
  PluginDataSchema,
  PluginDetailSchema,
  PluginListSchema,
  PluginUpdateSchema,
} from '../../schema/plugins/plugins.ts';
import type { McpServices } from '../services.ts';
import { FETCHES, READS, REPLACES, tool, type Tool } from '../tool.ts';
import { bullets } from '../wording.ts';
import { BoardArgument } from './arguments.ts';

const PluginArgument = v.pipe(v.string(), v.description('ID, or ID:LABEL for an instance.'));

const readTools = ({ boards, plugins }: McpServices): Tool[] => [
  tool({
    name: 'list_plugins',
    title: 'List the plugins',
    description:
      'Every installed plugin (weather, calendar …), whether it is enabled, and has all settings that it needs.',
    hints: READS,
    input: v.object({}),
    output: PluginListSchema,
    run: () => {
      const list = plugins.installation.list();
      return { plugins: list, total: list.length, enabled_count: list.filter(({ enabled }) => enabled).length };
    },
    format: (list) =>
      bullets(
        list.plugins.map(
          ({ id, name, description, enabled, configured }) =>
            `${id} (${name}): ` +
            `${enabled ? 'enabled' : 'disabled'}${configured ? '' : ', settings are missing'}. ${description}`,
        ),
        'There is no plugin.',
      ),
  }),
  tool({
    name: 'get_plugin',
    title: 'Read a plugin',
    description:
      'The settings of a plugin, what they may be (settings_schema), and the variables that it brings. ' +
      'Secrets are shown as ***.',
    hints: READS,
    input: v.object({ plugin_id: PluginArgument }),
    output: PluginDetailSchema,
    run: ({ plugin_id }) => plugins.installation.detail(plugin_id),
  }),
  tool({
    name: 'get_plugin_data',
    title: 'What a plugin reports',
    description:
      'The present data of a plugin, and its own lines for a board. When there are none, "available" is false and ' +
      '"error" says why.',
    hints: FETCHES,
    input: v.object({ plugin_id: PluginArgument, board: BoardArgument }),
    output: PluginDataSchema,
    run: ({ plugin_id, board }) => {
      const { device_type, rows, cols } = boards.detail(board);
      return plugins.data(plugin_id, { device_type, rows, cols });
    },
    format: ({ available, error, text, data }) =>
      available
        ? [text, JSON.stringify(data)].filter(Boolean).join('\n')
        : `It has no data: ${error ?? 'no reason is known'}`,
  }),
];

/** Plugins: what there is, how it is set, what it reports. */
export const pluginTools = (services: McpServices): Tool[] => [
  ...readTools(services),
  tool({
    name: 'update_plugin',
    title: 'Change a plugin',
    description:
      'Replaces the settings of a plugin, and enables or disables it. "config" is the whole of the ' +
      'settings: begin with those of get_plugin, and keep *** for secrets that stay.',
    hints: REPLACES,
    input: v.object({ plugin_id: PluginArgument, ...PluginUpdateSchema.entries }),
    notes: {
      enabled: 'On or off, after the settings were written.',
      config: 'New settings, as settings_schema of get_plugin describes.',
    },
    output: PluginDetailSchema,
    run: ({ plugin_id, ...change }) => services.plugins.installation.update(plugin_id, change),
  }),
];

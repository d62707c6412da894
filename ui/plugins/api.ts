import type { JsonObject } from '../../src/schema/common.ts';
import type {
  DemoPageAnswer,
  DemoPageStatus,
  SourceVariables,
  PluginData,
  PluginDetail,
  PluginList,
  PluginSources,
} from '../../src/schema/plugins.ts';
import type { Page, PageCreate, Preview } from '../../src/schema/pages.ts';
import type { Beta } from '../../src/schema/settings.ts';
import { request } from '../api.ts';

const id = encodeURIComponent;

/** One source, and how its data fares. */
export type PluginSource = PluginSources['sources'][number];

/** A page to look at before it is stored. */
export type PageDraft = Partial<PageCreate> & Pick<PageCreate, 'type'>;

/** What is done with plugins. */
export const pluginOperations = {
  list: () => request<PluginList>('GET', '/plugins'),
  sources: () => request<PluginSources>('GET', '/plugins/sources'),
  detail: (plugin: string) => request<PluginDetail>('GET', `/plugins/${id(plugin)}`),
  configure: (plugin: string, config: JsonObject) =>
    request<PluginDetail>('PUT', `/plugins/${id(plugin)}/config`, { config }),
  switchTo: (plugin: string, on: boolean) =>
    request<PluginDetail>('POST', `/plugins/${id(plugin)}/${on ? 'enable' : 'disable'}`),
  data: (plugin: string) => request<PluginData>('GET', `/plugins/${id(plugin)}/data`),
  variables: (plugin: string) => request<SourceVariables>('GET', `/plugins/${id(plugin)}/variables`),
  addInstance: (plugin: string, label: string) =>
    request<{ instance_key: string }>('POST', `/plugins/${id(plugin)}/instances`, { label }),
  renameInstance: (plugin: string, before: string, label: string) =>
    request<{ instance_key: string; pages: string[] }>('PATCH', `/plugins/${id(plugin)}/instances/${id(before)}`, {
      label,
    }),
  removeInstance: (plugin: string, label: string) => request('DELETE', `/plugins/${id(plugin)}/instances/${id(label)}`),
  demo: (plugin: string, board: string) =>
    request<DemoPageStatus>('GET', `/plugins/${id(plugin)}/demo-page?board_id=${id(board)}`),
  makeDemo: (plugin: string, board: string) =>
    request<DemoPageAnswer>('POST', `/plugins/${id(plugin)}/demo-page?board_id=${id(board)}`),
  manifest: (plugin: string) => request<{ demo?: JsonObject }>('GET', `/plugins/${id(plugin)}/manifest`),
  pages: () => request<{ pages: Page[] }>('GET', '/pages'),
  preview: (draft: PageDraft) => request<Preview>('POST', '/pages/preview', draft),
  beta: () => request<Beta>('GET', '/settings/beta'),
} as const;

import type { JsonObject } from '../../src/schema/common.ts';
import type { Page, PageCreate, Preview } from '../../src/schema/pages.ts';
import type {
  DemoPageAnswer,
  DemoPageStatus,
  PluginData,
  PluginDetail,
  PluginList,
  PluginSources,
  SourceVariables,
} from '../../src/schema/plugins.ts';
import type { Beta } from '../../src/schema/settings.ts';
import type { Catalogue, OwnAnswerFound, OwnCheckAnswer, OwnTrial } from '../../src/schema/sources.ts';
import { request } from '../api.ts';

const id = encodeURIComponent;

/** One source, and how its data fares. */
export type PluginSource = PluginSources['sources'][number];

/** A source of the gallery. */
export type GallerySource = Catalogue['sources'][number];

/** How often a host was asked today. */
export interface SourceHost {
  readonly host: string;
  readonly requests: number;
  readonly budget: number | null;
}

/** What a setting can become. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
  readonly also: JsonObject;
}

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
  catalogue: () => request<Catalogue>('GET', '/plugins/catalogue'),
  hosts: () => request<{ hosts: SourceHost[] }>('GET', '/plugins/hosts'),
  lookUp: (plugin: string, setting: string, query: string) =>
    request<{ choices: Choice[] }>('GET', `/plugins/${id(plugin)}/lookups/${id(setting)}?q=${id(query)}`),
  checkOwn: (file: string) => request<OwnCheckAnswer>('POST', '/plugins/own/check', { file }),
  saveOwn: (file: string, replace: boolean, local: boolean) =>
    request<{ id: string; name: string }>('POST', '/plugins/own', { file, replace, local }),
  readAnswer: (address: string) => request<OwnAnswerFound>('POST', '/plugins/own/answer', { address }),
  tryOwn: (file: string, config: JsonObject) => request<OwnTrial>('POST', '/plugins/own/try', { file, config }),
  own: (source: string) => request<{ id: string; file: string; local: boolean }>('GET', `/plugins/own/${id(source)}`),
  removeOwn: (source: string) => request('DELETE', `/plugins/own/${id(source)}`),
  beta: () => request<Beta>('GET', '/settings/beta'),
} as const;

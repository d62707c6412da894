import type { JsonObject } from '../../src/schema/common.ts';
import type { PageCreate, Preview } from '../../src/schema/content/pages.ts';
import type {
  DemoPageAnswer,
  DemoPageStatus,
  Destination,
  PluginData,
  PluginDetail,
  PluginList,
  PluginSources,
  SourceVariables,
} from '../../src/schema/plugins/plugins.ts';
import type { SignInState, SignInWay, SignOut } from '../../src/schema/plugins/sign-in.ts';
import type {
  Catalogue,
  LookupSearch,
  OwnAnswerFound,
  OwnCheckAnswer,
  OwnTrial,
  SourceHosts,
} from '../../src/schema/plugins/sources.ts';
import { ApiError, request } from '../api.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { withConsent } from './consent.tsx';
import { keepSamples } from './gallery/samples.ts';

const id = encodeURIComponent;

/** One source, and how its data fares. */
export type PluginSource = PluginSources['sources'][number];

/** A plugin or source of the gallery. */
export type GalleryCard = Catalogue['sources'][number];

/** What a setting can become. */
export interface Choice {
  readonly value: string | number;
  readonly label: string;
  readonly also: JsonObject;
}

/** A page to look at before it is stored. */
export type PageDraft = Partial<PageCreate> & Pick<PageCreate, 'type'>;

const confirm = (plugin: string, confirmed: readonly Destination[]) =>
  request<PluginDetail>('POST', `/plugins/${id(plugin)}/confirm`, { confirm: confirmed });

/** Does something with a plugin that may need consent. */
const confirming = <T>(plugin: string, work: () => Promise<T>): Promise<T> =>
  withConsent(async (confirmed) => {
    if (confirmed.length > 0) await confirm(plugin, confirmed);
    return work();
  });

/** What is done with plugins. */
export const pluginOperations = {
  list: () => request<PluginList>('GET', '/plugins'),
  sources: () => request<PluginSources>('GET', '/plugins/sources'),
  detail: async (plugin: string) => {
    const answer = await request<PluginDetail>('GET', `/plugins/${id(plugin)}`);
    // Some addresses beneath the plugins answer other questions, as that of all sources.
    if (answer.id !== plugin) throw new ApiError(404, texts.unknown(plugin));
    return answer;
  },
  configure: (plugin: string, config: JsonObject) =>
    withConsent((confirm) => request<PluginDetail>('PUT', `/plugins/${id(plugin)}/config`, { config, confirm })),
  confirm,
  switchTo: (plugin: string, on: boolean) =>
    confirming(plugin, () => request<PluginDetail>('POST', `/plugins/${id(plugin)}/${on ? 'enable' : 'disable'}`)),
  tryPlugin: async (plugin: string, config?: JsonObject) => {
    let confirmed: readonly Destination[] = [];
    const trial = await withConsent((confirm) => {
      confirmed = confirm;
      return request<OwnTrial>('POST', `/plugins/${id(plugin)}/try`, { confirm, ...(config ? { config } : {}) });
    });
    return { trial, confirmed };
  },
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
  preview: (draft: PageDraft) => request<Preview>('POST', '/pages/preview', draft),
  catalogue: async () => {
    const list = await request<Catalogue>('GET', '/plugins/catalogue');
    keepSamples(list);
    return list;
  },
  hosts: () => request<SourceHosts>('GET', '/plugins/hosts'),
  lookUp: (plugin: string, setting: string, search: LookupSearch) =>
    request<{ choices: Choice[] }>('POST', `/plugins/${id(plugin)}/lookups/${id(setting)}`, search),
  signInState: (plugin: string) => request<SignInState>('GET', `/plugins/${id(plugin)}/sign-in`),
  signIn: (plugin: string, way: SignInWay) =>
    confirming(plugin, () => request<SignInState>('POST', `/plugins/${id(plugin)}/sign-in`, { way })),
  finishSignIn: (plugin: string, address: string) =>
    request<SignInState>('POST', `/plugins/${id(plugin)}/sign-in/finish`, { address }),
  signOut: (plugin: string) => request<SignOut>('DELETE', `/plugins/${id(plugin)}/sign-in`),
  checkOwn: (file: string) => request<OwnCheckAnswer>('POST', '/plugins/own/check', { file }),
  saveOwn: (file: string, replace: boolean, confirmed: readonly Destination[]) =>
    request<{ id: string; name: string }>('POST', '/plugins/own', { file, replace, confirm: confirmed }),
  readAnswer: (address: string) => request<OwnAnswerFound>('POST', '/plugins/own/answer', { address }),
  tryOwn: (file: string, config: JsonObject, confirmed: readonly Destination[]) =>
    request<OwnTrial>('POST', '/plugins/own/try', { file, config, confirm: confirmed }),
  own: (source: string) => request<{ id: string; file: string }>('GET', `/plugins/${id(source)}/file`),
  removeOwn: (source: string) => request('DELETE', `/plugins/${id(source)}/file`),
} as const;

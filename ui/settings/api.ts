import type { Brightness, BrightnessWrite } from '../../src/schema/boards/brightness.ts';
import type { FollowDiscovery, FollowStatus } from '../../src/schema/boards/follow.ts';
import type { AuditEntry, TokenStatus } from '../../src/schema/appliance/auth.ts';
import type { BackupFile, BackupImportAnswer } from '../../src/schema/appliance/backup.ts';
import type { BoardInstance, BoardInstanceWrite, BoardSettings } from '../../src/schema/boards/boards.ts';
import type { IdentifyAnswer } from '../../src/schema/boards/control.ts';
import type { GpioStatus, GpioPreference } from '../../src/schema/boards/gpio.ts';
import type { MqttStatus, MqttPreference } from '../../src/schema/appliance/mqtt.ts';
import type {
  WifiCapability,
  WifiConnected,
  WifiSaved,
  WifiScan,
  WifiSetUp,
  WifiStatus,
} from '../../src/schema/appliance/network.ts';
import type { Pins } from '../../src/schema/boards/pins.ts';
import type { Preview } from '../../src/schema/content/pages.ts';
import type { Screen, ScreenConfirm, ScreenUpdate, WaitingScreen } from '../../src/schema/appliance/screens.ts';
import type { CreatedInbox, Inbox, InboxCreate, InboxUpdate } from '../../src/schema/plugins/inboxes.ts';
import type {
  Beta,
  TransitionPreference,
  Wizard,
  DisplaySettings,
  General,
  NewBoards,
  Polling,
  Target,
  TransitionSettings,
} from '../../src/schema/appliance/settings.ts';
import type { SunWeek, Location, PlacesFound } from '../../src/schema/appliance/location.ts';
import type { Silence, SilenceAnswer, SilenceStatus, SilenceWrite } from '../../src/schema/appliance/silence.ts';
import type { Status, ConfigCheck, Logs, Version } from '../../src/schema/appliance/system.ts';
import type { TransitionEntry, TransitionPreview } from '../../src/schema/content/transitions.ts';
import type { UpdateStatus, UpdateWritten } from '../../src/schema/appliance/update.ts';
import type {
  BoardTestAnswer,
  DiscoveredBoards,
  EnableLocalApi,
  EnableLocalApiAnswer,
  PanelDrivers,
  ServedLocalApi,
} from '../../src/schema/boards/wiring.ts';
import { request } from '../api.ts';
import { refusalText } from '../login/session.ts';

const id = encodeURIComponent;

/** Every part of the settings, as the overview reads it. */
export interface AllSettings {
  readonly general: General;
  readonly output: { readonly target: Target };
  readonly board: BoardSettings;
  readonly transitions: TransitionPreference;
  readonly silence_schedule: Silence;
  readonly location: Location;
  readonly mqtt: MqttPreference;
  readonly gpio: GpioPreference;
  readonly beta: Beta;
}

/** A command that the hardware of a board knows. */
export interface BoardAction {
  readonly name: string;
  readonly summary: string;
}

/** Wiring of the boards. */
export const boardOperations = {
  list: () => request<BoardSettings>('GET', '/settings/board'),
  add: (board: BoardInstanceWrite) => request<BoardSettings>('POST', '/settings/board/add', board),
  replace: (boards: readonly (BoardInstance | BoardInstanceWrite)[]) =>
    request<BoardSettings>('PUT', '/settings/board', { boards }),
  remove: (board: string) => request<BoardSettings>('DELETE', `/settings/board/${id(board)}`),
  newBoards: () => request<NewBoards>('GET', '/settings/new-boards'),
  setNewBoards: (body: Partial<NewBoards>) => request<NewBoards>('PUT', '/settings/new-boards', body),
  drivers: () => request<PanelDrivers>('GET', '/settings/board/drivers'),
  pins: () => request<Pins>('GET', '/settings/pins'),
  discover: () => request<DiscoveredBoards>('GET', '/settings/board/discover'),
  test: (board: BoardInstanceWrite & { board_id?: string }) =>
    request<BoardTestAnswer>('POST', '/config/board/test', board),
  enable: (body: EnableLocalApi) => request<EnableLocalApiAnswer>('POST', '/config/board/enable-local-api', body),
  identify: (board: string) => request<IdentifyAnswer>('POST', `/settings/board/${id(board)}/identify`),
  actions: (board: string) => request<{ actions: BoardAction[] }>('GET', `/boards/${id(board)}/actions`),
  act: (board: string, action: string, input: Record<string, unknown>) =>
    request<{ result: Record<string, unknown> }>('POST', `/boards/${id(board)}/actions/${id(action)}`, input),
  blank: (board: string) => request('POST', `/v1/boards/${id(board)}/message`, { fill: 0 }),
  lightOf: (board: string) => request<Brightness>('GET', `/boards/${id(board)}/brightness`),
  light: (board: string, change: BrightnessWrite) =>
    request<Brightness>('PUT', `/boards/${id(board)}/brightness`, change),
  served: (board: string) => request<ServedLocalApi>('GET', `/settings/board/${id(board)}/local-api`),
  following: (board: string) => request<FollowStatus>('GET', `/settings/board/${id(board)}/follow`),
  findHubs: () => request<FollowDiscovery>('GET', '/settings/board/follow/discover'),
  rotateServed: (board: string) => request<ServedLocalApi>('POST', `/settings/board/${id(board)}/local-api/rotate`),
} as const;

const boardQuery = (board: string | null): string => (board === null ? '' : `?board_id=${id(board)}`);

/** What an owner prefers. */
export const settingsOperations = {
  all: () => request<AllSettings>('GET', '/settings/all'),
  check: () => request<ConfigCheck>('GET', '/config/validate'),
  clockChip: () =>
    request<Status>('GET', '/status').then(({ config_summary: { clock_chip } }) =>
      typeof clock_chip === 'string' ? clock_chip : '',
    ),
  damage: () =>
    request<Status>('GET', '/status').then(({ config_summary: { damaged_files } }) =>
      Array.isArray(damaged_files) ? damaged_files.length : 0,
    ),
  dismissDamage: () => request<{ dismissed: number }>('POST', '/status/damage/dismiss'),
  output: () =>
    request<{ target: Target; effective_target: Target; available_targets: Target[] }>('GET', '/settings/output'),
  setOutput: (target: Target) => request('PUT', '/settings/output', { target }),
  polling: () => request<Polling>('GET', '/settings/polling'),
  setPolling: (polling: Polling) => request('PUT', '/settings/polling', polling),
  silence: (board: string | null) => request<SilenceAnswer>('GET', `/settings/silence-schedule${boardQuery(board)}`),
  setSilence: (board: string | null, silence: Partial<SilenceWrite>) =>
    request<SilenceAnswer>('PUT', `/settings/silence-schedule${boardQuery(board)}`, silence),
  resetSilence: (board: string) => request<SilenceAnswer>('DELETE', `/settings/silence-schedule/${id(board)}`),
  silenceStatus: (board: string) => request<SilenceStatus>('GET', `/silence-status${boardQuery(board)}`),
  previewPage: (page: string) => request<Preview>('POST', `/pages/${id(page)}/preview`),
  location: () => request<Location>('GET', '/settings/location'),
  setLocation: (location: Location) => request<Location>('PUT', '/settings/location', location),
  places: (typed: string) => request<PlacesFound>('GET', `/settings/location/places?q=${encodeURIComponent(typed)}`),
  sunWeek: () => request<SunWeek>('GET', '/settings/location/sun-times-week'),
  setGeneral: (general: Partial<General>) => request<General>('PUT', '/config/general', general),
  transitions: () => request<TransitionPreference>('GET', '/settings/transitions'),
  setTransitions: (transitions: TransitionSettings) =>
    request<TransitionPreference>('PUT', '/settings/transitions', transitions),
  transitionPlugins: () => request<{ plugins: TransitionEntry[] }>('GET', '/transitions/plugins'),
  previewTransition: (plugin_id: string, from_text: string, to_text: string) =>
    request<TransitionPreview>('POST', '/transitions/preview', { plugin_id, from_text, to_text }),
  setDisplay: (display: DisplaySettings) => request<DisplaySettings>('PUT', '/settings/display', display),
  mqtt: () => request<MqttPreference>('GET', '/settings/mqtt'),
  setMqtt: (mqtt: MqttPreference) => request<MqttPreference>('PUT', '/settings/mqtt', mqtt),
  mqttStatus: () => request<MqttStatus>('GET', '/mqtt/status'),
  announce: () => request<{ message: string }>('POST', '/mqtt/republish-discovery'),
  gpio: () => request<GpioPreference>('GET', '/settings/gpio'),
  setGpio: (gpio: GpioPreference) => request<GpioPreference>('PUT', '/settings/gpio', gpio),
  gpioStatus: () => request<GpioStatus>('GET', '/gpio/status'),
  beta: () => request<Beta>('GET', '/settings/beta'),
  setBeta: (beta: Beta) => request<Beta>('PUT', '/settings/beta', beta),
  setWizard: (state: Wizard['state']) => request<Wizard>('PUT', '/settings/wizard', { state }),
} as const;

/** A refusal is told in the words of the service: the wait for a login is not the wait of a board. */
const change = <T>(...[method, path, body]: Parameters<typeof request>): Promise<T> =>
  request<T>(method, path, body).catch((error: unknown) => {
    throw new Error(refusalText(error), { cause: error });
  });

/** The account, and the token of scripts. */
export const accountOperations = {
  setUp: (username: string, password: string) => change('POST', '/auth/setup', { username, password }),
  rename: (current_password: string, new_username: string) =>
    change('POST', '/auth/change-username', { current_password, new_username }),
  setPassword: (current_password: string, new_password: string) =>
    change('POST', '/auth/change-password', { current_password, new_password }),
  disable: (current_password: string) => change('POST', '/auth/disable', { current_password }),
  token: () => request<TokenStatus>('GET', '/auth/mcp-token'),
  createToken: () => change<{ token: string }>('POST', '/auth/mcp-token'),
  revokeToken: () => change('DELETE', '/auth/mcp-token'),
  audit: () => request<{ entries: AuditEntry[]; total: number }>('GET', '/auth/audit'),
} as const;

/** Inboxes: what may write messages on boards. */
export const inboxOperations = {
  list: () => request<{ inboxes: Inbox[] }>('GET', '/inboxes'),
  add: (body: InboxCreate) => request<CreatedInbox>('POST', '/inboxes', body),
  update: (inbox: string, body: InboxUpdate) => request<Inbox>('PATCH', `/inboxes/${id(inbox)}`, body),
  remove: (inbox: string) => request('DELETE', `/inboxes/${id(inbox)}`),
} as const;

/** Screens: paired ones, and those that wait. */
export const screenOperations = {
  list: () => request<{ screens: Screen[] }>('GET', '/screens'),
  waiting: () => request<{ waiting: WaitingScreen[] }>('GET', '/screens/pairing'),
  confirm: (body: ScreenConfirm) => request<{ screen: Screen; token: string | null }>('POST', '/screens', body),
  update: (screen: string, body: ScreenUpdate) => request<Screen>('PATCH', `/screens/${id(screen)}`, body),
  revoke: (screen: string) => request('DELETE', `/screens/${id(screen)}`),
} as const;

/** The machine and the service. */
export const systemOperations = {
  version: () => request<Version>('GET', '/version'),
  logs: (query: URLSearchParams) => request<Logs>('GET', `/logs?${query}`),
  backup: (passphrase: string | null) =>
    passphrase === null
      ? request<BackupFile>('GET', '/backup/export')
      : request<BackupFile>('POST', '/backup/export', { passphrase }),
  restore: (backup: Record<string, unknown>) => request<BackupImportAnswer>('POST', '/backup/import', backup),
  wifiCapability: () => request<WifiCapability>('GET', '/network/wifi/capability'),
  wifi: () => request<WifiStatus>('GET', '/network/wifi/status'),
  savedNetworks: () => request<WifiSaved>('GET', '/network/wifi/saved'),
  scanNetworks: () => request<WifiScan>('POST', '/network/wifi/scan'),
  joinNetwork: (ssid: string, password: string | null, hidden: boolean) =>
    request<WifiConnected>('POST', '/network/wifi/connect', { ssid, password, hidden }),
  leaveNetwork: () => request<{ message: string }>('POST', '/network/wifi/disconnect'),
  forgetNetwork: (name: string) => request<{ message: string }>('DELETE', `/network/wifi/saved/${id(name)}`),
  beginWifiSetUp: () => request<WifiSetUp>('POST', '/network/wifi/setup'),
  update: () => request<UpdateStatus>('GET', '/system/update/status'),
  fetchUpdate: (url: string, downgrade: string) =>
    request<UpdateWritten>('POST', '/system/update', { url, ...(downgrade && { downgrade }) }),
  restart: () => request<{ message: string }>('POST', '/system/restart'),
  reboot: () => request<{ message: string }>('POST', '/system/reboot'),
} as const;

import { fits, geometryOf } from '../core/flaps/geometry.ts';
import { SourceSchema, type BoardDetail, type BoardRuntimeStatus } from '../schema/boards/boards.ts';
import type { Brightness } from '../schema/boards/brightness.ts';
import type { Collection } from '../schema/content/collections.ts';
import type { ListedMessage } from '../schema/content/messages.ts';
import type { Page } from '../schema/content/pages.ts';
import { MQTT_REFRESH_SECONDS } from '../schema/limits.ts';
import { BOARD_STRATEGIES } from '../schema/appliance/settings.ts';

/** One entity of a device: its place in the topics, and its configuration for Home Assistant. */
export interface Entity {
  /** Name in the topics, `<base>/…/<object>/state` and `/set`. */
  readonly object: string;
  readonly platform:
    | 'switch'
    | 'select'
    | 'text'
    | 'notify'
    | 'button'
    | 'sensor'
    | 'binary_sensor'
    | 'number'
    | 'event'
    | 'image'
    | 'update'
    | 'light';
  /** Null: the main feature of its device. */
  readonly name: string | null;
  readonly icon: string;
  readonly hasState: boolean;
  readonly takesCommands: boolean;
  /** Takes the commands of another object. */
  readonly commandsOf?: string;
  /** Publishes JSON beside its state at `/attributes`. */
  readonly hasAttributes?: boolean;
  /** Its brightness has topics of its own, below `brightness`. */
  readonly hasBrightness?: boolean;
  /** Publishes pictures at `/image`. */
  readonly hasImage?: boolean;
  /** It is there while the board is out of reach: it tells why. */
  readonly outlivesBoard?: boolean;
  /** Home Assistant is told to remove it. */
  readonly isAbsent?: boolean;
  /** Further members of its configuration. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * The state of an entity without a value, and of a select that holds none of its options. An empty one would be no
 * state to Home Assistant, and to the broker the end of what it keeps.
 */
export const NONE = 'None';
const LONGEST_STATE = 255;
const FULL_LIGHT = 100;

const state = (
  object: string,
  platform: Entity['platform'],
  name: string | null,
  icon: string,
  more: Entity['more'] = {},
): Entity => ({ object, platform, name, icon: `mdi:${icon}`, hasState: true, takesCommands: false, more });
const control = (
  object: string,
  platform: Entity['platform'],
  name: string | null,
  icon: string,
  more: Entity['more'] = {},
): Entity => ({ ...state(object, platform, name, icon, more), takesCommands: true });
const press = (object: string, name: string, icon: string): Entity => ({
  ...control(object, 'button', name, icon),
  hasState: false,
});
const eventEntity = (object: string, name: string, icon: string, event_types: readonly string[]): Entity =>
  state(object, 'event', name, icon, { event_types });
/** Commands that were not carried out, with `command` and `reason`. */
const REFUSAL = eventEntity('command_refused', 'Command refused', 'message-alert', [
  'command_refused',
  'command_failed',
]);
/** What a board shows, as a picture below `/picture/image`; the shortest form takes the entity away. */
const pictureEntity = (hasPicture: boolean): Entity => ({
  ...state('picture', 'image', 'Picture', 'image-outline', hasPicture ? { content_type: 'image/png' } : {}),
  hasState: false,
  hasImage: hasPicture,
  isAbsent: !hasPicture,
});
/** Only walls with motors find their home. */
const homeEntity = (hasHome: boolean): Entity => ({ ...press('home', 'Home', 'home-search'), isAbsent: !hasHome });
/** Clocks and screens can be dimmed and switched off. */
const lightEntity = (hasLight: boolean): Entity => ({
  ...control('light', 'light', 'Display', 'television-ambient-light', { brightness_scale: 100 }),
  hasBrightness: true,
  isAbsent: !hasLight,
});
const diagnostic = { entity_category: 'diagnostic' } as const;

/** What a page or collection is called in a list of them: no two are the same in other letters, or stand for none. */
export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** What a command says that wants no page. */
const NO_CHOICE: readonly string[] = ['', NONE.toLowerCase()];

/** The pages and collections that fit a board, with one label for each. */
export const choicesFor = (
  board: Pick<BoardDetail, 'rows' | 'cols' | 'device_type'>,
  pages: readonly Page[],
  collections: readonly Collection[],
): Choice[] => {
  const fitting = pages.filter((page) => fits(geometryOf(page), board));
  const ids = new Set(fitting.map(({ id }) => id));
  const all = [...fitting, ...collections.filter(({ page_ids }) => page_ids.some((id) => ids.has(id)))];
  const taken = new Set<string>(NO_CHOICE);
  const counts = new Map<string, number>();
  return all.map(({ id, name }) => {
    const plain = name.trim();
    const key = plain.toLowerCase();
    let count = counts.get(key) ?? 0;
    let label = plain;
    while (taken.has(label.toLowerCase())) label = `${plain} (${++count})`.trim();
    counts.set(key, Math.max(1, count));
    taken.add(label.toLowerCase());
    return { id, label };
  });
};

/** The entities of one board. */
export const boardEntities = (
  board: Pick<BoardDetail, 'rows' | 'cols'>,
  choices: readonly Choice[],
  { hasPicture, hasHome, hasLight }: Readonly<Record<'hasPicture' | 'hasHome' | 'hasLight', boolean>>,
): Entity[] => [
  pictureEntity(hasPicture),
  control('paused', 'switch', 'Paused', 'pause'),
  control('quiet', 'switch', 'Quiet', 'bell-sleep'),
  state('quiet_until', 'sensor', 'Quiet until', 'bell-sleep-outline', { device_class: 'timestamp' }),
  control('schedule_enabled', 'switch', 'Schedule', 'calendar-clock'),
  control('active_page', 'select', 'Active page', 'bookmark', {
    options: [NONE, ...choices.map(({ label }) => label)],
  }),
  {
    ...control('send_message', 'text', 'Message', 'send', {
      min: 1,
      max: Math.max(2, Math.min(LONGEST_STATE, board.rows * board.cols)),
      mode: 'text',
    }),
    hasState: false,
  },
  { ...control('notify', 'notify', null, 'message-text'), hasState: false, commandsOf: 'send_message' },
  press('refresh_display', 'Refresh', 'refresh'),
  press('blank_board', 'Blank', 'rectangle-outline'),
  press('clear_message', 'Take message down', 'message-off'),
  press('acknowledge', 'Acknowledge', 'message-check'),
  state('to_acknowledge', 'binary_sensor', 'Waits to be acknowledged', 'message-question'),
  {
    ...state('messages', 'sensor', 'Waiting messages', 'tray-full', { state_class: 'measurement' }),
    hasAttributes: true,
  },
  press('next_page', 'Next page', 'page-next'),
  press('previous_page', 'Previous page', 'page-previous'),
  press('next', 'Next of the rotation', 'skip-next'),
  press('previous', 'Previous of the rotation', 'skip-previous'),
  press('hold', 'Hold the rotation', 'hand-back-right'),
  homeEntity(hasHome),
  lightEntity(hasLight),
  { ...state('current_page', 'sensor', 'Current page', 'eye'), hasAttributes: true },
  { ...state('current_message', 'sensor', 'Shows', 'text'), hasAttributes: true },
  state('source', 'sensor', 'Source', 'source-branch', {
    device_class: 'enum',
    options: SourceSchema.options,
  }),
  state('silence_mode', 'binary_sensor', 'Silence', 'volume-off'),
  state('last_display_update', 'sensor', 'Last sent', 'clock-check-outline', {
    ...diagnostic,
    device_class: 'timestamp',
  }),
  {
    ...state('fault', 'binary_sensor', 'Fault', 'alert', { ...diagnostic, device_class: 'problem' }),
    outlivesBoard: true,
  },
  { ...state('error', 'sensor', 'Error', 'alert-circle-outline', diagnostic), outlivesBoard: true },
  state('drifted', 'binary_sensor', 'Changed by something else', 'swap-horizontal', {
    ...diagnostic,
    device_class: 'problem',
  }),
  eventEntity('display_updated', 'Display updated', 'update', [
    'message_sent',
    'page_refreshed',
    'board_blanked',
    'page_navigated',
  ]),
  eventEntity('page_changed', 'Page changed', 'book-open-page-variant', ['page_switched']),
  REFUSAL,
];

/** A button that shows a favourite; one that is gone is taken away. */
export const favouriteEntity = (id: string, name: string | null): Entity => ({
  ...press(`favourite_${id}`, name ?? '', 'star'),
  commandsOf: 'favourite',
  isAbsent: name === null,
  more: { payload_press: id },
});

/** The entities of the appliance itself, with a button for each favourite. */
export const applianceEntities = (favourites: readonly Entity[] = []): Entity[] => [
  ...favourites,
  control('display_service', 'switch', 'Display service', 'television-play'),
  control('all_paused', 'switch', 'All boards paused', 'pause-octagon'),
  control('all_quiet', 'switch', 'All boards quiet', 'bell-sleep'),
  control('transition_style', 'select', 'Transition', 'animation-play', { options: ['instant', ...BOARD_STRATEGIES] }),
  control('refresh_interval', 'number', 'Refresh interval', 'timer-outline', {
    entity_category: 'config',
    min: MQTT_REFRESH_SECONDS[0],
    max: MQTT_REFRESH_SECONDS[1],
    step: 1,
    unit_of_measurement: 's',
  }),
  state('page_count', 'sensor', 'Pages', 'counter', { state_class: 'measurement' }),
  state('service_status', 'binary_sensor', 'Service', 'heart-pulse', { ...diagnostic, device_class: 'running' }),
  state('update', 'update', 'Update', 'package-up', { ...diagnostic, device_class: 'firmware', title: 'flapbox' }),
  state('version', 'sensor', 'Version', 'information-outline', diagnostic),
  state('uptime', 'sensor', 'Uptime', 'clock-outline', {
    ...diagnostic,
    device_class: 'duration',
    unit_of_measurement: 's',
  }),
  state('board_api_mode', 'sensor', 'Connection of the first board', 'api', diagnostic),
  state('active_plugins', 'sensor', 'Plugins in use', 'puzzle', { ...diagnostic, state_class: 'measurement' }),
  state('output_target', 'sensor', 'Output', 'monitor-speaker', diagnostic),
  eventEntity('settings_changed', 'Settings changed', 'cog', [
    'schedule_toggled',
    'service_toggled',
    'silence_mode_changed',
    'pause_toggled',
  ]),
  REFUSAL,
];

/** The state of switches and binary sensors. */
export const onOff = (value: boolean): string => (value ? 'ON' : 'OFF');

/**
 * How often pages are looked at again, as its entity says it: Home Assistant reports a number beyond the bounds as a
 * fault.
 */
export const intervalState = (seconds: number): string => (seconds > MQTT_REFRESH_SECONDS[1] ? NONE : String(seconds));

/** Which version runs and which one waits, as an update entity says it. */
export const updateState = (
  installed_version: string,
  latest_version: string,
  progress: { readonly percent: number | null } | null,
): string =>
  JSON.stringify({
    installed_version,
    latest_version,
    in_progress: progress !== null,
    update_percentage: progress?.percent ?? null,
  });

/** A board as the entities tell it. */
export interface BoardFacts {
  readonly detail: BoardDetail;
  readonly status: BoardRuntimeStatus;
  readonly silent: boolean;
  /** How the display is lit; null for boards without light. */
  readonly light: Pick<Brightness, 'on' | 'brightness'> | null;
  /** Whether something else than a page of ours is on the board. */
  readonly covered: boolean;
  /** The page that is on the board; empty for none. */
  readonly page_id: string;
  readonly choices: readonly Choice[];
  readonly messages: readonly ListedMessage[];
  nameOf(id: string): string | null;
}

const shownText = (text: string | null): string =>
  (text ?? '')
    .replace(/\{\d+\}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
    .replace(/ +/g, ' ')
    .slice(0, LONGEST_STATE);

/** The states of a board's entities, by object. */
export const boardStates = ({
  detail,
  status,
  silent,
  light,
  covered,
  page_id,
  choices,
  messages,
  nameOf,
}: BoardFacts): Record<string, string> => {
  const { paused, schedule_enabled, active_page_id, source, text } = detail;
  return {
    paused: onOff(paused),
    quiet: onOff(status.quiet_until !== null),
    quiet_until: status.quiet_until ?? NONE,
    schedule_enabled: onOff(schedule_enabled),
    // Home Assistant does not send a choice that a select has already: with None any page can be chosen over a message.
    active_page: (covered ? undefined : choices.find(({ id }) => id === active_page_id)?.label) ?? NONE,
    current_page: nameOf(page_id) ?? NONE,
    current_message: shownText(text) || NONE,
    source,
    silence_mode: onOff(silent),
    last_display_update: status.last_sent_at ?? NONE,
    fault: onOff(status.error !== null),
    error: (status.error ?? '').slice(0, LONGEST_STATE) || NONE,
    drifted: onOff(status.drifted),
    to_acknowledge: onOff(messages.some(({ acknowledge, from }) => acknowledge && from !== null)),
    ...(light && { light: onOff(light.on), brightness: String(light.brightness ?? FULL_LIGHT) }),
    messages: String(messages.filter(({ state }) => state !== 'shown').length),
  };
};

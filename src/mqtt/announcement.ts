import { recordsById } from '../core/records.ts';
import { isLink } from '../platform/network/own-address.ts';
import type { MqttSettings } from '../schema/appliance/mqtt.ts';
import { BOARD_STRATEGIES } from '../schema/appliance/settings.ts';
import type { BoardSummary, StoredBoard } from '../schema/boards/boards.ts';
import type { Store } from '../store/store.ts';
import { discoveryPayload, discoveryTopic, type Device, type Origin } from './discovery.ts';
import { boardTopic, toId } from './topics.ts';
import {
  NONE,
  applianceEntities,
  boardEntities,
  boardStates,
  favouriteEntity,
  intervalState,
  onOff,
  updateState,
  type Choice,
  type Entity,
} from './entities.ts';
import { FittingChoices } from './fitting-choices.ts';
import type { MqttServices } from './services.ts';

/** What is told of the appliance is made of this. */
export interface AnnouncementPorts {
  readonly store: Store;
  readonly services: MqttServices;
  readonly version: string;
  /** Where the web UI is, as far as the appliance can tell. */
  readonly ownAddress: () => string;
  /** Whether the driver of a board can send its modules home. */
  readonly knowsHome: (boardId: string) => boolean;
  /** The silence of the board at a topic has begun or ended. */
  readonly onSilence: (topic: string, active: boolean) => void;
}

/** Where the appliance stands at its broker. */
export type Place = Pick<MqttSettings, 'base_topic' | 'discovery_prefix' | 'instance_id' | 'external_url'>;

/** Takes a payload that the broker is to keep at a topic. */
export type Retain = (topic: string, payload: string) => void;

/** Steps of the uptime: it must not be a new state at every publishing. */
const UPTIME_STEP_S = 30;

const apiModeOf = (board: StoredBoard | undefined): string => {
  if (!board || board.device_type === 'panel') return 'Unknown';
  if (board.api_mode === 'cloud')
    return board.secrets.cloud_key || board.secrets.note_array_token ? 'Cloud API' : 'Unknown';
  return board.host || board.tiles?.length ? 'Local API' : 'Unknown';
};

const MODELS = { flagship: 'Flagship', note: 'Note', note_array: 'Note array', panel: 'Panel' } as const;

const idOf = ({ instance_id }: Place, { id }: { readonly id: string }): string => `${toId(instance_id)}_${toId(id)}`;

/** What lies at the broker of an appliance while it is there: its devices, and the states of itself and its boards. */
export class Announcement {
  readonly #ports: AnnouncementPorts;
  readonly #silent = new Map<string, boolean>();
  readonly #fitting = new FittingChoices();
  /** What was announced of each board, and what it was made from. */
  readonly #announced = new Map<
    string,
    { readonly from: string; readonly choices: readonly Choice[]; readonly payload: string }
  >();
  /** Favourites that were announced. */
  readonly #favouriteIds = new Set<string>();

  constructor(ports: AnnouncementPorts) {
    this.#ports = ports;
  }

  /** The devices of Home Assistant's discovery: the appliance, and each board, one at a step. */
  *devices(plan: Place, retain: Retain): Generator<void> {
    const { version, ownAddress, store } = this.#ports;
    const origin = { version, url: isLink(plan.external_url) ? plan.external_url : ownAddress() };
    const appliance = this.#appliance(plan);
    retain(discoveryTopic(plan.discovery_prefix, appliance), discoveryPayload(appliance, origin));
    for (const id of this.#announced.keys()) if (!recordsById(store.state.boards).has(id)) this.#announced.delete(id);
    for (const board of this.#ports.services.boards.list().boards) {
      yield;
      // It may have gone meanwhile.
      if (!recordsById(store.state.boards).has(board.id)) continue;
      retain(discoveryTopic(plan.discovery_prefix, { id: idOf(plan, board) }), this.#board(plan, board, origin));
    }
  }

  /** A button for each favourite; those that went away while this runs are taken away in Home Assistant too. */
  #favourites(): Entity[] {
    const { favourites } = this.#ports.services.favourites.list();
    for (const { id } of favourites) this.#favouriteIds.add(toId(id));
    return [...this.#favouriteIds].map((known) => {
      const found = favourites.find(({ id }) => toId(id) === known);
      return favouriteEntity(known, found?.name ?? null);
    });
  }

  #appliance({ base_topic, instance_id }: Place): Device {
    return {
      id: toId(instance_id),
      name: this.#ports.store.state.settings.general.instance_name,
      model: 'Appliance',
      via: null,
      topic: base_topic,
      availability: [`${base_topic}/status`],
      entities: applianceEntities(this.#favourites()),
    };
  }

  /** The announcement of a board, made anew when something in it is different. */
  #board(plan: Place, board: BoardSummary, origin: Origin): string {
    const { knowsHome, services, store } = this.#ports;
    const choices = this.#choicesOf(board);
    const abilities = {
      hasPicture: store.state.settings.mqtt.pictures,
      hasHome: knowsHome(board.id),
      hasLight: services.brightness.can(board.id),
    };
    const { name, device_type, rows, cols } = board;
    const from = JSON.stringify([plan.base_topic, plan.instance_id, name, device_type, rows, cols, abilities, origin]);
    const known = this.#announced.get(board.id);
    if (known?.from === from && known.choices === choices) return known.payload;
    const topic = boardTopic(plan.base_topic, board.id);
    const device: Device = {
      id: idOf(plan, board),
      name,
      model: MODELS[device_type],
      via: toId(plan.instance_id),
      topic,
      availability: [`${plan.base_topic}/status`, `${topic}/availability`],
      entities: boardEntities(board, choices, abilities),
    };
    const payload = discoveryPayload(device, origin);
    this.#announced.set(board.id, { from, choices, payload });
    return payload;
  }

  #choicesOf(board: BoardSummary): readonly Choice[] {
    const { pages, collections } = this.#ports.store.state;
    return this.#fitting.of(board, pages, collections);
  }

  /** The states of the appliance; `update`: its state of updates, once that is known. */
  appliance(base_topic: string, update: string | null, retain: Retain): void {
    const { services, store, version } = this.#ports;
    const { running, config_summary } = services.system.status();
    const { strategy } = services.settings.transitions();
    const states: Record<string, string> = {
      display_service: onOff(running),
      all_paused: onOff(services.pause.allPaused),
      all_quiet: onOff(services.stays.quietOf('all').quiet_until !== null),
      transition_style: strategy === null ? 'instant' : (BOARD_STRATEGIES.find((one) => one === strategy) ?? NONE),
      refresh_interval: intervalState(services.settings.polling().interval_seconds),
      page_count: String(store.state.pages.length),
      service_status: onOff(running),
      version,
      update: update ?? updateState(version, version, null),
      uptime: String(Math.floor(Number(config_summary['uptime_seconds']) / UPTIME_STEP_S) * UPTIME_STEP_S),
      board_api_mode: apiModeOf(store.state.boards[0]),
      active_plugins: String((config_summary['enabled_plugins'] as readonly string[]).length),
      output_target: store.state.settings.output_target ?? 'ui',
    };
    for (const [object, state] of Object.entries(states)) retain(`${base_topic}/${object}/state`, state);
  }

  /** The states of every board, one at a step; those of the first at the topics of the appliance too. */
  *boards(base_topic: string, retain: Retain): Generator<void> {
    const { services, store } = this.#ports;
    const nameOf = (id: string): string | null => {
      const { pages, collections } = store.state;
      return (recordsById(pages).get(id) ?? recordsById(collections).get(id))?.name ?? null;
    };
    const by_board: Record<string, { page_id: string; page_name: string }> = {};
    let flat: object = {};
    for (const [index, { id }] of store.state.boards.entries()) {
      yield;
      const board = recordsById(store.state.boards).get(id);
      if (!board) continue;
      const detail = services.boards.detail(board.id);
      const status = services.boards.status(board);
      const silent = services.silence.status(board.id).active;
      const shown = services.boards.pageShown(board);
      const covered = status.drifted || shown.isCovered;
      const page_id = (covered ? null : shown.page_id) ?? '';
      const { messages } = services.queue.list(board.id);
      const states = boardStates({
        messages,
        detail,
        status,
        silent,
        light: services.brightness.can(board.id) ? services.brightness.get(board.id) : null,
        covered,
        page_id,
        choices: this.#choicesOf(detail),
        nameOf,
      });
      const page_index = store.state.pages.findIndex((page) => page.id === page_id);
      const attributes = {
        page_id,
        page_index: page_index < 0 ? null : page_index,
        source: detail.source,
        paused: detail.paused,
      };
      by_board[board.id] = { page_id, page_name: states['current_page'] ?? '' };
      const topic = boardTopic(base_topic, board.id);
      retain(`${topic}/availability`, board.enabled && status.error === null ? 'online' : 'offline');
      for (const place of index === 0 ? [topic, base_topic] : [topic]) {
        for (const [object, state] of Object.entries(states)) retain(`${place}/${object}/state`, state);
      }
      retain(`${topic}/current_page/attributes`, JSON.stringify(attributes));
      retain(`${topic}/messages/attributes`, JSON.stringify({ messages }));
      retain(
        `${topic}/current_message/attributes`,
        JSON.stringify({
          characters: detail.characters,
          substitutions: status.substitutions,
          guessed: status.guessed,
        }),
      );
      if (index === 0) flat = attributes;
      this.#noteSilence(board.id, topic, silent);
    }
    retain(`${base_topic}/current_page/attributes`, JSON.stringify({ ...flat, by_board }));
  }

  #noteSilence(boardId: string, topic: string, silent: boolean): void {
    const before = this.#silent.get(boardId);
    this.#silent.set(boardId, silent);
    if (before !== undefined && before !== silent) this.#ports.onSilence(topic, silent);
  }
}

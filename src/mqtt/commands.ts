import * as v from 'valibot';
import { geometryOf } from '../core/geometry.ts';
import { Fault } from '../fault.ts';
import { actAs } from '../platform/actor.ts';
import type { BoardDetail } from '../schema/boards.ts';
import { BrightnessWriteSchema } from '../schema/brightness.ts';
import type { BrightnessWrite } from '../schema/brightness.ts';
import { maybe } from '../schema/common.ts';
import { PauseSchema } from '../schema/control.ts';
import { FlatMessageSchema, MESSAGE_OPTIONS } from '../schema/messages.ts';
import type { FlatMessage } from '../schema/messages.ts';
import type { OutcomeCode } from '../schema/outcomes.ts';
import { BOARD_STRATEGIES } from '../schema/settings.ts';
import { HoldWriteSchema, QuietWriteSchema, ShowWriteSchema, UntilSchema } from '../schema/stays.ts';
import type { Ending } from '../schema/state.ts';
import type { TurnAnswer } from '../schema/stays.ts';
import { VbmlWriteSchema } from '../schema/vbml.ts';
import type { VbmlWrite } from '../schema/vbml.ts';
import { choicesFor, NO_PAGE } from './entities.ts';
import type { Choice } from './entities.ts';
import { boardsIn, boardsInMembers, parseSwitch } from './command.ts';
import type { BoardName, Command } from './command.ts';
import type { MessageResult } from '../service/messages/messages.ts';
import { readMembers, requireKnown } from '../service/members.ts';
import type { MqttServices } from './services.ts';

/** The result of a command. */
export interface Outcome {
  readonly sent: boolean;
  /** Why nothing moved; null when flaps did, or when there was nothing to move. */
  readonly reason: string | null;
  /** The code of the reason; absent for commands that write nothing. */
  readonly code?: OutcomeCode | null;
  /** The board that it was about, when it was about one. */
  readonly boardId?: string;
  /** The event to publish, with its members. */
  readonly event?: {
    readonly object: 'display_updated' | 'page_changed' | 'settings_changed';
    readonly type: string;
    readonly more?: Readonly<Record<string, unknown>>;
  };
}

const MOST_PAGES = 500;
const PAGE_MEMBERS = ['page_id', 'page', 'page_name', 'name', 'value', 'state', 'text'];
const DONE: Outcome = { sent: false, reason: null };
const SWITCH_MEMBERS = ['state', 'value', 'text'];
const QUIET_MEMBERS = [...SWITCH_MEMBERS, 'minutes', 'until'];
const VBML_MEMBERS = Object.keys(VbmlWriteSchema.entries);
const FAVOURITE_MEMBERS = ['id', 'favourite_id', 'name', 'value', 'text'];
const BOARD_MEMBERS = ['board_id', 'board'];
/** What a message may say beside its text. */
const WISHES = [
  'duration_minutes',
  'priority',
  'when_busy',
  'acknowledge',
  'at',
  'after_silence',
  'template',
  'rows',
] as const;
const WishSchema = v.object({
  boards: FlatMessageSchema.pipe[0].entries.boards,
  ...Object.fromEntries(WISHES.map((name) => [name, MESSAGE_OPTIONS[name]])),
});
const PinEndSchema = v.object({ until: maybe(UntilSchema) });
const PauseEndSchema = v.object({ paused_until: PauseSchema.entries.paused_until });
/** The members that each command knows, beside those that name a board; buttons know none. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  paused: [...SWITCH_MEMBERS, 'paused_until'],
  quiet: QUIET_MEMBERS,
  all_quiet: QUIET_MEMBERS,
  light: [...SWITCH_MEMBERS, 'brightness'],
  brightness: ['brightness', 'value', 'text'],
  show_page: [...PAGE_MEMBERS, 'minutes', 'until'],
  next: [],
  previous: [],
  hold: ['minutes', 'value', 'text'],
  schedule_enabled: SWITCH_MEMBERS,
  display_service: SWITCH_MEMBERS,
  all_paused: SWITCH_MEMBERS,
  transition_style: SWITCH_MEMBERS,
  refresh_interval: SWITCH_MEMBERS,
  favourite: FAVOURITE_MEMBERS,
  active_page: [...PAGE_MEMBERS, 'until'],
  send_message: ['message', 'text', 'force', 'boards', ...WISHES],
  vbml: VBML_MEMBERS,
  acknowledge: ['id'],
  cancel_message: ['id'],
  blank_board: [],
  clear_message: [],
  refresh_display: [],
  next_page: [],
  previous_page: [],
  home: [],
};

/** How long something lasts when a command does not say. */
const USUAL_MINUTES = 60;

const turned = ({ sent, reason, code }: TurnAnswer): Outcome => ({
  sent,
  reason,
  code,
  event: { object: 'display_updated', type: 'page_navigated' },
});

/** The minutes that a command names, in a member or as its text; null where it names none. A switch is 0 or 1 too. */
const minutesOf = ({ text, members, object }: Command): number | null => {
  const isNumber = object === 'hold' ? /^\d+$/ : /^\d{2,}$|^[2-9]$/;
  const minutes = members?.['minutes'] ?? (isNumber.test(text) ? Number(text) : null);
  return minutes === null ? null : readMembers(HoldWriteSchema, { minutes }).minutes;
};

const told = ({ sent, reason, code }: MessageResult, type: string): Outcome => ({
  sent,
  reason,
  code,
  event: { object: 'display_updated', type },
});

/** What a command says of the light of a display: ON or OFF, and a brightness in per cent. */
const lightOf = (command: Command): BrightnessWrite => {
  const { object, members, text } = command;
  const saysState = object === 'light' && !(members && 'brightness' in members && !('state' in members));
  const level = members?.['brightness'] ?? (object === 'brightness' ? numberIn(text) : undefined);
  return {
    ...(saysState && { on: requireSwitch(command) }),
    ...readMembers(BrightnessWriteSchema, { brightness: level }),
  };
};

/** Sensors send decimals; what is no number stays a text, which is refused by name. */
const numberIn = (text: string): number | string =>
  /^\d{1,9}(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : text;

const requireSwitch = ({ text, members }: Command): boolean => {
  if (members && !SWITCH_MEMBERS.some((name) => name in members)) throw new Fault(400, 'state: ON or OFF is missing.');
  const value = parseSwitch(text);
  if (value === null) throw new Fault(400, `"${text.slice(0, 40)}" is not ON or OFF.`);
  return value;
};

/**
 * Executes commands by the same use cases as the API, so that every refusal is the same. Throws a `Fault` that says why
 * not.
 */
export class Commands {
  readonly #services: MqttServices;

  constructor(services: MqttServices) {
    this.#services = services;
  }

  /**
   * Executes one command. An unknown board, object or member is refused, and so is a command that names two boards: it
   * never falls back to another board.
   */
  async run(command: Command): Promise<Outcome> {
    const { object, members } = command;
    const known = Object.hasOwn(MEMBERS, object) ? MEMBERS[object] : undefined;
    if (members && known) requireKnown(members, [...known, ...BOARD_MEMBERS]);
    if (command.boardId === null) {
      const own = actAs({ by: 'mqtt' }, () => this.#appliance(command));
      if (own) return own;
    }
    const board = this.#boardOf(command);
    return { ...(await actAs({ by: 'mqtt' }, () => this.#onBoard(board, command))), boardId: board.id };
  }

  /**
   * The board that a command is about, by its topic or else its members; null for the appliance, and for a board that
   * does not exist.
   */
  boardIdOf(command: Command): string | null {
    if (command.boardId === null && isOfAppliance(command)) return null;
    return this.#find(boardsIn(command)[0] ?? 'primary');
  }

  /** Whether the motors of a board can be sent home. */
  knowsHome(boardId: string): boolean {
    return this.#services.control.actions(boardId).actions.some(({ name }) => name === 'home');
  }

  async #onBoard(board: BoardDetail, command: Command): Promise<Outcome> {
    switch (command.object) {
      case 'paused':
        await this.#services.stays.update(board.id, {
          paused: requireSwitch(command),
          ...readMembers(PauseEndSchema, command.members ?? {}),
        });
        return {
          ...DONE,
          event: { object: 'settings_changed', type: 'pause_toggled', more: { paused: requireSwitch(command) } },
        };
      case 'schedule_enabled':
        await this.#services.boards.update(board.id, { schedule_enabled: requireSwitch(command) });
        return {
          ...DONE,
          event: { object: 'settings_changed', type: 'schedule_toggled', more: { enabled: requireSwitch(command) } },
        };
      case 'quiet':
        return this.#quiet(board.id, command);
      case 'light':
      case 'brightness':
        await this.#services.brightness.update(board.id, lightOf(command));
        return DONE;
      case 'show_page': {
        const page_id = this.#choiceOf(board, command);
        if (page_id === null) throw new Fault(400, 'page: the page that is to be shown is missing.');
        const { minutes, until } = command.members ?? {};
        const answer = await this.#services.stays.show(
          board.id,
          readMembers(ShowWriteSchema, { page_id, minutes, until }),
        );
        return { ...answer, event: { object: 'page_changed', type: 'page_switched' } };
      }
      case 'next':
      case 'previous':
        return turned(await this.#services.stays.turn(board.id, command.object === 'next' ? 1 : -1));
      case 'hold':
        return turned(await this.#services.stays.hold(board.id, minutesOf(command) ?? USUAL_MINUTES));
      case 'active_page': {
        const { until = null } = readMembers(PinEndSchema, command.members ?? {});
        const page_id = this.#choiceOf(board, command);
        return this.#pin(board, page_id, this.#services.stays.pinEnd(board.id, page_id, until));
      }
      case 'send_message':
        return told(await this.#post(board, command), 'message_sent');
      case 'vbml':
        return told(await this.#services.vbml().post(board.id, documentOf(command)), 'message_sent');
      case 'acknowledge':
        return told(await this.#acknowledge(board, command), 'page_refreshed');
      case 'cancel_message':
        return told(await this.#services.queue.remove(idOf(command)), 'page_refreshed');
      case 'blank_board':
        return told(await this.#services.messages.send(board.id, { fill: 0, force: true }), 'board_blanked');
      case 'clear_message':
        return told(await this.#services.messages.clear(board.id), 'page_refreshed');
      case 'refresh_display': {
        const { sent, message, code } = await this.#services.boards.refresh(board.id, true);
        return {
          sent,
          reason: sent ? null : message,
          code,
          event: { object: 'display_updated', type: 'page_refreshed' },
        };
      }
      case 'home':
        await this.#services.control.act(board.id, 'home', {}, new AbortController().signal);
        return DONE;
      case 'next_page':
      case 'previous_page':
        return this.#step(board, command.object === 'next_page' ? 1 : -1);
      default:
        throw new Fault(404, `There is no command "${command.object.slice(0, 40)}".`);
    }
  }

  #post(board: BoardDetail, command: Command): Promise<MessageResult> {
    const message = messageOf(command);
    if (!message.boards) return this.#services.messages.post(board.id, message);
    if (boardsIn(command).length > 0)
      throw new Fault(400, 'boards: the command names one board already, by its topic or board_id.');
    return this.#services.messages.post('-', message);
  }

  #acknowledge(board: BoardDetail, command: Command): Promise<MessageResult> {
    const { queue } = this.#services;
    return command.members?.['id'] === undefined ? queue.acknowledge(board.id) : queue.confirm(idOf(command));
  }

  /** On for an hour, for so many minutes or until an instant; off ends it. */
  async #quiet(board: string, command: Command): Promise<Outcome> {
    const { stays } = this.#services;
    const { until = null } = command.members ?? {};
    const minutes = until === null ? minutesOf(command) : command.members?.['minutes'];
    if (until !== null || minutes !== null) await stays.quiet(board, readMembers(QuietWriteSchema, { minutes, until }));
    else if (requireSwitch(command)) await stays.quiet(board, { minutes: USUAL_MINUTES });
    else await stays.endQuiet(board);
    return DONE;
  }

  #boardOf(command: Command): BoardDetail {
    const [first = 'primary', ...others] = boardsIn(command);
    const id = this.#idOf(first);
    const other = others.find((name) => this.#idOf(name) !== id);
    if (other !== undefined)
      throw new Fault(
        400,
        `board_id: "${other.slice(0, 40)}" is another board than "${first.slice(0, 40)}", which the command is for.`,
      );
    return this.#services.boards.detail(id);
  }

  #idOf(text: BoardName): string {
    const id = this.#find(text);
    if (id === null) throw new Fault(404, `There is no board "${text.slice(0, 40)}".`);
    return id;
  }

  #find(text: BoardName): string | null {
    const { boards } = this.#services.boards.list();
    if (text === 'primary') return boards[0]?.id ?? null;
    return (
      (boards.find(({ id }) => id === text) ?? boards.find(({ name }) => name.toLowerCase() === text.toLowerCase()))
        ?.id ?? null
    );
  }

  #choices(board: BoardDetail): Choice[] {
    return choicesFor(
      board,
      this.#services.pages.list().pages.slice(0, MOST_PAGES),
      this.#services.collections.list().collections,
    );
  }

  #choiceOf(board: BoardDetail, { text, members }: Command): string | null {
    const byId = members?.['page_id'];
    if (typeof byId === 'string') return byId;
    if (members && !PAGE_MEMBERS.some((name) => name in members))
      throw new Fault(400, 'page: the page that is to be shown is missing; null or "None" unpins.');
    if (text.toLowerCase() === NO_PAGE.toLowerCase() || text === '') return null;
    const choice = this.#choices(board).find(
      ({ id, label }) => id === text || label.toLowerCase() === text.toLowerCase(),
    );
    if (!choice) throw new Fault(404, `There is no page "${text.slice(0, 40)}" that fits the board.`);
    return choice.id;
  }

  async #pin(
    board: BoardDetail,
    pageId: string | null,
    ends: Ending | null,
    type: 'page_switched' | 'page_navigated' = 'page_switched',
    more: Record<string, unknown> = {},
  ): Promise<Outcome> {
    const { sent, error, code } = await this.#services.boards.pin(board.id, pageId, ends);
    const object = type === 'page_switched' ? 'page_changed' : 'display_updated';
    return {
      sent,
      reason: error,
      code,
      event: {
        object,
        type,
        more: { page_name: this.#choices(board).find(({ id }) => id === pageId)?.label ?? NO_PAGE, ...more },
      },
    };
  }

  /** The next or previous page that fits; after the last one the first. */
  #step(board: BoardDetail, by: 1 | -1): Promise<Outcome> {
    const pages = this.#services.pages
      .list()
      .pages.filter((page) => geometryOf(page).rows === board.rows && geometryOf(page).cols === board.cols);
    if (pages.length === 0) throw new Fault(404, 'There is no page that fits the board.');
    const at = pages.findIndex(({ id }) => id === (board.resolved_page_id ?? board.active_page_id));
    const next = at < 0 ? (by === 1 ? 0 : pages.length - 1) : (at + by + pages.length) % pages.length;
    return this.#pin(board, pages[next]?.id ?? null, null, 'page_navigated', {
      direction: by === 1 ? 'next' : 'previous',
    });
  }

  /** A favourite by its id or else its name. */
  async #favourite({ text, members }: Command): Promise<Outcome> {
    const byId = members?.['id'] ?? members?.['favourite_id'];
    const wanted = typeof byId === 'string' ? byId : text;
    const { favourites } = this.#services.favourites.list();
    const found =
      favourites.find(({ id }) => id === wanted) ??
      favourites.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (!found) throw new Fault(404, `There is no favourite "${wanted.slice(0, 40)}".`);
    const { sent, reason, code } = await this.#services.favourites.send(found.id);
    return { sent, reason, code };
  }

  /** Commands of the appliance itself; null when the object is one of a board. */
  #appliance(command: Command): Promise<Outcome> | null {
    if (!isOfAppliance(command)) return null;
    if (boardsInMembers(command).length > 0)
      throw new Fault(400, `board_id: "${command.object}" is about the appliance as a whole, not about one board.`);
    const { control, pause, settings } = this.#services;
    const quietly = async (work: () => unknown, event?: Outcome['event']): Promise<Outcome> => {
      await work();
      return { ...DONE, ...(event ? { event } : {}) };
    };
    switch (command.object) {
      case 'display_service': {
        const running = requireSwitch(command);
        return quietly(() => (running ? control.start() : control.stop()), {
          object: 'settings_changed',
          type: 'service_toggled',
          more: { running },
        });
      }
      case 'all_paused': {
        const paused = requireSwitch(command);
        return quietly(() => (paused ? pause.pauseAll() : pause.resumeAll()), {
          object: 'settings_changed',
          type: 'pause_toggled',
          more: { paused },
        });
      }
      case 'transition_style': {
        const strategy = ['instant', '', 'none'].includes(command.text.toLowerCase()) ? null : command.text;
        if (strategy !== null && !BOARD_STRATEGIES.some((one) => one === strategy))
          throw new Fault(400, `There is no transition "${strategy.slice(0, 40)}".`);
        return quietly(() => settings.setTransitions({ strategy }));
      }
      case 'refresh_interval': {
        const seconds = /^\d{1,9}(?:\.\d+)?$/.test(command.text) ? Math.round(Number(command.text)) : Number.NaN;
        if (Number.isNaN(seconds)) throw new Fault(400, `"${command.text.slice(0, 40)}" is no number of seconds.`);
        return quietly(() => settings.setPolling({ interval_seconds: Math.min(3600, Math.max(10, seconds)) }));
      }
      case 'all_quiet':
        return this.#quiet('all', command);
      case 'favourite':
        return this.#favourite(command);
      case 'refresh_display':
        return control.forceRefresh().then(({ sent, message, code }) => ({
          sent,
          reason: sent ? null : message,
          code,
          event: { object: 'display_updated', type: 'page_refreshed' },
        }));
      default:
        return null;
    }
  }
}

const APPLIANCE_OBJECTS = [
  'favourite',
  'display_service',
  'all_paused',
  'all_quiet',
  'transition_style',
  'refresh_interval',
];

// A refresh that names a board is one of that board.
const isOfAppliance = ({ object, members }: Command): boolean =>
  APPLIANCE_OBJECTS.includes(object) || (object === 'refresh_display' && members === null);

const idOf = ({ members }: Command): string => {
  const id = members?.['id'];
  if (typeof id !== 'string') throw new Fault(400, 'id: the id of a message is missing.');
  return id;
};

const documentOf = ({ members }: Command): VbmlWrite => {
  const { board_id: _id, board: _board, ...document } = members ?? {};
  return readMembers(VbmlWriteSchema, document);
};

const messageOf = ({ text, members }: Command): FlatMessage => {
  if (members && (members['message'] ?? members['text'] ?? null) === null)
    throw new Fault(400, 'message: the text that is to be shown is missing.');
  return {
    ...readMembers(WishSchema, members ?? {}),
    text,
    force: members?.['force'] === true,
  };
};

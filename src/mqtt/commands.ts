import { geometryOf } from '../core/geometry.ts';
import { Fault } from '../fault.ts';
import type { BoardDetail } from '../schema/boards.ts';
import type { Message } from '../schema/messages.ts';
import type { OutcomeCode } from '../schema/outcomes.ts';
import { BOARD_STRATEGIES } from '../schema/settings.ts';
import { choicesFor, NO_PAGE } from './entities.ts';
import type { Choice } from './entities.ts';
import { boardsIn, boardsInMembers, parseSwitch } from './command.ts';
import type { BoardName, Command } from './command.ts';
import type { MessageResult } from '../service/messages/messages.ts';
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

const told = ({ sent, reason, code }: MessageResult, type: string): Outcome => ({
  sent,
  reason,
  code,
  event: { object: 'display_updated', type },
});

const requireSwitch = ({ text }: Command): boolean => {
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
   * Executes one command. An unknown board or object is refused, and so is a command that names two boards: it never
   * falls back to another board.
   */
  async run(command: Command): Promise<Outcome> {
    if (command.boardId === null) {
      const own = this.#appliance(command);
      if (own) return own;
    }
    const board = this.#boardOf(command);
    return { ...(await this.#onBoard(board, command)), boardId: board.id };
  }

  /**
   * The board that a command is about, by its topic or else its members; null for the appliance, and for a board that
   * does not exist.
   */
  boardIdOf(command: Command): string | null {
    if (command.boardId === null && isOfAppliance(command)) return null;
    return this.#find(boardsIn(command)[0] ?? 'primary');
  }

  async #onBoard(board: BoardDetail, command: Command): Promise<Outcome> {
    switch (command.object) {
      case 'paused':
        await this.#services.boards.update(board.id, { paused: requireSwitch(command) });
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
      case 'active_page':
        return this.#pin(board, this.#choiceOf(board, command));
      case 'send_message':
        return told(await this.#services.messages.send(board.id, messageOf(command)), 'message_sent');
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
      case 'next_page':
      case 'previous_page':
        return this.#step(board, command.object === 'next_page' ? 1 : -1);
      default:
        throw new Fault(404, `There is no command "${command.object.slice(0, 40)}".`);
    }
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
    type: 'page_switched' | 'page_navigated' = 'page_switched',
    more: Record<string, unknown> = {},
  ): Promise<Outcome> {
    const { sent, error, code } = await this.#services.boards.pin(board.id, pageId);
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
    return this.#pin(board, pages[next]?.id ?? null, 'page_navigated', { direction: by === 1 ? 'next' : 'previous' });
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

const APPLIANCE_OBJECTS = ['display_service', 'all_paused', 'transition_style', 'refresh_interval'];

// A refresh that names a board is one of that board.
const isOfAppliance = ({ object, members }: Command): boolean =>
  APPLIANCE_OBJECTS.includes(object) || (object === 'refresh_display' && members === null);

const messageOf = ({ text, members }: Command): Message => {
  if (members && (members['message'] ?? members['text'] ?? null) === null)
    throw new Fault(400, 'message: the text that is to be shown is missing.');
  const minutes = members?.['duration_minutes'];
  if (
    minutes !== undefined &&
    minutes !== null &&
    !(Number.isInteger(minutes) && (minutes as number) >= 1 && (minutes as number) <= 480)
  )
    throw new Fault(400, 'duration_minutes has to be a whole number from 1 to 480.');
  return {
    text,
    force: members?.['force'] === true,
    ...(typeof minutes === 'number' ? { duration_minutes: minutes } : {}),
  };
};

import * as v from 'valibot';
import { fits, geometryOf } from '../core/flaps/geometry.ts';
import { Fault } from '../fault.ts';
import type { BoardDetail } from '../schema/boards/boards.ts';
import { maybe } from '../schema/common.ts';
import { PauseSchema } from '../schema/boards/control.ts';
import type { Ending } from '../schema/state.ts';
import { ShowWriteSchema, UntilSchema } from '../schema/boards/stays.ts';
import { USUAL_STAY_MINUTES } from '../schema/limits.ts';
import { readMembers } from '../service/members.ts';
import type { MessageResult } from '../service/messages/messages.ts';
import { QUIET_MEMBERS, quiet } from './appliance-commands.ts';
import { boardsIn, type Command } from './command.ts';
import {
  MESSAGE_MEMBERS,
  PAGE_MEMBERS,
  VALUE_MEMBERS,
  VBML_MEMBERS,
  documentOf,
  idOf,
  lightOf,
  messageOf,
  minutesOf,
  requireSwitch,
} from './command-values.ts';
import { NONE, choicesFor, type Choice } from './entities.ts';
import { DONE, quietly, refreshed, told, type Outcome } from './outcome.ts';
import type { MqttServices } from './services.ts';

/** A command of one board. */
export interface BoardCommand {
  /** The members that it knows, beside those that name a board; buttons know none. */
  readonly members: readonly string[];
  run(services: MqttServices, board: BoardDetail, command: Command): Promise<Outcome>;
}

const PinEndSchema = v.object({ until: maybe(UntilSchema) });
const PauseEndSchema = v.object({ paused_until: PauseSchema.entries.paused_until });

const choicesOf = ({ pages, collections }: MqttServices, board: BoardDetail): Choice[] =>
  choicesFor(board, pages.list().pages, collections.list().collections);

const choiceOf = (services: MqttServices, board: BoardDetail, { text, members }: Command): string | null => {
  const byId = members?.['page_id'];
  if (typeof byId === 'string') return byId;
  if (members && !PAGE_MEMBERS.some((name) => name in members))
    throw new Fault(400, 'page: the page that is to be shown is missing; null or "None" unpins.');
  if (text.toLowerCase() === NONE.toLowerCase() || (members && text === '')) return null;
  const choice = choicesOf(services, board).find(
    ({ id, label }) => id === text || label.toLowerCase() === text.toLowerCase(),
  );
  if (!choice) throw new Fault(404, `There is no page "${text.slice(0, 40)}" that fits the board.`);
  return choice.id;
};

/** What a board is pinned to, and how that is told. */
interface Pin {
  readonly pageId: string | null;
  readonly ends: Ending | null;
  readonly event: { readonly object: 'page_changed' | 'display_updated'; readonly type: string };
  readonly more?: Readonly<Record<string, unknown>>;
}

const pin = async (
  services: MqttServices,
  board: BoardDetail,
  { pageId, ends, event, more }: Pin,
): Promise<Outcome> => {
  const { sent, error, code } = await services.boards.pin(board.id, pageId, ends);
  const page_name = choicesOf(services, board).find(({ id }) => id === pageId)?.label ?? NONE;
  return { sent, reason: error, code, event: { ...event, more: { page_name, ...more } } };
};

/** The next or previous page that fits; after the last one the first. */
const step = (services: MqttServices, board: BoardDetail, by: 1 | -1): Promise<Outcome> => {
  const pages = services.pages.list().pages.filter((page) => fits(geometryOf(page), board));
  if (pages.length === 0) throw new Fault(404, 'There is no page that fits the board.');
  const at = pages.findIndex(({ id }) => id === (board.resolved_page_id ?? board.active_page_id));
  const next = at < 0 ? (by === 1 ? 0 : pages.length - 1) : (at + by + pages.length) % pages.length;
  return pin(services, board, {
    pageId: pages[next]?.id ?? null,
    ends: null,
    event: { object: 'display_updated', type: 'page_navigated' },
    more: { direction: by === 1 ? 'next' : 'previous' },
  });
};

const post = ({ messages }: MqttServices, board: BoardDetail, command: Command): Promise<MessageResult> => {
  const message = messageOf(command);
  if (!message.boards) return messages.post(board.id, message);
  if (boardsIn(command).length > 0)
    throw new Fault(400, 'boards: the command names one board already, by its topic or board_id.');
  return messages.post('-', message);
};

const light: BoardCommand['run'] = ({ brightness }, board, command) =>
  quietly(brightness.update(board.id, lightOf(command)));

/** Commands of one board, by their object. */
export const BOARD_COMMANDS: Readonly<Record<string, BoardCommand>> = {
  paused: {
    members: [...VALUE_MEMBERS, 'paused_until'],
    run: ({ stays }, board, command) => {
      const paused = requireSwitch(command);
      const change = { paused, ...readMembers(PauseEndSchema, command.members ?? {}) };
      const event = { object: 'settings_changed', type: 'pause_toggled', more: { paused } } as const;
      return quietly(stays.update(board.id, change), event);
    },
  },
  schedule_enabled: {
    members: VALUE_MEMBERS,
    run: ({ boards }, board, command) => {
      const enabled = requireSwitch(command);
      const event = { object: 'settings_changed', type: 'schedule_toggled', more: { enabled } } as const;
      return quietly(boards.update(board.id, { schedule_enabled: enabled }), event);
    },
  },
  quiet: { members: QUIET_MEMBERS, run: (services, board, command) => quiet(services, board.id, command) },
  light: { members: [...VALUE_MEMBERS, 'brightness'], run: light },
  brightness: { members: ['brightness', 'value', 'text'], run: light },
  show_page: {
    members: [...PAGE_MEMBERS, 'minutes', 'until'],
    run: async (services, board, command) => {
      const page_id = choiceOf(services, board, command);
      if (page_id === null) throw new Fault(400, 'page: the page that is to be shown is missing.');
      const { minutes, until } = command.members ?? {};
      const show = readMembers(ShowWriteSchema, { page_id, minutes, until });
      return {
        ...(await services.stays.show(board.id, show)),
        event: { object: 'page_changed', type: 'page_switched' },
      };
    },
  },
  next: { members: [], run: async ({ stays }, board) => told(await stays.turn(board.id, 1), 'page_navigated') },
  previous: { members: [], run: async ({ stays }, board) => told(await stays.turn(board.id, -1), 'page_navigated') },
  hold: {
    members: ['minutes', 'value', 'text'],
    run: async ({ stays }, board, command) =>
      told(await stays.hold(board.id, minutesOf(command) ?? USUAL_STAY_MINUTES), 'page_navigated'),
  },
  active_page: {
    members: [...PAGE_MEMBERS, 'until'],
    run: (services, board, command) => {
      const { until = null } = readMembers(PinEndSchema, command.members ?? {});
      const pageId = choiceOf(services, board, command);
      const ends = services.stays.pinEnd(board.id, pageId, until);
      return pin(services, board, { pageId, ends, event: { object: 'page_changed', type: 'page_switched' } });
    },
  },
  send_message: {
    members: MESSAGE_MEMBERS,
    run: async (services, board, command) => told(await post(services, board, command), 'message_sent'),
  },
  vbml: {
    members: VBML_MEMBERS,
    run: async ({ vbml }, board, command) => told(await vbml().post(board.id, documentOf(command)), 'message_sent'),
  },
  acknowledge: {
    members: ['id'],
    run: async ({ queue }, board, command) => {
      const one = command.members?.['id'] !== undefined;
      return told(await (one ? queue.confirm(idOf(command)) : queue.acknowledge(board.id)), 'page_refreshed');
    },
  },
  cancel_message: {
    members: ['id'],
    run: async ({ queue }, _board, command) => told(await queue.remove(idOf(command)), 'page_refreshed'),
  },
  blank_board: {
    members: [],
    run: async ({ messages }, board) => told(await messages.send(board.id, { fill: 0, force: true }), 'board_blanked'),
  },
  clear_message: {
    members: [],
    run: async ({ messages }, board) => told(await messages.clear(board.id), 'page_refreshed'),
  },
  refresh_display: {
    members: [],
    run: async ({ boards }, board) => refreshed(await boards.refresh(board.id, true)),
  },
  next_page: { members: [], run: (services, board) => step(services, board, 1) },
  previous_page: { members: [], run: (services, board) => step(services, board, -1) },
  home: {
    members: [],
    run: async ({ control }, board) => {
      await control.act(board.id, 'home', {}, new AbortController().signal);
      return DONE;
    },
  },
};

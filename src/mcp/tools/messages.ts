import * as v from 'valibot';
import { BOARD_STRATEGIES } from '../../schema/appliance/settings.ts';
import {
  BoardsSchema,
  FlatMessageAnswerSchema,
  ListedMessageSchema,
  MESSAGE_CONTENT,
  MESSAGE_OPTIONS,
  MessageAnswerSchema,
  MessageListSchema,
  MessageMoveSchema,
  ONE_CONTENT,
  hasOneContent,
} from '../../schema/content/messages.ts';
import { withoutNull } from '../../core/record.ts';
import { IdSchema, JsonObjectSchema, maybe } from '../../schema/common.ts';
import { MESSAGE_MINUTES, FLAP_CODES } from '../../schema/limits.ts';
import { VbmlWriteSchema } from '../../schema/content/vbml.ts';
import { readMembers } from '../../service/members.ts';
import { withoutCode } from '../../service/outcomes.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, SWITCHES, tool, type Tool } from '../tool.ts';
import { describeDelivery, describeMessages } from '../wording.ts';
import { BoardArgument, asIn } from './arguments.ts';

const MessageArgument = v.pipe(IdSchema, v.description('From list_messages.'));
const LATER = {
  at: 'When it begins: an ISO 8601 time, at most a year ahead.',
  after_silence: 'Begins when the silence ends.',
};

/** One-off writes to a board. */
export const messageTools = ({ messages, queue, vbml }: McpServices): Tool[] => [
  tool({
    name: 'send_message',
    title: 'Show a message',
    description: [
      'Puts something on a board, past its schedule. Give exactly one of text, lines, characters, page_id, fill and vbml.',
      'It stays until something replaces it, for duration_minutes, or until it is acknowledged. Refused while the ' +
        'board is paused or silent, unless it is critical or planned.',
    ].join(' '),
    hints: ADDS,
    input: v.pipe(
      v.object({
        board: BoardArgument,
        ...MESSAGE_CONTENT,
        ...MESSAGE_OPTIONS,
        boards: maybe(BoardsSchema),
        vbml: maybe(JsonObjectSchema),
      }),
      v.check((args) => args.vbml != null || hasOneContent(args), ONE_CONTENT),
    ),
    notes: {
      text: 'Wrapped to the board; {red}, {63} or {sun} draw a tile or a symbol.',
      lines: 'One text for each row, not wrapped.',
      characters: `Rows of flap codes ${FLAP_CODES.join(' to ')}, of exactly the size of the board.`,
      page_id: 'A saved page or collection of the size of the board.',
      fill: 'A flap code for every flap; 0 blanks the board.',
      vbml: 'A document of Vestaboard: {components, props, style}; with page_name it is kept as a page.',
      duration_minutes: `Ends the message after ${MESSAGE_MINUTES.join(' to ')} minutes.`,
      revert_mode: 'What follows after duration_minutes: the schedule (default), a page, or a blank board.',
      revert_page_id: 'With revert_mode page.',
      transition: `strategy is ${BOARD_STRATEGIES.join(', ')}, instant, wipe or plugin:ID.`,
      force: 'Also when the board shows the same already.',
      boards: 'Several in place of one: ids, or "all".',
      priority: 'urgent goes over all but silence and pause, critical through them where allowed.',
      when_busy: 'While another message is up; replace by default.',
      acknowledge: 'Stays until somebody says that it was read.',
      ...LATER,
      template: 'Placeholders as {{weather.temperature}} and formulas count, and stay live.',
      rows: 'bottom: on the last rows of the page, which goes on above.',
    },
    output: FlatMessageAnswerSchema,
    run: ({ board, vbml: document, ...message }) =>
      document
        ? vbml().post(board, readMembers(VbmlWriteSchema, { ...withoutNull(message), ...document }))
        : messages.post(message.boards ? '-' : board, message),
    format: describeDelivery,
  }),
  tool({
    name: 'list_messages',
    title: 'List messages',
    description: 'The messages of a board: what is up, what waits for its turn, and what is planned.',
    hints: READS,
    input: v.object({ board: BoardArgument }),
    output: MessageListSchema,
    run: ({ board }) => queue.list(board),
    format: ({ messages: listed }) => describeMessages(listed),
  }),
  tool({
    name: 'change_message',
    title: 'Change a message',
    description: 'Acknowledges or cancels one message, up, waiting or planned, or gives one that waits another time.',
    hints: SWITCHES,
    input: v.object({
      id: MessageArgument,
      change: v.picklist(['acknowledge', 'cancel', 'move']),
      ...MessageMoveSchema.pipe[0].entries,
    }),
    notes: { change: 'move needs at or after_silence.', ...asIn('send_message', LATER) },
    output: v.union([FlatMessageAnswerSchema, ListedMessageSchema]),
    run: ({ id, change, ...move }) =>
      change === 'move' ? queue.move(id, move) : change === 'cancel' ? queue.remove(id) : queue.confirm(id),
    format: (result) => ('sent' in result ? describeDelivery(result) : describeMessages([result])),
  }),
  tool({
    name: 'clear_message',
    title: 'End a message',
    description:
      'Ends the messages on a board, and shows its pin, its schedule or its default page; else it is blanked.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument }),
    output: MessageAnswerSchema,
    run: async ({ board }) => withoutCode(await messages.clear(board)),
    format: describeDelivery,
  }),
];

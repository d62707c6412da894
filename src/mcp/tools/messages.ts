import * as v from 'valibot';
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
} from '../../schema/messages.ts';
import { IdSchema, maybe } from '../../schema/common.ts';
import { MESSAGE_MINUTES } from '../../schema/limits.ts';
import { withoutCode } from '../../service/outcomes.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, SWITCHES, tool } from '../tool.ts';
import type { Tool } from '../tool.ts';
import { describeDelivery, describeMessages } from '../wording.ts';
import { BOARD_NOTE, BoardArgument, asIn } from './arguments.ts';

const MessageArgument = v.object({ id: IdSchema });
const ID_NOTE = 'Id of a message, as list_messages has it.';
const LATER = {
  at: 'When it is to begin: an ISO 8601 time, at most a year ahead.',
  after_silence: 'Begins when the silence of the board has ended.',
};

/** One-off writes to a board. */
export const messageTools = ({ messages, queue }: McpServices): Tool[] => [
  tool({
    name: 'send_message',
    title: 'Show a message',
    description: [
      'Puts something on a board at once, past its schedule. Give exactly one of text, lines, ' +
        'characters, page_id and fill.',
      'It stays until something replaces it, for duration_minutes, or until it is acknowledged. Refused while the ' +
        'board is paused or inside a silence window, unless it is critical or planned for later.',
      '"sent" is true only when this call moved flaps; otherwise a reason says why not.',
    ].join(' '),
    hints: ADDS,
    input: v.pipe(
      v.object({
        board: BoardArgument,
        ...MESSAGE_CONTENT,
        ...MESSAGE_OPTIONS,
        boards: maybe(BoardsSchema),
      }),
      v.check((args) => hasOneContent(args), ONE_CONTENT),
    ),
    notes: {
      board: BOARD_NOTE,
      text: 'A text, wrapped to the board; {red}, {63} or {sun} draw a tile or a symbol.',
      lines: 'One text for each row, not wrapped.',
      characters: 'Flap codes 0 to 71 as rows, of exactly the size of the board.',
      page_id: 'A saved page or collection of the size of the board.',
      fill: 'One flap code on every flap; 0 blanks the board.',
      duration_minutes: `Ends the message after ${MESSAGE_MINUTES.join(' to ')} minutes.`,
      revert_mode: 'What follows: the schedule (default), a page, or a blank board. Needs duration_minutes.',
      revert_page_id: 'The page that follows, with revert_mode "page".',
      transition:
        'How the flaps change this once: strategy is column, reverse-column, edges-to-center, row, diagonal, random, ' +
        'instant, wipe or plugin:ID.',
      force: 'Write even when the board shows the same already.',
      boards: 'Several boards in place of one: a list of ids, or "all".',
      priority: 'urgent goes over everything but silence and pause, critical through them where the owner allows it.',
      when_busy: 'While another message is up: replace it (default), queue behind it, or drop this one.',
      acknowledge: 'Stays until somebody says that it was read.',
      ...LATER,
      template: 'Placeholders such as {{weather.temp}} and formulas in text or lines count, and stay live.',
      rows: '"bottom" lays text or lines on the last rows of the page, which goes on above it.',
    },
    output: FlatMessageAnswerSchema,
    run: ({ board, ...message }) => messages.post(message.boards ? '-' : board, message),
    format: describeDelivery,
  }),
  tool({
    name: 'list_messages',
    title: 'List messages',
    description: 'The messages of a board: what is up, what waits for its turn, and what is planned.',
    hints: READS,
    input: v.object({ board: BoardArgument }),
    notes: { board: BOARD_NOTE },
    output: MessageListSchema,
    run: ({ board }) => queue.list(board),
    format: ({ messages: listed }) => describeMessages(listed),
  }),
  tool({
    name: 'change_message',
    title: 'Change a message',
    description:
      'Acknowledges or cancels one message, whether it is up, waits or is planned, or gives one that waits another ' +
      'time; others stay.',
    hints: SWITCHES,
    input: v.object({
      ...MessageArgument.entries,
      change: v.picklist(['acknowledge', 'cancel', 'move']),
      ...MessageMoveSchema.pipe[0].entries,
    }),
    notes: { id: ID_NOTE, change: 'move needs at or after_silence.', ...asIn('send_message', LATER) },
    output: v.union([FlatMessageAnswerSchema, ListedMessageSchema]),
    run: ({ id, change, ...move }) =>
      change === 'move' ? queue.move(id, move) : change === 'cancel' ? queue.remove(id) : queue.confirm(id),
    format: (result) => ('sent' in result ? describeDelivery(result) : describeMessages([result])),
  }),
  tool({
    name: 'clear_message',
    title: 'End a message',
    description:
      'Ends the message on a board and shows what the board returns to: its pin, its schedule or its ' +
      'default page; with none of them it is blanked.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument }),
    notes: { board: BOARD_NOTE },
    output: MessageAnswerSchema,
    run: async ({ board }) => withoutCode(await messages.clear(board)),
    format: describeDelivery,
  }),
];

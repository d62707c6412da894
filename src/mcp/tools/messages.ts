import * as v from 'valibot';
import { MessageAnswerSchema, MessageSchema } from '../../schema/messages.ts';
import { withoutCode } from '../../service/outcomes.ts';
import type { McpServices } from '../services.ts';
import { ADDS, SWITCHES, tool } from '../tool.ts';
import type { Tool } from '../tool.ts';
import { describeDelivery } from '../wording.ts';
import { BOARD_NOTE, BoardArgument } from './arguments.ts';

const [, exactlyOne] = MessageSchema.pipe;

/** One-off writes to a board. */
export const messageTools = ({ messages }: McpServices): Tool[] => [
  tool({
    name: 'send_message',
    title: 'Show a message',
    description: [
      'Puts something on a board at once, past its schedule. Give exactly one of text, lines, ' +
        'characters, page_id and fill.',
      'It stays until something replaces it, or for duration_minutes. Refused while the board is paused ' +
        'or inside a silence window.',
      '"sent" is true only when this call moved flaps; false with a reason when the output target is the ' +
        'browser alone or the board showed the same already.',
    ].join(' '),
    hints: ADDS,
    input: v.pipe(
      v.object({ board: BoardArgument, ...MessageSchema.entries }),
      v.check((args) => exactlyOne.requirement(args), exactlyOne.message),
    ),
    notes: {
      board: BOARD_NOTE,
      text: 'A text, wrapped to the board. Markers as {red} or {63} draw colour tiles, {sun} and the like symbols.',
      lines: 'One text for each row, not wrapped.',
      characters: 'Flap codes 0 to 71 as rows, of exactly the size of the board.',
      page_id: 'A saved page or collection of the size of the board.',
      fill: 'One flap code, 0 to 71, on every flap; 0 blanks the board.',
      duration_minutes: 'Ends the message after 1 to 480 minutes.',
      revert_mode:
        'What follows when it ends: the schedule (default), a page, or a blank board. Needs duration_minutes.',
      revert_page_id: 'The page that follows, with revert_mode "page".',
      transition:
        'How the flaps change, for this message alone: strategy (column, reverse-column, ' +
        'edges-to-center, row, diagonal, random, instant, wipe, or plugin:ID), interval_ms, step_size.',
      force: 'Write even when the board shows the same already.',
    },
    output: MessageAnswerSchema,
    run: async ({ board, ...message }) => withoutCode(await messages.send(board, message)),
    format: describeDelivery,
  }),
  tool({
    lookUp: 'send_message',
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

import * as v from 'valibot';
import { integerBetween, MomentSchema } from '../../schema/common.ts';
import { STAY_MINUTES, USUAL_STAY_MINUTES } from '../../schema/limits.ts';
import {
  QuietSchema,
  QuietWriteSchema,
  ShowAnswerSchema,
  ShowWriteSchema,
  TurnAnswerSchema,
} from '../../schema/boards/stays.ts';
import { readMembers } from '../../service/members.ts';
import type { McpServices } from '../services.ts';
import { SWITCHES, tool, type Tool } from '../tool.ts';
import { BoardArgument, asIn } from './arguments.ts';

const MinutesArgument = v.optional(integerBetween(...STAY_MINUTES));
const MINUTES_NOTE = `${STAY_MINUTES.join(' to ')}.`;
const UNTIL_NOTE = 'An ISO 8601 time instead of minutes.';

const quietTool = ({ stays }: McpServices): Tool =>
  tool({
    name: 'quiet_board',
    title: 'Leave a board alone',
    description:
      'Nothing moves on a board for a while; then its programme follows. Give one of minutes, until and end.',
    hints: SWITCHES,
    input: v.object({
      board: BoardArgument,
      minutes: MinutesArgument,
      until: v.optional(MomentSchema),
      end: v.optional(v.boolean(), false),
    }),
    notes: {
      board: 'Id; else the main one. "all" for every board.',
      minutes: MINUTES_NOTE,
      until: UNTIL_NOTE,
      end: 'Ends it now.',
    },
    output: QuietSchema,
    run: ({ board, end, ...ends }) =>
      end ? stays.endQuiet(board) : stays.quiet(board, readMembers(QuietWriteSchema, ends)),
  });

const STEPS = { next: 1, previous: -1 } as const;

const rotationTool = ({ stays }: McpServices): Tool =>
  tool({
    name: 'turn_rotation',
    title: 'Turn the rotation',
    description: 'Goes to the next or previous page of the rotation that runs on a board, or holds the present one.',
    hints: { ...SWITCHES, idempotentHint: false },
    input: v.object({
      board: BoardArgument,
      to: v.picklist(['next', 'previous', 'hold']),
      minutes: MinutesArgument,
    }),
    notes: { to: 'Which way.', minutes: 'How long it holds; an hour unless given.' },
    output: TurnAnswerSchema,
    run: ({ board, to, minutes = USUAL_STAY_MINUTES }) =>
      to === 'hold' ? stays.hold(board, minutes) : stays.turn(board, STEPS[to]),
  });

const showTool = ({ stays }: McpServices): Tool =>
  tool({
    name: 'show_page',
    title: 'Show a page for a while',
    description: 'Goes before pin and schedule, which count again at its end. Give one of minutes and until.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument, ...ShowWriteSchema.pipe[0].entries }),
    notes: { ...asIn('pin_page', { page_id: '' }), minutes: MINUTES_NOTE, until: 'As in pin_page.' },
    output: ShowAnswerSchema,
    run: ({ board, ...show }) => stays.show(board, readMembers(ShowWriteSchema, show)),
  });

/** What is decided for boards with an end: quiet, a page for a while, and the turn of a rotation. */
export const stayTools = (services: McpServices): Tool[] => [
  quietTool(services),
  showTool(services),
  rotationTool(services),
];

import * as v from 'valibot';
import { Fault } from '../../fault.ts';
import { integerBetween, MomentSchema } from '../../schema/common.ts';
import { STAY_MINUTES } from '../../schema/limits.ts';
import { QuietSchema, TurnAnswerSchema } from '../../schema/stays.ts';
import type { McpServices } from '../services.ts';
import { SWITCHES, tool } from '../tool.ts';
import type { Tool } from '../tool.ts';
import { BOARD_NOTE, BoardArgument } from './arguments.ts';

const MinutesArgument = v.optional(integerBetween(...STAY_MINUTES));
const USUAL_MINUTES = 60;
const MINUTES_NOTE = '1 to 1440.';
const UNTIL_NOTE = 'An ISO 8601 time instead of minutes.';

const requireOne = <T extends { minutes?: number | undefined; until?: string | undefined }>(ends: T): T => {
  if ((ends.minutes === undefined) === (ends.until === undefined))
    throw new Fault(422, 'minutes, until: exactly one of them says when it ends.');
  return ends;
};

const quietTool = ({ stays }: McpServices): Tool =>
  tool({
    name: 'quiet_board',
    title: 'Leave a board alone',
    description:
      'Nothing is written to a board and nothing moves for a while; then its programme follows by itself. Give one of ' +
      'minutes, until and end.',
    hints: SWITCHES,
    input: v.object({
      board: BoardArgument,
      minutes: MinutesArgument,
      until: v.optional(MomentSchema),
      end: v.optional(v.boolean(), false),
    }),
    notes: {
      board: `${BOARD_NOTE} "all" for every board.`,
      minutes: MINUTES_NOTE,
      until: UNTIL_NOTE,
      end: 'Ends it now.',
    },
    output: QuietSchema,
    run: ({ board, end, ...ends }) => (end ? stays.endQuiet(board) : stays.quiet(board, requireOne(ends))),
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
    notes: { board: BOARD_NOTE, to: 'Which way.', minutes: 'How long it holds, 1 to 1440; an hour if left out.' },
    output: TurnAnswerSchema,
    run: ({ board, to, minutes = USUAL_MINUTES }) =>
      to === 'hold' ? stays.hold(board, minutes) : stays.turn(board, STEPS[to]),
  });

/** What is decided for boards with an end: quiet, and the turn of a rotation. A pin takes its own. */
export const stayTools = (services: McpServices): Tool[] => [quietTool(services), rotationTool(services)];

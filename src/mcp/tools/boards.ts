import * as v from 'valibot';
import { BoardDetailSchema, BoardListSchema, BoardUpdateSchema } from '../../schema/boards/boards.ts';
import { ActivePageAnswerSchema, RefreshAnswerSchema, type ActivePageAnswer } from '../../schema/content/messages.ts';
import { MomentSchema } from '../../schema/common.ts';
import { UntilSchema } from '../../schema/boards/stays.ts';
import { TimelineSchema } from '../../schema/content/timeline.ts';
import { withoutCode } from '../../service/outcomes.ts';
import type { McpServices } from '../services.ts';
import { READS, SWITCHES, tool, type Tool } from '../tool.ts';
import { bullets, describeBoard, nameBoard } from '../wording.ts';
import { BoardArgument, PICTURE_SIZE, PictureArgument } from './arguments.ts';

const describePin = ({ board_id, page_id, sent, error, warnings }: ActivePageAnswer): string => {
  const pin =
    page_id === null
      ? `Nothing is pinned on board ${board_id}; it follows its schedule again.`
      : `${page_id} is pinned on board ${board_id}.`;
  const shown =
    page_id === null
      ? []
      : [sent ? 'The flaps were moved.' : `No flap was moved: ${error ?? 'nothing had to be written.'}`];
  return [pin, ...shown, ...warnings].join('\n');
};

const detailTool = { output: BoardDetailSchema, format: describeBoard } as const;

const lookTools = ({ boards, pictures }: McpServices): Tool[] => [
  tool({
    name: 'list_boards',
    title: 'List the boards',
    description: 'Every board with its id, name and size. Call it first: sizes decide which pages fit.',
    hints: READS,
    input: v.object({}),
    output: BoardListSchema,
    run: () => boards.list(),
    format: (list) => bullets(list.boards.map(nameBoard), 'There is no board.'),
  }),
  tool({
    ...detailTool,
    name: 'get_board',
    title: 'Look at a board',
    description: 'What is on the flaps of a board now, as text and codes, from which page and why, and until when.',
    hints: READS,
    input: v.object({ board: BoardArgument, picture: PictureArgument }),
    run: ({ board }) => boards.detail(board),
    picture: async ({ board, picture }) => (picture ? pictures.ofBoard(board, 'png', PICTURE_SIZE) : null),
  }),
];

const switchTools = ({ boards, stays }: McpServices): Tool[] => [
  tool({
    ...detailTool,
    clears: ['default_page_id'],
    name: 'update_board',
    title: 'Change a board',
    description: 'Only what is given changes; an empty default_page_id clears it.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument, ...BoardUpdateSchema.entries }),
    notes: {
      name: 'The new name.',
      paused: 'While true nothing is written to it.',
      schedule_enabled: 'Whether it follows its schedule.',
      default_page_id: 'Page or collection for gaps of the schedule.',
    },
    run: ({ board, ...change }) => boards.update(board, change),
  }),
  tool({
    ...detailTool,
    name: 'pause_board',
    title: 'Pause a board',
    description: 'Stops every write to a board until it is resumed.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument, paused_until: v.optional(MomentSchema) }),
    notes: { paused_until: 'ISO 8601 time at which it ends by itself.' },
    run: ({ board, paused_until }) => stays.update(board, { paused: true, paused_until }),
  }),
  tool({
    ...detailTool,
    name: 'resume_board',
    title: 'Resume a board',
    description: 'Lets a paused board be written again; it shows its programme at once.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument }),
    run: ({ board }) => boards.update(board, { paused: false }),
  }),
];

const pinTools = ({ boards, stays }: McpServices): Tool[] => [
  tool({
    name: 'pin_page',
    title: 'Pin a page',
    description:
      'Shows a page or collection until it is unpinned, whatever the schedule says. The pin is stored even when the ' +
      'board cannot be written now; then "sent" is false and "error" says why.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument, page_id: v.string(), until: v.optional(UntilSchema) }),
    notes: {
      page_id: 'Id of a page or collection of the size of the board.',
      until: 'Its end: an ISO 8601 time, next_rule or tomorrow.',
    },
    output: ActivePageAnswerSchema,
    run: async ({ board, page_id, until }) =>
      withoutCode(await boards.pin(board, page_id, stays.pinEnd(board, page_id, until ?? null))),
    format: describePin,
  }),
  tool({
    name: 'unpin_page',
    title: 'Unpin',
    description: 'Removes the pin of a board, which then follows its schedule again.',
    hints: SWITCHES,
    input: v.object({ board: BoardArgument }),
    output: ActivePageAnswerSchema,
    run: async ({ board }) => withoutCode(await boards.pin(board, null)),
    format: describePin,
  }),
  tool({
    name: 'refresh_board',
    title: 'Show the programme again',
    description: 'Ends a message without an end of its own and draws what a board should show anew.',
    hints: SWITCHES,
    input: v.object({ board: v.optional(v.string()) }),
    notes: { board: 'Its id; else all.' },
    output: RefreshAnswerSchema,
    run: async ({ board }) => withoutCode(await boards.refresh(board ?? null)),
    format: ({ message, sent }) => `${message} ${sent ? 'Flaps were moved.' : 'No flap was moved.'}`,
  }),
];

const nameShown = ({ pages, collections }: McpServices, id: string | null): string => {
  if (id === null) return 'nothing new';
  const found = [...pages.list().pages, ...collections.list().collections].find((one) => one.id === id);
  return found ? `${found.name} (${id})` : id;
};

const timelineTool = (services: McpServices): Tool =>
  tool({
    name: 'get_timeline',
    title: 'What a board will show',
    description: 'The pages and planned messages of a board between two times, at most 31 days apart.',
    hints: READS,
    input: v.object({ board: BoardArgument, from: v.optional(v.string()), to: v.optional(v.string()) }),
    notes: {
      from: 'ISO 8601, without an offset local time; else now.',
      to: 'Else 24 hours later.',
    },
    output: TimelineSchema,
    run: ({ board, from, to }) => services.timeline.get(board, from, to),
    format: ({ ranges, messages = [] }) =>
      bullets(
        [
          ...ranges.map(
            (range) =>
              `${range.from} to ${range.to}: ${nameShown(services, range.page_id)}, ` +
              `${range.source}${range.silence ? ', silenced' : ''}`,
          ),
          ...messages.map(
            ({ id, at, until, text }) =>
              `${at}${until === null ? '' : ` to ${until}`}: planned message ${id}: ${text.split('\n').join(' ').trim()}`,
          ),
        ],
        'There is nothing to tell.',
      ),
  });

/** Boards: what is on them and why, pauses, pins, and what comes next. */
export const boardTools = (services: McpServices): Tool[] => [
  ...lookTools(services),
  ...switchTools(services),
  ...pinTools(services),
  timelineTool(services),
];

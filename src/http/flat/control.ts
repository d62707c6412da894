import * as v from 'valibot';
import {
  BoardActionAnswerSchema,
  BoardActionsSchema,
  CurrentMessageSchema,
  FlatActivePageAnswerSchema,
  FlatActivePageSchema,
  FlatActivePageWriteSchema,
  ForceRefreshAnswerSchema,
  ForceRefreshSchema,
  IdentifyAnswerSchema,
  type IdentifyAnswer,
  LoopAnswerSchema,
  PauseAnswerSchema,
  PauseSchema,
} from '../../schema/boards/control.ts';
import { FlatBoardDetailSchema, FlatBoardUpdateSchema } from '../../schema/boards/boards.ts';
import { NOTHING, JsonObjectSchema } from '../../schema/common.ts';
import type { BoardService } from '../../service/boards/boards.ts';
import type { ControlService } from '../../service/control/control.ts';
import type { StayService } from '../../service/stays.ts';
import { BoardQuery, boardIn, namedBoard, queryFlag } from '../query.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'control', showsFrames: true });

/** The display loop. */
export const loopRoutes = (control: ControlService): Route[] => [
  route('POST /start', {
    summary: 'Let the display loop run',
    ...NOTHING,
    success: ok(LoopAnswerSchema, 'Whether that changed anything.'),
    handle: () => control.start(),
  }),
  route('POST /stop', {
    summary: 'Stop the display loop; explicit writes still go out',
    ...NOTHING,
    success: ok(LoopAnswerSchema, 'Whether that changed anything.'),
    handle: () => control.stop(),
  }),
  route('POST /force-refresh', {
    summary: 'Fetch, draw and write everything again, on every board unless one is named',
    query: BoardQuery,
    body: ForceRefreshSchema,
    bodyOptional: true,
    success: ok(ForceRefreshAnswerSchema, 'Whether flaps were moved.'),
    errors: [404, 500, 503],
    handle: ({ query, body }) => control.forceRefresh(namedBoard(query, body)),
  }),
];

/** What single boards show, are pinned to, and can do. */
export const boardControlRoutes = (
  control: ControlService,
  boards: BoardService,
  identify: (boardId: string) => Promise<IdentifyAnswer>,
  stays: StayService,
): Route[] => [
  route('PATCH /boards/{board}', {
    summary: 'Change a board; a pause may have an end',
    body: FlatBoardUpdateSchema,
    success: ok(FlatBoardDetailSchema, 'The board.'),
    errors: [400, 404],
    handle: async ({ params, body }) => {
      const detail = await stays.update(params.board, body);
      return { ...detail, ...boards.ends(detail.id) };
    },
  }),
  route('GET /board/current-message', {
    summary: 'What is known to be on a board; with force it is read now',
    query: v.object({ board_id: v.optional(v.string()), force: v.optional(queryFlag()) }),
    success: ok(CurrentMessageSchema, 'The board.'),
    errors: [404, 503],
    handle: ({ query }) => control.current(boardIn(query), query.force ?? false),
  }),
  route('GET /settings/active-page', {
    summary: 'The pin of a board, and what it resolves to',
    query: BoardQuery,
    success: ok(FlatActivePageSchema, 'The pin.'),
    errors: [404],
    handle: ({ query }) => {
      const { id, active_page_id, resolved_page_id, resolved_next_check_seconds } = boards.detail(boardIn(query));
      const until = boards.pinEnd(id);
      return { board_id: id, page_id: active_page_id, resolved_page_id, resolved_next_check_seconds, until };
    },
  }),
  route('PUT /settings/active-page', {
    summary: 'Pin a page or collection, or unpin; by default on the primary board',
    query: BoardQuery,
    body: FlatActivePageWriteSchema,
    success: ok(FlatActivePageAnswerSchema, 'The pin, and whether it was sent.'),
    errors: [400, 404],
    handle: async ({ query, body }) => {
      const board = boardIn(query, body);
      const ends = stays.pinEnd(board, body.page_id, body.until ?? null);
      const { board_id, page_id, sent, error, code, warnings } = await boards.pin(board, body.page_id, ends);
      const { paused } = boards.detail(board_id);
      return { board_id, page_id, until: ends?.until ?? null, sent_to_board: sent, paused, error, code, warnings };
    },
  }),
  route('POST /settings/board/{id}/pause', {
    summary: 'Pause a board, or resume it with paused false',
    body: PauseSchema,
    bodyOptional: true,
    success: ok(PauseAnswerSchema, 'Whether it is paused.'),
    errors: [400, 404],
    handle: async ({ params, body }) => {
      const { id, paused } = await stays.update(params.id, {
        paused_until: body?.paused_until,
        paused: body?.paused ?? true,
      });
      return { board_id: id, paused, paused_until: boards.ends(id).paused_until };
    },
  }),
  route('POST /settings/board/{id}/identify', {
    summary: 'Show for 10 seconds which board this is',
    ...NOTHING,
    success: ok(IdentifyAnswerSchema, 'Whether flaps were moved.'),
    errors: [404, 409, 429, 500, 503],
    handle: ({ params }) => identify(params.id),
  }),
  route('GET /boards/{id}/actions', {
    summary: 'The commands that the hardware of a board knows',
    success: ok(BoardActionsSchema, 'Names and what they do.'),
    errors: [404],
    handle: ({ params }) => control.actions(params.id),
  }),
  route('POST /boards/{id}/actions/{action}', {
    summary: 'Give a command to the hardware of a board',
    body: JsonObjectSchema,
    bodyOptional: true,
    success: ok(BoardActionAnswerSchema, 'What came of it.'),
    errors: [400, 404, 409, 500],
    handle: ({ params, body, signal }) => control.act(params.id, params.action, body ?? {}, signal),
  }),
];

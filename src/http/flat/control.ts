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
  LoopAnswerSchema,
  PauseAnswerSchema,
  PauseSchema,
} from '../../schema/control.ts';
import { FlatBoardDetailSchema, FlatBoardUpdateSchema } from '../../schema/boards.ts';
import { NOTHING, JsonObjectSchema } from '../../schema/common.ts';
import type { BoardService } from '../../service/boards/boards.ts';
import type { ControlService } from '../../service/control/control.ts';
import type { IdentifyService } from '../../service/control/identify.ts';
import type { StayService } from '../../service/stays.ts';
import { queryFlag } from '../query.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'control' } as const;
const BoardQuery = v.object({ board_id: v.optional(v.string()) });

/** The display loop. */
export const loopRoutes = (control: ControlService): Route[] => [
  route({
    ...common,
    method: 'POST',
    path: '/start',
    summary: 'Let the display loop run',
    ...NOTHING,
    success: { status: 200, schema: LoopAnswerSchema, description: 'Whether that changed anything.' },
    errors: [422],
    handle: () => control.start(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/stop',
    summary: 'Stop the display loop; explicit writes still go out',
    ...NOTHING,
    success: { status: 200, schema: LoopAnswerSchema, description: 'Whether that changed anything.' },
    errors: [422],
    handle: () => control.stop(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/force-refresh',
    summary: 'Fetch, draw and write everything again, on every board unless one is named',
    body: ForceRefreshSchema,
    bodyOptional: true,
    success: { status: 200, schema: ForceRefreshAnswerSchema, description: 'Whether flaps were moved.' },
    errors: [404, 422, 500, 503],
    handle: ({ body }) => control.forceRefresh(body?.board_id ?? null),
  }),
];

/** What single boards show, are pinned to, and can do. */
export const boardControlRoutes = (
  control: ControlService,
  boards: BoardService,
  identify: IdentifyService,
  stays: StayService,
): Route[] => [
  route({
    ...common,
    method: 'PATCH',
    path: '/boards/{board}',
    summary: 'Change a board; a pause may have an end',
    body: FlatBoardUpdateSchema,
    success: { status: 200, schema: FlatBoardDetailSchema, description: 'The board.' },
    errors: [400, 404, 422],
    handle: async ({ params, body }) => {
      const detail = await stays.update(params.board, body);
      return { ...detail, ...boards.ends(detail.id) };
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/board/current-message',
    summary: 'What is known to be on a board; with force it is read now',
    query: v.object({ board_id: v.optional(v.string()), force: v.optional(queryFlag()) }),
    success: { status: 200, schema: CurrentMessageSchema, description: 'The board.' },
    errors: [404, 422, 503],
    handle: ({ query }) => control.current(query.board_id || 'primary', query.force ?? false),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/active-page',
    summary: 'The pin of a board, and what it resolves to',
    query: BoardQuery,
    success: { status: 200, schema: FlatActivePageSchema, description: 'The pin.' },
    errors: [404, 422],
    handle: ({ query }) => {
      const { id, active_page_id, resolved_page_id, resolved_next_check_seconds } = boards.detail(
        query.board_id || 'primary',
      );
      const until = boards.pinEnd(id);
      return { board_id: id, page_id: active_page_id, resolved_page_id, resolved_next_check_seconds, until };
    },
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/active-page',
    summary: 'Pin a page or collection, or unpin; by default on the primary board',
    query: BoardQuery,
    body: FlatActivePageWriteSchema,
    success: { status: 200, schema: FlatActivePageAnswerSchema, description: 'The pin, and whether it was sent.' },
    errors: [400, 404, 422],
    handle: async ({ query, body }) => {
      const board = query.board_id || body.board_id || 'primary';
      const ends = stays.pinEnd(board, body.page_id, body.until ?? null);
      const { board_id, page_id, sent, error, code, warnings } = await boards.pin(board, body.page_id, ends);
      const { paused } = boards.detail(board_id);
      return { board_id, page_id, until: ends?.until ?? null, sent_to_board: sent, paused, error, code, warnings };
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/settings/board/{id}/pause',
    summary: 'Pause a board, or resume it with paused false',
    body: PauseSchema,
    bodyOptional: true,
    success: { status: 200, schema: PauseAnswerSchema, description: 'Whether it is paused.' },
    errors: [400, 404, 422],
    handle: async ({ params, body }) => {
      const { id, paused } = await stays.update(params.id, {
        paused_until: body?.paused_until,
        paused: body?.paused ?? true,
      });
      return { board_id: id, paused, paused_until: boards.ends(id).paused_until };
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/settings/board/{id}/identify',
    summary: 'Show for 10 seconds which board this is',
    ...NOTHING,
    success: { status: 200, schema: IdentifyAnswerSchema, description: 'Whether flaps were moved.' },
    errors: [404, 409, 422, 429, 500, 503],
    handle: ({ params }) => identify.show(params.id),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/boards/{id}/actions',
    summary: 'The commands that the hardware of a board knows',
    success: { status: 200, schema: BoardActionsSchema, description: 'Names and what they do.' },
    errors: [404],
    handle: ({ params }) => control.actions(params.id),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/boards/{id}/actions/{action}',
    summary: 'Give a command to the hardware of a board',
    body: JsonObjectSchema,
    bodyOptional: true,
    success: { status: 200, schema: BoardActionAnswerSchema, description: 'What came of it.' },
    errors: [400, 404, 409, 422, 500],
    handle: ({ params, body, signal }) => control.act(params.id, params.action, body ?? {}, signal),
  }),
];

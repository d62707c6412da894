import * as v from 'valibot';
import { ScheduledNowSchema, type ScheduledNow } from '../../schema/boards/control.ts';
import {
  BoardScheduleEnabledSchema,
  BoardScheduleEnabledWriteSchema,
  DefaultPageSchema,
  DefaultPageWriteSchema,
  PlanReportSchema,
} from '../../schema/content/schedules.ts';
import type { BoardService } from '../../service/boards/boards.ts';
import type { ScheduleService } from '../../service/schedules.ts';
import { BoardQuery, boardIn, namedBoard } from '../query.ts';
import { ok, routesIn, type Route } from '../route.ts';
import { FLAT } from '../surface.ts';
import { scheduleRoutes } from '../v1/schedules.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'schedules' });

/** What the schedule routes work with. */
export interface ScheduleParts {
  readonly schedules: ScheduleService;
  readonly boards: BoardService;
  /** What a board stands at now; throws a Fault 404 for an unknown board. */
  readonly now: (boardId: string) => ScheduledNow;
}

/** The time rules, as the web UI uses them. `board_id` is the primary board when it is left out. */
export const flatScheduleRoutes = (parts: ScheduleParts): Route[] => [
  ...scheduleRoutes(FLAT, parts.schedules),
  ...planRoutes(parts),
  ...boardRoutes(parts),
];

const planRoutes = ({ schedules, now }: ScheduleParts): Route[] => [
  route('GET /schedules/active/page', {
    summary: 'What a board stands at now by pin, rules and default page, and until when at most',
    query: BoardQuery,
    success: ok(ScheduledNowSchema, 'The page, and where it came from.'),
    errors: [404],
    handle: ({ query }) => now(boardIn(query)),
  }),
  route('POST /schedules/validate', {
    summary: 'Overlaps and gaps of the weekly rules of a board, named in the query or the body',
    query: BoardQuery,
    body: v.object({ board_id: v.optional(v.nullable(v.string())) }),
    bodyOptional: true,
    success: ok(PlanReportSchema, 'Valid means without overlaps; gaps are longer than 15 minutes.'),
    errors: [404],
    handle: ({ query, body }) => schedules.validate(namedBoard(query, body)),
  }),
];

const boardRoutes = ({ boards }: ScheduleParts): Route[] => [
  route('GET /schedules/default-page', {
    summary: 'The page that a board shows when no rule applies',
    query: BoardQuery,
    success: ok(DefaultPageSchema, 'The page or collection, or null.'),
    errors: [404],
    handle: ({ query }) => defaultPageOf(boards.detail(boardIn(query))),
  }),
  route('PUT /schedules/default-page', {
    summary: 'Choose the page that a board shows when no rule applies; null for none',
    query: BoardQuery,
    body: DefaultPageWriteSchema,
    success: ok(DefaultPageSchema, 'The page or collection, or null.'),
    errors: [400, 404],
    handle: async ({ query, body }) =>
      defaultPageOf(await boards.update(boardIn(query, body), { default_page_id: body.page_id })),
  }),
  route('GET /schedules/enabled', {
    summary: 'Whether a board follows its rules',
    query: BoardQuery,
    success: ok(BoardScheduleEnabledSchema, 'Yes or no.'),
    errors: [404],
    handle: ({ query }) => enabledOf(boards.detail(boardIn(query))),
  }),
  route('PUT /schedules/enabled', {
    summary: 'Let a board follow its rules, or not',
    query: BoardQuery,
    body: BoardScheduleEnabledWriteSchema,
    success: ok(BoardScheduleEnabledSchema, 'Yes or no.'),
    errors: [404],
    handle: async ({ query, body }) =>
      enabledOf(await boards.update(boardIn(query, body), { schedule_enabled: body.enabled })),
  }),
];

const defaultPageOf = ({ id, default_page_id }: { id: string; default_page_id: string | null }) => ({
  board_id: id,
  page_id: default_page_id,
});

const enabledOf = ({ id, schedule_enabled }: { id: string; schedule_enabled: boolean }) => ({
  board_id: id,
  enabled: schedule_enabled,
});

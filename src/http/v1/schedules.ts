import * as v from 'valibot';
import {
  DeletedSchema,
  ScheduleAnswerSchema,
  ScheduleCreateSchema,
  ScheduleListSchema,
  ScheduleUpdateSchema,
  ScheduleWriteAnswerSchema,
} from '../../schema/schedules.ts';
import type { ScheduleService } from '../../service/schedules.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'v1', access: 'credential', tag: 'schedules' } as const;

/** The time rules. */
export const scheduleRoutes = (schedules: ScheduleService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/v1/schedules',
    summary: 'List the rules of the primary board, of one board, or with * of all',
    query: v.object({ board_id: v.optional(v.string()) }),
    success: { status: 200, schema: ScheduleListSchema, description: 'The rules with their times of today.' },
    errors: [422, 503],
    handle: ({ query }) => schedules.list(query.board_id ?? null),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/schedules',
    summary: 'Make a rule',
    body: ScheduleCreateSchema,
    success: { status: 201, schema: ScheduleWriteAnswerSchema, description: 'The rule, and what is odd about it.' },
    errors: [400, 404, 409, 422],
    handle: async ({ body }) => reply(201, await schedules.create(body)),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/v1/schedules/{schedule_id}',
    summary: 'Read a rule',
    success: { status: 200, schema: ScheduleAnswerSchema, description: 'The rule with its times of today.' },
    errors: [404, 422],
    handle: ({ params }) => schedules.get(params.schedule_id),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/v1/schedules/{schedule_id}',
    summary: 'Change a rule',
    body: ScheduleUpdateSchema,
    success: { status: 200, schema: ScheduleWriteAnswerSchema, description: 'The rule, and what is odd about it.' },
    errors: [400, 404, 409, 422],
    handle: ({ params, body }) => schedules.update(params.schedule_id, body),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/v1/schedules/{schedule_id}',
    summary: 'Delete a rule; its page stays',
    success: { status: 200, schema: DeletedSchema, description: 'The id of what was deleted.' },
    errors: [404, 422],
    handle: ({ params }) => schedules.remove(params.schedule_id),
  }),
];

import * as v from 'valibot';
import {
  DeletedSchema,
  ScheduleAnswerSchema,
  ScheduleCreateSchema,
  ScheduleListSchema,
  ScheduleUpdateSchema,
  ScheduleWriteAnswerSchema,
} from '../../schema/content/schedules.ts';
import type { ScheduleService } from '../../service/schedules.ts';
import { reply } from '../reply.ts';
import { created, ok, route, type Route } from '../route.ts';
import { onlyParameter, type Offer } from '../surface.ts';

/** The time rules, on the surface of `offer`. */
export const scheduleRoutes = (offer: Offer, schedules: ScheduleService): Route[] => {
  const { surface, access, prefix, parameter, listErrors, oneErrors } = offer;
  const all = { surface, access, tag: 'schedules', path: `${prefix}/schedules` } as const;
  const one = { ...all, path: `${all.path}/${parameter('schedule_id')}` } as const;
  return [
    route({
      ...all,
      method: 'GET',
      summary: 'List the rules of the primary board, of one board, or with * of all',
      query: v.object({ board_id: v.optional(v.string()) }),
      success: ok(ScheduleListSchema, 'The rules with their times of today.'),
      errors: [422, ...listErrors],
      handle: ({ query }) => schedules.list(query.board_id ?? null),
    }),
    route({
      ...all,
      method: 'POST',
      summary: 'Make a rule',
      body: ScheduleCreateSchema,
      success: created(ScheduleWriteAnswerSchema, 'The rule, and what is odd about it.'),
      errors: [400, 404, 409, 422],
      handle: async ({ body }) => reply(201, await schedules.create(body)),
    }),
    route({
      ...one,
      method: 'GET',
      summary: 'Read a rule',
      success: ok(ScheduleAnswerSchema, 'The rule with its times of today.'),
      errors: oneErrors,
      handle: ({ params }) => schedules.get(onlyParameter(params)),
    }),
    route({
      ...one,
      method: 'PUT',
      summary: 'Change a rule',
      body: ScheduleUpdateSchema,
      success: ok(ScheduleWriteAnswerSchema, 'The rule, and what is odd about it.'),
      errors: [400, 404, 409, 422],
      handle: ({ params, body }) => schedules.update(onlyParameter(params), body),
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: 'Delete a rule; its page stays',
      success: ok(DeletedSchema, 'The id of what was deleted.'),
      errors: oneErrors,
      handle: ({ params }) => schedules.remove(onlyParameter(params)),
    }),
  ];
};

import {
  DeletedSchema,
  ScheduleAnswerSchema,
  ScheduleCreateSchema,
  ScheduleListSchema,
  ScheduleUpdateSchema,
  ScheduleWriteAnswerSchema,
} from '../../schema/content/schedules.ts';
import type { ScheduleService } from '../../service/schedules.ts';
import { BoardQuery } from '../query.ts';
import { created, ok, routesIn, type Route } from '../route.ts';
import { onlyParameter, type Offer } from '../surface.ts';

/** The time rules, on the surface of `offer`. */
export const scheduleRoutes = (offer: Offer, schedules: ScheduleService): Route[] => {
  const { surface, access, prefix, parameter, listErrors, oneErrors } = offer;
  const route = routesIn({ surface, access, tag: 'schedules' });
  const all = `${prefix}/schedules` as const;
  const one = `${all}/${parameter('schedule_id')}` as const;
  return [
    route(`GET ${all}`, {
      summary: 'List the rules of the primary board, of one board, or with * of all',
      query: BoardQuery,
      success: ok(ScheduleListSchema, 'The rules with their times of today.'),
      errors: [...listErrors],
      handle: ({ query }) => schedules.list(query.board_id ?? null),
    }),
    route(`POST ${all}`, {
      summary: 'Make a rule',
      body: ScheduleCreateSchema,
      success: created(ScheduleWriteAnswerSchema, 'The rule, and what is odd about it.'),
      errors: [400, 404, 409],
      handle: ({ body }) => schedules.create(body),
    }),
    route(`GET ${one}`, {
      summary: 'Read a rule',
      success: ok(ScheduleAnswerSchema, 'The rule with its times of today.'),
      errors: oneErrors,
      handle: ({ params }) => schedules.get(onlyParameter(params)),
    }),
    route(`PUT ${one}`, {
      summary: 'Change a rule',
      body: ScheduleUpdateSchema,
      success: ok(ScheduleWriteAnswerSchema, 'The rule, and what is odd about it.'),
      errors: [400, 404, 409],
      handle: ({ params, body }) => schedules.update(onlyParameter(params), body),
    }),
    route(`DELETE ${one}`, {
      summary: 'Delete a rule; its page stays',
      success: ok(DeletedSchema, 'The id of what was deleted.'),
      errors: oneErrors,
      handle: ({ params }) => schedules.remove(onlyParameter(params)),
    }),
  ];
};

import { TimelineQuerySchema, TimelineSchema } from '../../schema/content/timeline.ts';
import type { TimelineService } from '../../service/timeline.ts';
import { boardIn } from '../query.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'schedules' });

/** What boards will show. */
export const timelineRoutes = (timeline: TimelineService): Route[] => [
  route('GET /timeline', {
    summary: 'What a board will show, by default in the next 24 hours, at most 31 days',
    query: TimelineQuerySchema,
    success: ok(TimelineSchema, 'Stretches of time in which nothing changes.'),
    errors: [400, 404],
    handle: ({ query, signal }) => timeline.get(boardIn(query), query.from, query.to, signal),
  }),
];

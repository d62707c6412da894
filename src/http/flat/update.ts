import { NOTHING } from '../../schema/common.ts';
import {
  SystemAnswerSchema,
  UpdateQuerySchema,
  UpdateRequestSchema,
  UpdateStatusSchema,
  UpdateWrittenSchema,
} from '../../schema/appliance/update.ts';
import type { UpdateService } from '../../service/update/update.ts';
import { allowAnyTime, parseJson, readBody, requireJson } from '../wire/body.ts';
import { reply } from '../reply.ts';
import { ok, routesIn, type Route, type RouteRequest } from '../route.ts';
import { validate } from '../validate.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'system' });
const URL_BYTES = 4096;

const takeUrl = async (updates: UpdateService, { headers, stream }: RouteRequest): Promise<unknown> => {
  requireJson(headers);
  const outcome = validate(UpdateRequestSchema, parseJson(await readBody(stream, URL_BYTES)), 'body');
  return outcome.ok
    ? updates.fetch(outcome.value.url, outcome.value.downgrade)
    : reply(422, { detail: outcome.issues });
};

const takeBytes = (
  updates: UpdateService,
  { headers, stream }: RouteRequest,
  downgrade: string | undefined,
): Promise<unknown> => {
  allowAnyTime(stream);
  const length = Number(headers['content-length'] ?? Number.NaN);
  return updates.write(
    updates.patient(stream, () => stream.destroy()),
    Number.isSafeInteger(length) ? length : null,
    downgrade,
  );
};

/** Updates of the appliance's card, and starting it again. */
export const updateRoutes = (updates: UpdateService): Route[] => [
  route('GET /system/update/status', {
    summary: 'Which version runs, how far an update is, and what became of the last one',
    success: ok(UpdateStatusSchema, 'How updates stand.'),
    handle: () => updates.status(),
  }),
  route('POST /system/update', {
    summary:
      'Write an update: the file as the body, or as JSON the url where it lies. Answered when it is ' +
      'written and checked; the next start tries it. One that is older than what runs is 409, unless downgrade ' +
      '(in the query, or beside the url) has the words "install the older version"',
    query: UpdateQuerySchema,
    streamedBody: true,
    success: ok(UpdateWrittenSchema, 'It is written.'),
    errors: [400, 409, 415, 500, 503],
    handle: (request) =>
      /^application\/json\b/i.test(request.headers['content-type'] ?? '')
        ? takeUrl(updates, request)
        : takeBytes(updates, request, request.query.downgrade),
  }),
  route('POST /system/restart', {
    summary: 'Start the service again',
    ...NOTHING,
    success: ok(SystemAnswerSchema, 'It ends in half a second.'),
    errors: [503],
    handle: () => {
      updates.restart();
      return { message: 'The service starts again.' };
    },
  }),
  route('POST /system/reboot', {
    summary: 'Start the machine again; an update that was written is then tried',
    ...NOTHING,
    success: ok(SystemAnswerSchema, 'It goes down in a second.'),
    errors: [400, 500, 503],
    handle: async () => {
      await updates.reboot();
      return { message: 'The appliance starts again.' };
    },
  }),
];

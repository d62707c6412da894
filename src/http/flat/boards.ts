import * as v from 'valibot';
import { DeviceTypeSchema } from '../../schema/common.ts';
import { BoardInstanceWriteSchema, BoardSettingsSchema, BoardSettingsWriteSchema } from '../../schema/boards/boards.ts';
import type { BoardSettingsService } from '../../service/boards/settings.ts';
import { created, ok, routesIn, partRoutes, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'settings' });

const AddSchema = v.object({
  ...BoardInstanceWriteSchema.entries,
  device_type: v.picklist(DeviceTypeSchema.options),
});

/** The boards as an owner sets them up. */
export const boardSettingsRoutes = (settings: BoardSettingsService): Route[] => [
  ...partRoutes('/settings/board', {
    summaries: [
      'Every board with its settings, secrets masked',
      'Replace the boards, ensure device types, or set the colour',
    ],
    success: ok(BoardSettingsSchema, 'The boards.'),
    body: BoardSettingsWriteSchema,
    errors: [400, 409],
    get: () => settings.get(),
    set: (body) => settings.update(body),
  }),
  route('POST /settings/board/add', {
    summary: 'Add a board',
    body: AddSchema,
    success: created(BoardSettingsSchema, 'All boards.'),
    errors: [400, 409],
    handle: ({ body }) => settings.add(body),
  }),
  route('DELETE /settings/board/{id}', {
    summary: 'Remove a board',
    success: ok(BoardSettingsSchema, 'The boards that remain.'),
    errors: [400, 404],
    handle: ({ params }) => settings.remove(params.id),
  }),
];

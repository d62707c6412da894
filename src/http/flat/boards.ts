import * as v from 'valibot';
import { BoardInstanceWriteSchema, BoardSettingsSchema, BoardSettingsWriteSchema } from '../../schema/boards.ts';
import type { BoardSettingsService } from '../../service/boards/settings.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'settings' } as const;

const AddSchema = v.object({
  ...BoardInstanceWriteSchema.entries,
  device_type: v.picklist(['flagship', 'note', 'note_array', 'panel']),
});

/** The boards as an owner sets them up. */
export const boardSettingsRoutes = (settings: BoardSettingsService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/board',
    summary: 'Every board with its settings, secrets masked',
    success: { status: 200, schema: BoardSettingsSchema, description: 'The boards.' },
    errors: [],
    handle: () => settings.get(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/board',
    summary: 'Replace the boards, ensure device types, or set the colour',
    body: BoardSettingsWriteSchema,
    success: { status: 200, schema: BoardSettingsSchema, description: 'The boards.' },
    errors: [400, 409, 422],
    handle: ({ body }) => settings.update(body),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/settings/board/add',
    summary: 'Add a board',
    body: AddSchema,
    success: { status: 201, schema: BoardSettingsSchema, description: 'All boards.' },
    errors: [400, 409, 422],
    handle: async ({ body }) => reply(201, await settings.add(body)),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/settings/board/{id}',
    summary: 'Remove a board',
    success: { status: 200, schema: BoardSettingsSchema, description: 'The boards that remain.' },
    errors: [400, 404],
    handle: ({ params }) => settings.remove(params.id),
  }),
];

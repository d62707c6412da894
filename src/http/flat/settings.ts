import { BoardInstanceWriteSchema, BoardSettingsSchema, BoardSettingsWriteSchema } from '../../schema/boards.ts';
import {
  GeneralSchema,
  GeneralWriteSchema,
  OutputSchema,
  OutputWriteSchema,
  TargetSchema,
} from '../../schema/settings.ts';
import { LocationSchema, LocationWriteSchema } from '../../schema/location.ts';
import type { BoardSettingsService } from '../../service/boards/settings.ts';
import type { SettingsService } from '../../service/settings.ts';
import * as v from 'valibot';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'settings' } as const;

const AddSchema = v.object({
  ...BoardInstanceWriteSchema.entries,
  device_type: v.picklist(['flagship', 'note', 'note_array', 'panel']),
});

/** Wiring of the boards. */
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

/** Output, place and time zone. */
export const installSettingsRoutes = (settings: SettingsService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/output',
    summary: 'Where writes go',
    success: { status: 200, schema: OutputSchema, description: 'The output target.' },
    errors: [],
    handle: () => settings.output(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/output',
    summary: 'Choose where writes go',
    body: OutputWriteSchema,
    success: { status: 200, schema: v.object({ target: TargetSchema }), description: 'The output target.' },
    errors: [400, 422],
    handle: ({ body }) => settings.setOutput(body.target),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/location',
    summary: 'The place of the install',
    success: { status: 200, schema: LocationSchema, description: 'Degrees, or null.' },
    errors: [],
    handle: () => settings.location(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/location',
    summary: 'Set the place of the install',
    body: LocationWriteSchema,
    success: { status: 200, schema: LocationSchema, description: 'Degrees, or null.' },
    errors: [422],
    handle: ({ body }) => settings.setLocation(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/config/general',
    summary: 'Name and time zone',
    success: { status: 200, schema: GeneralSchema, description: 'Name and time zone.' },
    errors: [],
    handle: () => settings.general(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/config/general',
    summary: 'Set name and time zone',
    body: GeneralWriteSchema,
    success: { status: 200, schema: GeneralSchema, description: 'Name and time zone.' },
    errors: [400, 422],
    handle: ({ body }) => settings.setGeneral(body),
  }),
];

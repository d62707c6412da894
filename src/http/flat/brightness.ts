import { BrightnessSchema, BrightnessWriteSchema } from '../../schema/brightness.ts';
import type { BrightnessService } from '../../service/brightness.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'control' } as const;
const success = { status: 200, schema: BrightnessSchema, description: 'How the display is lit.' } as const;

/** How clocks, screens and boards of browsers are lit. */
export const brightnessRoutes = (brightness: BrightnessService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/boards/{board}/brightness',
    summary: 'How the display of a board is lit',
    success,
    errors: [404, 409],
    handle: ({ params }) => brightness.get(params.board),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/boards/{board}/brightness',
    summary: 'Set the brightness of a display, switch it on or off, and say when it is darker',
    body: BrightnessWriteSchema,
    success,
    errors: [400, 404, 409, 422],
    handle: ({ params, body }) => brightness.update(params.board, body),
  }),
];

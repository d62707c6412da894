import { BrightnessSchema, BrightnessWriteSchema } from '../../schema/boards/brightness.ts';
import type { BrightnessService } from '../../service/brightness.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'control' });
const success = ok(BrightnessSchema, 'How the display is lit.');

/** How clocks, screens and panels in the browser are lit. */
export const brightnessRoutes = (brightness: BrightnessService): Route[] => [
  route('GET /boards/{board}/brightness', {
    summary: 'How the display of a board is lit',
    success,
    errors: [404, 409],
    handle: ({ params }) => brightness.get(params.board),
  }),
  route('PUT /boards/{board}/brightness', {
    summary: 'Set the brightness of a display, switch it on or off, and say when it is darker',
    body: BrightnessWriteSchema,
    success,
    errors: [400, 404, 409],
    handle: ({ params, body }) => brightness.update(params.board, body),
  }),
];

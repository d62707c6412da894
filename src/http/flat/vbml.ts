import { VbmlAnswerSchema, VbmlWriteSchema } from '../../schema/content/vbml.ts';
import type { VbmlService } from '../../service/vbml.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'boards' });

/** Documents of Vestaboard's markup language. */
export const vbmlRoutes = (vbml: () => VbmlService): Route[] => [
  route('POST /boards/{board}/vbml', {
    summary: 'Show a VBML document, or keep it as a page',
    body: VbmlWriteSchema,
    showsFrames: true,
    success: ok(VbmlAnswerSchema, 'What was produced, and where it stands.'),
    errors: [400, 404, 409, 429, 500, 503],
    handle: ({ params, body }) => vbml().post(params.board, body),
  }),
];

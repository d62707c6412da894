import { Fault } from '../../fault.ts';
import { fileReply } from '../pages/file-reply.ts';
import { replyText } from '../reply.ts';
import { routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'public', tag: 'reference' });

/** A ready-made viewer of the API description. */
interface Viewer {
  readonly path: '/docs' | '/redoc';
  readonly summary: string;
  readonly html: string;
  /** Starts the viewer; a file of its own, because the page's policy admits no code inside it. */
  readonly script: string;
  /** Files of the package that the page loads. */
  readonly files: readonly string[];
  readonly policy: string;
}

const HTML = 'text/html; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

const page = (title: string, head: string, body: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
  'content="width=device-width, ' +
  `initial-scale=1"><title>${title}</title>${head}</head><body>${body}</body></html>`;

const policy = (...more: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');

const SWAGGER: Viewer = {
  path: '/docs',
  summary: 'Interactive reference of the API',
  html: page(
    'flapbox API',
    '<link rel="stylesheet" href="docs/swagger-ui.css">',
    '<div id="reference"></div><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script>',
  ),
  script: "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true });\n",
  files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
  policy: policy("style-src 'self'"),
};

const REDOC: Viewer = {
  path: '/redoc',
  summary: 'Readable reference of the API',
  html: page(
    'flapbox API',
    '',
    '<div id="reference"></div><script src="redoc/redoc.standalone.js"></script><script src="redoc/start.js"></script>',
  ),
  script: "Redoc.init('openapi.json', {}, document.getElementById('reference'));\n",
  files: ['redoc.standalone.js'],
  // The viewer makes its style sheet and its search worker while it runs.
  policy: policy("style-src 'unsafe-inline'", 'worker-src blob:'),
};

const viewerRoutes = (folder: string, viewer: Viewer): Route[] => [
  route(`GET ${viewer.path}`, {
    summary: viewer.summary,
    success: { status: 200, type: 'text/html', description: 'A page.' },
    handle: () =>
      replyText(200, viewer.html, HTML, { 'Content-Security-Policy': viewer.policy, 'Cache-Control': 'no-cache' }),
  }),
  route(`GET ${viewer.path}/{file}`, {
    summary: `${viewer.summary}: its files`,
    success: { status: 200, type: '*/*', description: 'A file of the page.' },
    errors: [404],
    handle: async ({ params: { file }, headers }) => {
      if (file === 'start.js') return replyText(200, viewer.script, JS, { 'Cache-Control': 'no-cache' });
      const found = viewer.files.includes(file) ? await fileReply(folder, file, headers) : null;
      if (!found) throw new Fault(404, 'There is no such file.');
      return found;
    },
  }),
];

/** `/docs` and `/redoc`: viewers of `openapi.json`, streamed from the files that lie in `folder`. */
export const docsRoutes = (folder: string): Route[] =>
  [SWAGGER, REDOC].flatMap((viewer) => viewerRoutes(folder, viewer));

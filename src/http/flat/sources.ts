import type { Gallery } from '../../plugins/keeping/gallery.ts';
import type { PluginHost } from '../../plugins/host.ts';
import { JsonObjectSchema } from '../../schema/common.ts';
import { ConsentErrorSchema } from '../../schema/plugins/plugins.ts';
import {
  CatalogueDetailSchema,
  CatalogueSchema,
  LookupAnswerSchema,
  LookupQuerySchema,
  LookupSearchSchema,
  OwnAnswerFoundSchema,
  OwnAnswerSchema,
  OwnCheckAnswerSchema,
  OwnCheckSchema,
  OwnRemovedSchema,
  OwnSaveSchema,
  OwnSavedSchema,
  OwnSourceSchema,
  OwnTrialSchema,
  OwnTrySchema,
  PluginTrySchema,
  SourceHostsSchema,
  type LookupSearch,
} from '../../schema/plugins/sources.ts';
import { counted, created, ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'plugins' });

/** Sources that are data: the gallery, searches for their settings, the hosts that they ask, and the owner's own. */
export const sourceRoutes = (plugins: Pick<PluginHost, 'gallery' | 'shelf'>): Route[] => [
  ...galleryRoutes(plugins.gallery),
  ...ownRoutes(plugins.gallery),
  route('GET /plugins/hosts', {
    summary: 'The hosts that sources asked today, and what is left of their budgets',
    success: ok(SourceHostsSchema, 'The hosts, the busiest first.'),
    handle: () => counted('hosts', plugins.shelf.hosts()),
  }),
  route('GET /plugins/source-schema', {
    summary: 'The form of source files as JSON Schema',
    success: ok(JsonObjectSchema, 'The schema.'),
    handle: () => plugins.shelf.engine().schema(),
  }),
];

const choicesOf = async (gallery: Gallery, { id, setting }: { id: string; setting: string }, search: LookupSearch) => {
  const { choices } = await gallery.lookUp(id, setting, search);
  return counted('choices', choices);
};

const galleryRoutes = (gallery: Gallery): Route[] => [
  route('GET /plugins/catalogue', {
    summary: 'Every plugin and source, switched on or not, with its sample pages',
    success: ok(CatalogueSchema, 'Categories, and what is in them.'),
    handle: () => gallery.list(),
  }),
  route('GET /plugins/{id}/catalogue', {
    formerly: '/plugins/catalogue/{id}',
    summary: 'One plugin or source of the gallery, with its settings and the hosts that it asks',
    success: ok(CatalogueDetailSchema, 'The plugin or source.'),
    errors: [404],
    handle: ({ params }) => gallery.detail(params.id),
  }),
  route('POST /plugins/{id}/try', {
    summary: 'What a plugin shows now, on or off, with its settings or with others; nothing is kept',
    body: PluginTrySchema,
    success: ok(OwnTrialSchema, 'Its data and both pages, or why there are none.'),
    errors: [400, 404, 409, 429],
    errorBodies: { 409: ConsentErrorSchema },
    handle: ({ params, body }) => gallery.trials.tryOut(params.id, body),
  }),
  route('GET /plugins/{id}/lookups/{setting}', {
    summary: 'Choices for a setting of a source, asked at its service: stations, teams, lines',
    query: LookupQuerySchema,
    success: ok(LookupAnswerSchema, 'The choices.'),
    errors: [400, 404, 409],
    errorBodies: { 409: ConsentErrorSchema },
    handle: ({ params, query }) => choicesOf(gallery, params, { q: query.q }),
  }),
  route('POST /plugins/{id}/lookups/{setting}', {
    summary: 'The same, asked with settings that are not stored; nothing is kept',
    body: LookupSearchSchema,
    success: ok(LookupAnswerSchema, 'The choices.'),
    errors: [400, 404, 409],
    errorBodies: { 409: ConsentErrorSchema },
    handle: ({ params, body }) => choicesOf(gallery, params, body),
  }),
];

const ownRoutes = (gallery: Gallery): Route[] => [
  route('POST /plugins/own/check', {
    summary: 'What a source file would bring and whom it would ask, or what is wrong with it',
    body: OwnCheckSchema,
    success: ok(OwnCheckAnswerSchema, 'Name, hosts and problems.'),
    handle: ({ body }) => gallery.own.check(body.file),
  }),
  route('POST /plugins/own', {
    summary: 'Keep a source file; it is switched off at first',
    body: OwnSaveSchema,
    success: created(OwnSavedSchema, 'The source.'),
    errors: [400, 409],
    handle: ({ body }) => gallery.own.save(body),
  }),
  route('POST /plugins/own/answer', {
    summary: 'What lies at an address, as a value to choose from',
    body: OwnAnswerSchema,
    success: ok(OwnAnswerFoundSchema, 'The answer, and the address without secrets.'),
    errors: [400],
    handle: ({ body }) => gallery.own.explore(body.address, body.kind),
  }),
  route('POST /plugins/own/try', {
    summary: 'What a source file gives now; nothing is kept',
    body: OwnTrySchema,
    success: ok(OwnTrialSchema, 'Variables and both pages, or why there are none.'),
    errors: [400, 409],
    errorBodies: { 409: ConsentErrorSchema },
    handle: ({ body }) => gallery.own.tryOut(body),
  }),
  route('GET /plugins/{id}/file', {
    formerly: '/plugins/own/{id}',
    summary: 'The file of a source of your own',
    success: ok(OwnSourceSchema, 'The file.'),
    errors: [404],
    handle: ({ params }) => gallery.own.file(params.id),
  }),
  route('DELETE /plugins/{id}/file', {
    formerly: '/plugins/own/{id}',
    summary: 'Remove a source of your own with its settings and instances',
    success: ok(OwnRemovedSchema, 'The id of what was removed.'),
    errors: [404],
    handle: ({ params: { id } }) => gallery.own.remove(id).then(() => ({ id })),
  }),
];

import { STATUS_CODES } from 'node:http';
import type { GenericSchema } from 'valibot';
import { onlyKeys } from '../../core/record.ts';
import { MINUTE_MS } from '../../core/time/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import { createKept } from '../../platform/kept.ts';
import { ErrorSchema, ValidationErrorSchema } from '../../schema/error.ts';
import { takesToken } from '../../service/auth/gate.ts';
import { SESSION_COOKIE } from '../access.ts';
import { createSchemaWriter, type Reference, type SchemaWriter } from './openapi-schemas.ts';
import { replyJsonText } from '../reply.ts';
import { routesIn, type Route } from '../route.ts';

/** A part of the document; what is undefined is no member of its JSON. */
type Json = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const OPTIONAL = ['optional', 'nullish', 'exact_optional', 'undefinedable'];

/** What the parts of an operation are written with. */
interface Writing {
  readonly writer: SchemaWriter;
  readonly reference: Reference;
  /** The name of the operation. */
  readonly id: string;
}

const parameter = (name: string, members: Json, { reference, id }: Writing, folder?: string): Json => ({
  name,
  ...members,
  description: reference.describeParameter(id, name, folder),
});

const pathParameters = (path: string, writing: Writing): Json[] =>
  [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, folder, name = '']) => {
    const example = writing.reference.PATH_EXAMPLES[name];
    return parameter(name, { in: 'path', required: true, schema: { type: 'string' }, example }, writing, folder);
  });

const queryParameters = (schema: GenericSchema | undefined, writing: Writing): Json[] => {
  const entries = schema && 'entries' in schema ? (schema.entries as Record<string, GenericSchema>) : {};
  return Object.entries(entries).map(([name, one]) => {
    const members = { in: 'query', required: !OPTIONAL.includes(one.type), schema: writing.writer.writeQuery(one) };
    return parameter(name, members, writing);
  });
};

const content = (schema: GenericSchema, { writer, id }: Writing): Json => ({
  [JSON_TYPE]: { schema: writer.write(schema, id) },
});

const ANY_BYTES = { required: true, content: { 'application/octet-stream': {} } };

const requestBody = ({ body, bodyOptional, streamedBody }: Route, writing: Writing): Json => {
  if (streamedBody) return { requestBody: ANY_BYTES };
  if (!body) return {};
  const { writer, reference, id } = writing;
  const described = { schema: writer.write(body, id), example: reference.BODY_EXAMPLES[id] };
  return { requestBody: { required: bodyOptional !== true, content: { [JSON_TYPE]: described } } };
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };

const errorResponse = (status: number, { errorBodies }: Route, writing: Writing): Json => ({
  description: STATUS_CODES[status] ?? 'Error',
  headers: status === 429 ? RETRY_AFTER : undefined,
  content: content(errorBodies?.[status] ?? (status === 422 ? ValidationErrorSchema : ErrorSchema), writing),
});

// A public operation that refuses nothing else still refuses foreign host names.
const errorsOf = ({ errors, access }: Route): readonly number[] =>
  access === 'public' ? (errors.length > 0 ? errors : [421]) : [401, ...errors];

const responses = (one: Route, writing: Writing): Json => {
  const { success } = one;
  const statuses = [...new Set(errorsOf(one))].sort();
  const told = success.type && { [success.type]: {} };
  return {
    [success.status]: {
      description: success.description,
      content: success.schema ? content(success.schema, writing) : told,
    },
    ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status, one, writing)])),
  };
};

const security = (one: Route): Json[] =>
  one.access === 'public'
    ? []
    : [
        ...(one.access === 'screen' ? [{ screenToken: [] }] : []),
        ...(one.access === 'favourite' ? [{ favouriteToken: [] }] : []),
        ...(one.access === 'credential' && takesToken(one.path) ? [{ apiToken: [] }] : []),
        { session: [] },
      ];

const operation = (one: Route, writer: SchemaWriter, reference: Reference): Json => {
  const place = `${one.method} ${one.path}`;
  // A test demands that the texts know every operation of the appliance.
  const [id, purpose] = reference.OPERATIONS[place] ?? [place, one.summary];
  const writing: Writing = { writer, reference, id };
  const parameters = [...pathParameters(one.path, writing), ...queryParameters(one.query, writing)];
  return {
    operationId: id,
    summary: one.summary,
    description: one.deprecated ? `${purpose} Superseded by \`${one.deprecated.successor}\`.` : purpose,
    tags: [one.tag],
    deprecated: one.deprecated ? true : undefined,
    parameters: parameters.length > 0 ? parameters : undefined,
    ...requestBody(one, writing),
    responses: responses(one, writing),
    security: security(one),
  };
};

const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  screenToken: { type: 'http', scheme: 'bearer', description: 'The token of a paired screen, for its boards.' },
  favouriteToken: { type: 'http', scheme: 'bearer', description: 'The token of a favourite, for that one alone.' },
  apiToken: { type: 'http', scheme: 'bearer', description: 'The API token, for scripts.' },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'The session that a login gives.' },
};

const INFO = {
  description:
    'Drives split-flap displays: messages, pages with live data, schedules, and the settings of the ' +
    'appliance. Addresses are relative to `/api`. Whatever an operation declares, it also answers 400 (JSON that does ' +
    'not parse), 403 (a foreign origin), 409 (nobody has chosen whether there is a login), 413, 415 (a body that is too ' +
    'large, or not JSON), 421 (a foreign host name), 500 (a broken disk) and 503 (too busy, or a damaged account file).',
  contact: { name: 'flapbox' },
  license: { name: 'MIT', identifier: 'MIT' },
};

// The same address with a slash behind it is no operation of its own.
const isTwin = ({ path }: Route, paths: ReadonlySet<string>): boolean =>
  path.endsWith('/') && paths.has(path.slice(0, -1));

const describeTags = (routes: readonly Route[], { TAGS }: Reference): Json[] =>
  [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] }));

/** The OpenAPI 3.1 document of some routes, as compact JSON; paths are relative to `/api`. */
const describeRoutes = (routes: readonly Route[], title: string, version: string): string => {
  // Loaded when somebody asks for the document.
  const reference = require('./reference.ts') as Reference;
  const writer = createSchemaWriter(reference);
  const paths: Record<string, Json> = {};
  const known = new Set(routes.map(({ path }) => path));
  const schemes = new Set(routes.flatMap((one) => security(one).flatMap(Object.keys)));
  for (const one of routes.filter((each) => !isTwin(each, known)))
    (paths[one.path] ??= {})[one.method.toLowerCase()] = operation(one, writer, reference);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version, ...INFO },
    servers: [{ url: '/api' }],
    tags: describeTags(routes, reference),
    paths,
    components: { schemas: writer.components(), securitySchemes: onlyKeys(SECURITY_SCHEMES, schemes) },
  });
};

/** How long a document stays in memory after somebody has asked for it: a megabyte of text. */
const KEPT_MS = 5 * MINUTE_MS;

/** `/openapi.json` and `/internal/openapi.json`, made at the first request from whatever `routes` answers then. */
export const openapiRoutes = (
  routes: () => readonly Route[],
  version: string,
  clock: Pick<Clock, 'after'>,
): Route[] => {
  const versioned = createKept(clock, KEPT_MS, () =>
    describeRoutes(
      routes().filter(({ surface }) => surface !== 'internal'),
      'flapbox',
      version,
    ),
  );
  const all = createKept(clock, KEPT_MS, () => describeRoutes(routes(), 'flapbox, every operation', version));
  const success = { status: 200, type: JSON_TYPE, description: 'An OpenAPI 3.1 document.' } as const;
  const route = routesIn({ surface: 'internal', tag: 'reference', success });
  return [
    route('GET /openapi.json', {
      access: 'public',
      summary: 'Description of the versioned operations',
      handle: () => replyJsonText(200, versioned()),
    }),
    route('GET /internal/openapi.json', {
      access: 'credential',
      summary: 'Description of every operation',
      handle: () => replyJsonText(200, all()),
    }),
  ];
};

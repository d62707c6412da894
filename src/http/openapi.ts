import { STATUS_CODES } from 'node:http';
import type { GenericSchema } from 'valibot';
import { ErrorSchema, ValidationErrorSchema } from '../schema/error.ts';
import { takesToken } from '../service/auth/gate.ts';
import { SESSION_COOKIE } from './access.ts';
import { createSchemaWriter, type SchemaWriter } from './openapi-schemas.ts';
import { replyJsonText } from './reply.ts';
import { route, type Route } from './route.ts';

type Json = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const OPTIONAL = ['optional', 'nullish', 'exact_optional', 'undefinedable'];

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({ name: match[1], in: 'path', required: true, schema: { type: 'string' } }));

const queryParameters = (schema: GenericSchema | undefined, writer: SchemaWriter): Json[] => {
  const entries = schema && 'entries' in schema ? (schema.entries as Record<string, GenericSchema>) : {};
  return Object.entries(entries).map(([name, one]) => ({ name, in: 'query', required: !OPTIONAL.includes(one.type), schema: writer.writeQuery(one) }));
};

const content = (schema: GenericSchema, writer: SchemaWriter): Json => ({ [JSON_TYPE]: { schema: writer.write(schema) } });

const ANY_BYTES = { required: true, content: { 'application/octet-stream': {} } };

const requestBody = ({ body, bodyOptional, streamedBody }: Route, writer: SchemaWriter): Json =>
  streamedBody ? { requestBody: ANY_BYTES } : body ? { requestBody: { required: bodyOptional !== true, content: content(body, writer) } } : {};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };

const errorResponse = (status: number, writer: SchemaWriter): Json => ({
  description: STATUS_CODES[status] ?? 'Error',
  ...(status === 429 ? { headers: RETRY_AFTER } : {}),
  content: content(status === 422 ? ValidationErrorSchema : ErrorSchema, writer),
});

const responses = ({ success, errors, access }: Route, writer: SchemaWriter): Json => {
  const statuses = [...new Set(access === 'public' ? errors : [401, ...errors])].sort();
  const body = success.schema ? { content: content(success.schema, writer) } : {};
  return {
    [success.status]: { description: success.description, ...body },
    ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status, writer)])),
  };
};

const security = (one: Route): Json[] => (one.access === 'public' ? [] : [...(one.access === 'credential' && takesToken(one.path) ? [{ apiToken: [] }] : []), { session: [] }]);

const operationId = ({ method, path }: Route): string =>
  method.toLowerCase() + path.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + (path.endsWith('/') ? 'Root' : '');

const operation = (one: Route, writer: SchemaWriter): Json => {
  const parameters = [...pathParameters(one.path), ...queryParameters(one.query, writer)];
  return {
    operationId: operationId(one),
    summary: one.summary,
    tags: [one.tag],
    ...(one.deprecated ? { deprecated: true, description: `Superseded by \`${one.deprecated.successor}\`.` } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(one, writer),
    responses: responses(one, writer),
    security: security(one),
  };
};

const SECURITY_SCHEMES = {
  apiToken: { type: 'http', scheme: 'bearer', description: 'The API token, for scripts.' },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'The session that a login gives.' },
};

/** The OpenAPI 3.1 document of some routes, as compact JSON; paths are relative to `/api`. */
export const describeRoutes = (routes: readonly Route[], title: string, version: string): string => {
  const writer = createSchemaWriter();
  const paths: Record<string, Json> = {};
  for (const one of routes) (paths[one.path] ??= {})[one.method.toLowerCase()] = operation(one, writer);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/api' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: writer.components(), securitySchemes: SECURITY_SCHEMES },
  });
};

const once = (make: () => string): (() => string) => {
  let made: string | undefined;
  return () => (made ??= make());
};

/** `/openapi.json` and `/internal/openapi.json`, made at the first request from whatever `routes` answers then. */
export const openapiRoutes = (routes: () => readonly Route[], version: string): Route[] => {
  const versioned = once(() => describeRoutes(routes().filter(({ surface }) => surface !== 'internal'), 'flapbox', version));
  const all = once(() => describeRoutes(routes(), 'flapbox, every operation', version));
  const common = { method: 'GET', surface: 'internal', tag: 'reference', success: { status: 200, description: 'An OpenAPI 3.1 document.' }, errors: [] } as const;
  return [
    route({ ...common, path: '/openapi.json', access: 'public', summary: 'Description of the versioned operations', handle: () => replyJsonText(200, versioned()) }),
    route({ ...common, path: '/internal/openapi.json', access: 'credential', summary: 'Description of every operation', handle: () => replyJsonText(200, all()) }),
  ];
};

import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { createRouteTable } from '../../src/http/route-table.ts';
import type { Route } from '../../src/http/route.ts';
import { ErrorSchema, ValidationErrorSchema } from '../../src/schema/error.ts';

/** Statuses of the checks before any route: credentials, origin, host, size and type of the body. */
const BEFORE_ROUTES = [401, 403, 413, 415, 421];
/**
 * What else the checks before a route say: bytes that are no JSON or too much of it, an address that is none, and an
 * appliance without an account.
 */
const UNREADABLE =
  /^(?:The body is not valid JSON(?:: it is cut off)?\.|The body has more than \d+ .*\.|The address has a malformed escape sequence\.)$/;
const UnreadableSchema = v.object({ detail: v.pipe(v.string(), v.regex(UNREADABLE)) });
const SetupSchema = v.object({ ...ErrorSchema.entries, setup_required: v.boolean(), first_run: v.boolean() });

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

// What a parse gives has every declared member and no other: an answer that differs from it is not what its route
// declares.
const assertForm = (schema: v.GenericSchema, body: unknown, where: string): void => {
  const parsed = v.safeParse(schema, body);
  assert.ok(
    parsed.success,
    `${where} ${JSON.stringify(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message]))}`,
  );
  assert.equal(parsed.output, body, `${where}: members that are not declared`);
};

const isDeclared = ({ errors }: Route, { status, body }: Answered): boolean =>
  errors.includes(status) ||
  BEFORE_ROUTES.includes(status) ||
  (status === 400 && v.is(UnreadableSchema, body)) ||
  (status === 409 && v.is(SetupSchema, body));

const assertError = (route: Route, answer: Answered, where: string): void => {
  assert.ok(isDeclared(route, answer), `${where}: not declared`);
  const declared = route.errorBodies?.[answer.status];
  if (declared) assertForm(declared, answer.body, where);
  if (answer.status === 422) return assertForm(ValidationErrorSchema, answer.body, where);
  const { detail } = answer.body as { detail?: unknown };
  assert.ok(typeof detail === 'string' && detail !== '', `${where}: a sentence says what is wrong`);
  assert.not.match(where, /\\n\s+at |node_modules|\/tmp\/|\.cjs/, `${where}: nothing of the machine`);
};

const assertType = ({ success }: Route, { status, headers }: Answered, where: string): void => {
  const type = headers.get('content-type') ?? '';
  if (status !== success.status || type === '') return;
  const declared = success.schema ? 'application/json' : success.type;
  assert.ok(declared === '*/*' || type.split(';')[0] === declared, `${where}: ${type} is not what is declared`);
};

/** A check of answers against what their routes declare, as both API documents are made from it. */
export const createAnswerCheck = (
  routes: readonly Route[],
): ((method: string, path: string, answer: Answered) => void) => {
  const table = createRouteTable(routes);
  return (method, path, answer) => {
    const match = table.find(method, path.split('?')[0] ?? '');
    if (match.kind === 'route') assertType(match.route, answer, `${method} ${path}`);
    if (match.kind !== 'route' || !(answer.headers.get('content-type') ?? '').includes('json')) return;
    const where = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 600);
    if (answer.status >= 400) return assertError(match.route, answer, where);
    const { success } = match.route;
    assert.is(answer.status, success.status, where);
    if (success.schema) assertForm(success.schema, answer.body, where);
  };
};

import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { createRouteTable } from '../../src/http/route-table.ts';
import type { Route } from '../../src/http/route.ts';

/** Statuses that the server gives before a route is asked. */
const ANYWHERE = [400, 401, 403, 409, 413, 415, 421];

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Whether every member of a value is declared: nothing was left out by its schema. */
const assertDeclared = (schema: v.GenericSchema, body: unknown, where: string): void => {
  const parsed = v.safeParse(schema, body);
  assert.ok(parsed.success, `${where} ${JSON.stringify(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message]))}`);
  assert.equal(parsed.output, body, `${where}: members that are not declared`);
};

const assertError = (route: Route, { status, body }: Answered, where: string): void => {
  const detail = (body as { detail?: unknown } | null)?.detail;
  assert.ok(route.errors.includes(status) || ANYWHERE.includes(status) || status === 404 || status === 422, `${where}: not declared`);
  assert.ok(status === 422 ? Array.isArray(detail) && detail.length > 0 : typeof detail === 'string' && detail !== '', where);
};

/** A check of answers against what their routes declare, as both API documents are made from it. */
export const createAnswerCheck = (routes: readonly Route[]): ((method: string, path: string, answer: Answered) => void) => {
  const table = createRouteTable(routes);
  return (method, path, answer) => {
    const match = table.find(method, path.split('?')[0] ?? '');
    if (match.kind !== 'route' || !(answer.headers.get('content-type') ?? '').includes('json')) return;
    const where = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 600);
    if (answer.status >= 400) return assertError(match.route, answer, where);
    const { success } = match.route;
    assert.is(answer.status, success.status, where);
    if (success.schema) assertDeclared(success.schema, answer.body, where);
  };
};

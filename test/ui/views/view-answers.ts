import * as v from 'valibot';
import { createRouteTable } from '../../../src/http/route-table.ts';
import type { Method, Route } from '../../../src/http/route.ts';

const WORDS = ['made', '2026-03-11T10:00:00Z', '2026-03-11', '10:00', '/made', 'http://made.local/', '1.0.0'];
const NUMBERS = [1, 0, 10, 100];

interface Form {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A value that fits a schema, and no more of it than must be there: lists are empty, what may be null is null. */
const sampleOf = (schema: v.GenericSchema): unknown => {
  const form = schema as unknown as Form;
  const of = (name: string): unknown => sampleOf(form[name] as v.GenericSchema);
  switch (form.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(form['entries'] as Record<string, v.GenericSchema>)
          .filter(([, { type }]) => type !== 'optional' && type !== 'nullish')
          .map(([name, member]) => [name, sampleOf(member)]),
      );
    case 'array':
      return [];
    case 'record':
      return {};
    case 'boolean':
      return true;
    case 'string':
      return WORDS.find((word) => v.is(schema, word));
    case 'number':
      return NUMBERS.find((number) => v.is(schema, number));
    case 'picklist':
    case 'enum':
      return (form['options'] as unknown[])[0];
    case 'literal':
      return form['literal'];
    case 'union':
    case 'variant':
      return sampleOf((form['options'] as v.GenericSchema[])[0] as v.GenericSchema);
    case 'lazy':
      return sampleOf((form['getter'] as (input: unknown) => v.GenericSchema)(undefined));
    default:
      return form['wrapped'] && form.type !== 'nullable' ? of('wrapped') : null;
  }
};

/**
 * What the service would say to a change, by what its routes declare: a sample of the answer, in which stands what was
 * `stored` there and what was `given`.
 */
export const createChangeAnswers = (routes: readonly Route[]) => {
  const table = createRouteTable(routes);
  return (method: Method, path: string, stored: object, given: object): unknown => {
    const match = table.find(method, path);
    const schema = match.kind === 'route' ? match.route.success.schema : undefined;
    if (!schema) return {};
    const sample = sampleOf(schema) as object;
    const made: unknown = { ...sample, ...stored, ...given };
    return v.is(schema, made) ? made : sample;
  };
};

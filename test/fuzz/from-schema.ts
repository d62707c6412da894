import type { Draw } from './draw.ts';
import { hostileNumber, hostileText, hostileValue } from './hostile.ts';

/** A schema as the API's documents have it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Named schemas of a document, and what is known of the running appliance. */
export interface Terms {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Values seen in answers, by the name of the member that held them. */
  readonly known: ReadonlyMap<string, readonly unknown[]>;
  /** What stands in members whose name says that they are secret. */
  readonly secret: string;
}

const MATCHING: readonly string[] = [
  '08:00',
  '23:59',
  '00:00',
  '12:30+00:00',
  '12-24',
  '02-29',
  '02-30',
  '2025-03-30',
  '2024-02-29',
  '99:99',
  '0,0',
  '2,1',
  'living-room',
  'a',
  'A1',
  '#ff8800',
  '1.2.3',
  '10.0.0.9',
];
const SECRET = /pass|secret|token|key|psk/i;
const DEEPEST = 9;

const listOf = (schema: JsonSchema, name: string): readonly JsonSchema[] | null =>
  Array.isArray(schema[name]) ? (schema[name] as JsonSchema[]) : null;
const numberOf = (schema: JsonSchema, name: string, otherwise: number): number =>
  typeof schema[name] === 'number' ? schema[name] : otherwise;

/**
 * Draws values that fit a schema, at its edges often; `spoil` is the part of places that get something hostile instead.
 */
export const drawFrom = (schema: JsonSchema, draw: Draw, terms: Terms, spoil: number): unknown => {
  const value = (one: JsonSchema, name: string, depth: number): unknown => {
    if (draw.chance(spoil)) return hostileValue(draw);
    if (depth > DEEPEST) return null;
    if (typeof one['$ref'] === 'string')
      return value(terms.schemas[one['$ref'].split('/').at(-1) ?? ''] ?? {}, name, depth + 1);
    const forms = listOf(one, 'anyOf') ?? listOf(one, 'oneOf');
    if (forms) return value(draw.pick(forms), name, depth + 1);
    const all = listOf(one, 'allOf');
    if (all) return Object.assign({}, ...all.map((part) => value(part, name, depth + 1)));
    if ('const' in one) return one['const'];
    if (Array.isArray(one['enum'])) return draw.pick(one['enum'] as unknown[]);
    return ofType(one, name, depth);
  };
  const ofType = (one: JsonSchema, name: string, depth: number): unknown => {
    switch (Array.isArray(one['type']) ? draw.pick(one['type'] as string[]) : one['type']) {
      case 'object':
        return members(one, depth);
      case 'array':
        return items(one, name, depth);
      case 'string':
        return text(one, name);
      case 'integer':
      case 'number':
        return number(one);
      case 'boolean':
        return draw.chance(0.5);
      case 'null':
        return null;
      default:
        return draw.chance(0.5) ? hostileValue(draw) : { value: draw.pick(MATCHING) };
    }
  };
  const members = (one: JsonSchema, depth: number): unknown => {
    const properties = (one['properties'] ?? {}) as Record<string, JsonSchema>;
    const required = new Set((one['required'] ?? []) as string[]);
    const made: Record<string, unknown> = {};
    // Bodies with many optional members are mostly changes of a few of them.
    const part = draw.pick([0.1, 0.4, 0.9, 1]);
    for (const [name, schema] of Object.entries(properties)) {
      if (required.has(name) ? !draw.chance(spoil / 2) : draw.chance(part)) made[name] = value(schema, name, depth + 1);
    }
    const further = one['additionalProperties'];
    if (further && typeof further === 'object')
      for (let i = draw.integer(0, 3); i > 0; i--)
        made[draw.chance(0.5) ? draw.pick(MATCHING) : hostileText(draw)] = value(further as JsonSchema, '', depth + 1);
    if (draw.chance(spoil)) made[hostileText(draw)] = hostileValue(draw);
    return made;
  };
  const items = (one: JsonSchema, name: string, depth: number): unknown[] => {
    const least = numberOf(one, 'minItems', 0);
    const most = Math.min(numberOf(one, 'maxItems', 8), draw.pick([1, 3, 6, 22]));
    const form = (one['items'] ?? {}) as JsonSchema;
    return draw.list(least, Math.max(least, most), () => value(form, name, depth + 1));
  };
  const text = (one: JsonSchema, name: string): string => {
    if (SECRET.test(name)) return terms.secret;
    const kind = /(\w+?)_ids?$/.exec(name)?.[1];
    const seen =
      terms.known.get(name) ?? terms.known.get(`id of ${kind}s`) ?? terms.known.get(name === 'ids' ? 'id' : '');
    if (seen && seen.length > 0 && draw.chance(0.6)) return String(draw.pick(seen));
    if (typeof one['pattern'] === 'string') {
      const form = new RegExp(one['pattern'], 'u');
      const fitting = MATCHING.filter((word) => form.test(word));
      if (fitting.length > 0) return draw.pick(fitting);
    }
    if (one['format'] === 'date-time')
      return draw.pick([
        '2025-01-01T00:00:00Z',
        '1970-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59Z',
        new Date(Date.now() + 60_000).toISOString(),
      ]);
    const most = numberOf(one, 'maxLength', 200);
    const word = draw.chance(0.3) ? hostileText(draw) : draw.pick(MATCHING);
    return word.slice(0, most).padEnd(numberOf(one, 'minLength', 0), 'x');
  };
  const number = (one: JsonSchema): number => {
    const [from, to] = [numberOf(one, 'minimum', -1e6), numberOf(one, 'maximum', 1e6)];
    if (draw.chance(0.3)) return draw.pick([from, from, to, to, from - 1, to + 1]);
    return draw.chance(0.03)
      ? hostileNumber(draw)
      : one['type'] === 'integer'
        ? draw.integer(from, to)
        : from + draw.next() * (to - from);
  };
  return value(schema, '', 0);
};

import { ageOf, textCost, type RenderContext, type TemplateSource } from './context.ts';

/** A name taken apart: the source's key, and the steps from its data to a value. */
export interface Path {
  readonly key: string;
  readonly steps: readonly string[];
}

/**
 * What a path leads to: a value that is neither null nor undefined, its source, and the data keys on the way joined by
 * dots.
 */
export type Lookup =
  | { readonly found: true; readonly value: unknown; readonly source: TemplateSource; readonly field: string }
  | { readonly found: false; readonly isOld: boolean };

const MISSING: Lookup = { found: false, isOld: false };
const OLD: Lookup = { found: false, isOld: true };
/** The field that every source has: minutes since its data were read. */
const AGE = 'age';
/** No entity id is longer (a rule of Home Assistant). */
const MOST_ENTITY_ID = 255;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Own value of a key, or undefined; never what an object inherits, nor the keys through which prototypes are reached.
 */
export const ownValue = (object: object, key: string): unknown =>
  Object.hasOwn(object, key) && !FORBIDDEN.has(key) ? (object as Record<string, unknown>)[key] : undefined;

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** The key under which an object has a value: the name as written, else in lower case. */
const keyOf = (object: object, name: string): string => (isMissing(ownValue(object, name)) ? name.toLowerCase() : name);

/**
 * The field of an object, its name as written or in lower case, or the item of a list at a position from 0; undefined
 * when there is none.
 */
export const fieldOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
  return typeof value === 'object' && value !== null ? ownValue(value, keyOf(value, name)) : undefined;
};

const SMALL = 64;
const sizes = new WeakMap<object, number>();

/** How many members an object has; of a large one they are counted once, for that takes as long as it is large. */
export const sizeOf = (object: object): number => {
  const known = sizes.get(object);
  if (known !== undefined) return known;
  const size = Object.keys(object).length;
  if (size > SMALL) sizes.set(object, size);
  return size;
};

/** Takes `source.field.more` apart; `a.list[0].b` and `a.list.[0].b` are `a.list.0.b`. */
export const parsePath = (path: string): Path => {
  const [key = '', ...steps] = path.replace(/\.?\[(\d{1,9})\]/g, '.$1').split('.');
  return { key: key.toLowerCase(), steps };
};

const walk = (start: unknown, source: TemplateSource, before: string, steps: readonly string[]): Lookup => {
  let value = start;
  let field = before;
  for (const step of steps) {
    const container = value;
    value = fieldOf(container, step);
    if (isMissing(value)) return MISSING;
    const key = Array.isArray(container) ? step : keyOf(container as object, step);
    field = field === '' ? key : `${field}.${key}`;
  }
  return { found: true, value, source, field };
};

/** An entity's own state first, then its attributes, then its other members. */
const walkEntity = (entity: object, source: TemplateSource, id: string, steps: readonly string[]): Lookup => {
  const attributes = ownValue(entity, 'attributes');
  const places = steps[0]?.toLowerCase() === 'state' ? [entity, attributes] : [attributes, entity];
  for (const place of places) {
    const result = walk(place, source, id, steps);
    if (result.found) return result;
  }
  return MISSING;
};

/** `media_player_den` may stand for `media.player_den` or `media_player.den`: each underscore is tried as the dot. */
const lookupEntity = (
  source: TemplateSource,
  name: string,
  steps: readonly string[],
  context: RenderContext,
): Lookup => {
  if (name.length > MOST_ENTITY_ID) return MISSING;
  for (let at = name.indexOf('_'); at >= 0; at = name.indexOf('_', at + 1)) {
    context.budget.spend(textCost(name.length));
    const id = keyOf(source.data, `${name.slice(0, at)}.${name.slice(at + 1)}`);
    const entity = ownValue(source.data, id);
    const result = typeof entity === 'object' && entity !== null ? walkEntity(entity, source, id, steps) : MISSING;
    if (result.found) return result;
  }
  return MISSING;
};

const withoutValue = (source: TemplateSource, { steps }: Path, { now }: RenderContext): Lookup => {
  if (steps.length === 1 && steps[0]?.toLowerCase() === AGE)
    return { found: true, value: ageOf(source, now), source, field: AGE };
  return source.isOld ? OLD : MISSING;
};

/**
 * What a path names in the context's data. The source ignores case and may be an instance (`plugin:label`); each step
 * is tried as written, then in lower case; a number is a position in a list. Not found: no step at all, an absent
 * source, and anything missing or null on the way. A source without a field `age` has its age in minutes under it.
 */
export const follow = (path: Path, context: RenderContext): Lookup => {
  context.budget.spend(1 + path.steps.length / 2);
  const source = path.steps.length > 0 ? context.source(path.key) : undefined;
  if (!source) return MISSING;
  const plain = walk(source.data, source, '', path.steps);
  const [entity = '', ...rest] = path.steps;
  if (plain.found) return plain;
  const found = source.entityLookup && rest.length > 0 ? lookupEntity(source, entity, rest, context) : plain;
  return found.found ? found : withoutValue(source, path, context);
};

/** What `source.field.more` names in the context's data: `parsePath`, then `follow`. */
export const lookup = (path: string, context: RenderContext): Lookup => follow(parsePath(path), context);

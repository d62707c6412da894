import type { GenericSchema } from 'valibot';

// The members of valibot's schemas that tell their shape; each kind of schema has some of them.
interface Shape {
  readonly type: string;
  readonly wrapped?: GenericSchema;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly item?: GenericSchema;
  readonly value?: GenericSchema;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly { readonly type: string }[];
}

/** A step into a value: a member's name or an element's index. */
export type Step = string | number;

const shapeOf = (schema: GenericSchema): Shape => {
  const shape = schema as Shape;
  return shape.wrapped ? shapeOf(shape.wrapped) : shape;
};

const isObject = ({ type }: Shape): boolean => /(?:^|_)object$|^object_|^record$/.test(type);

const memberAt = (shape: Shape, step: Step): GenericSchema | undefined => {
  if (typeof step === 'number') return shape.item;
  return shape.entries && Object.hasOwn(shape.entries, step)
    ? shape.entries[step]
    : isObject(shape)
      ? shape.value
      : undefined;
};

const reaches = new WeakMap<Shape, boolean>();

// Whether an object lies anywhere below: a large grid of numbers needs no look at its cells.
const holdsObject = (schema: GenericSchema | undefined): boolean => {
  if (!schema) return false;
  const shape = shapeOf(schema);
  const known = reaches.get(shape);
  if (known !== undefined) return known;
  const holds = isObject(shape) || holdsObject(shape.item);
  reaches.set(shape, holds);
  return holds;
};

/** Where a value has a list though the schema wants an object there, which valibot lets pass; null when nowhere. */
export const findListForObject = (schema: GenericSchema, value: unknown): Step[] | null => {
  if (typeof value !== 'object' || value === null || !holdsObject(schema)) return null;
  const shape = shapeOf(schema);
  if (Array.isArray(value) && isObject(shape)) return [];
  const steps = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const step of steps) {
    const member = memberAt(shape, step);
    const found = member ? findListForObject(member, (value as Record<Step, unknown>)[step]) : null;
    if (found) return [step, ...found];
  }
  return null;
};

/** Whether the number at a place must be whole. */
export const wantsInteger = (schema: GenericSchema, path: readonly Step[]): boolean => {
  const shape = shapeOf(schema);
  const [step, ...rest] = path;
  if (shape.type === 'union' && !shape.pipe)
    return (shape.options ?? []).some((option) => wantsInteger(option as GenericSchema, path));
  if (step === undefined) return shape.pipe?.some(({ type }) => type === 'integer' || type === 'safe_integer') ?? false;
  const member = memberAt(shape, step);
  return member ? wantsInteger(member, rest) : false;
};

import * as v from 'valibot';
import {
  AddressSchema,
  BrokerAddressSchema,
  DeviceTopicSchema,
  HostSchema,
  SecretSchema,
  integerBetween,
  integerFrom,
  maybe,
} from '../common.ts';

const PORTS = ['serial', 'i2c', 'spi', 'pins', 'screen'] as const;
const INPUTS = ['text', 'long_text', 'secret', 'number', 'decimal', 'numbers', 'choice', 'switch'] as const;

/** What the owner and the reader of the API are told of a field of a panel's connection. */
export interface FieldNotes {
  /** Its label in a form. */
  readonly title: string;
  /** What it means, as a sentence of the API reference. */
  readonly description: string;
  /** A sentence below it in a form. */
  readonly hint?: string;
  /** Whether the driver cannot do without it. */
  readonly required?: boolean;
  /** What a form begins with. */
  readonly usual?: string | number;
  /**
   * What it says of the place that the password goes to: a stored one goes to no other. A `host` lies in the home
   * network (rules, B3).
   */
  readonly destination?: Destination;
  /** Which ports of the machine are offered for it: pins of its header are shown on a picture. */
  readonly ports?: (typeof PORTS)[number];
  /** For several pins: what the wires of one device are called, in the order in which they are listed. */
  readonly wires?: readonly string[];
}

/** A part of where a connection leads: a host with or without a port, a port, or the address of a broker. */
export type Destination = 'host' | 'port' | 'address';

/** What a form needs beside the title. It is no part of a JSON schema, which knows nothing of forms. */
interface FormNotes extends Omit<FieldNotes, 'title' | 'description'> {
  readonly input: (typeof INPUTS)[number];
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

interface FormAction<TValue> extends v.BaseMetadata<TValue> {
  readonly type: 'form';
  readonly notes: FormNotes;
}

const drawn = <TValue>(notes: FormNotes): FormAction<TValue> => ({
  kind: 'metadata',
  type: 'form',
  reference: drawn,
  notes,
});

const field = <TSchema extends v.GenericSchema>(
  schema: TSchema,
  { title, description, ...notes }: FieldNotes,
  form: Omit<FormNotes, keyof FieldNotes>,
) => v.pipe(maybe(schema), v.title(title), v.description(description), drawn({ ...notes, ...form }));

const schemaOf = ({ destination }: FieldNotes) =>
  destination === 'host' ? HostSchema : destination === 'address' ? BrokerAddressSchema : AddressSchema;

/** One line of text within bounds, those of an address unless given: a host, a path. */
export const textField = (
  notes: FieldNotes,
  schema: ReturnType<typeof schemaOf> | typeof SecretSchema | typeof DeviceTopicSchema = schemaOf(notes),
) => field(schema, notes, { input: 'text' });

/** A topic at which a device is reached, or one below which its topics lie. */
export const topicField = (notes: FieldNotes) => textField(notes, DeviceTopicSchema);

/** A text of several lines with up to `most` characters. */
export const longTextField = (notes: FieldNotes, most: number) =>
  field(v.pipe(v.string(), v.maxLength(most)), notes, { input: 'long_text' });

/** A password: masked in answers and encrypted on the disk, which holds for the field named `password` alone. */
export const secretField = (notes: FieldNotes) => field(SecretSchema, notes, { input: 'secret' });

/** A whole number from `min` on, to `max` where there is one. */
export const numberField = (notes: FieldNotes, min: number, max?: number) =>
  field(max === undefined ? integerFrom(min) : integerBetween(min, max), notes, {
    input: 'number',
    min,
    ...(max === undefined ? {} : { max }),
  });

/** A number from `min` to `max` that may have decimals. */
export const decimalField = (notes: FieldNotes, min: number, max: number) =>
  field(v.pipe(v.number(), v.minValue(min), v.maxValue(max)), notes, { input: 'decimal', min, max });

/** A list of whole numbers from `min` to `max`, as of pins, with up to `most` of them. */
export const numbersField = (notes: FieldNotes, min: number, max: number, most: number) =>
  field(v.pipe(v.array(integerBetween(min, max)), v.maxLength(most)), notes, { input: 'numbers', min, max });

/** One of several words; `choices` has the label of each. */
export const choiceField = <const TValue extends string>(
  notes: FieldNotes,
  choices: readonly (readonly [value: TValue, label: string])[],
) => field(v.picklist(choices.map(([value]) => value)), notes, { input: 'choice', choices });

/** On or off. */
export const switchField = (notes: FieldNotes) => field(v.boolean(), notes, { input: 'switch' });

/** The fields of a driver's connection, by wire name. */
export type ConnectionEntries = Readonly<Record<string, ReturnType<typeof field>>>;

/** What a driver finds in its connection. */
export type ConnectionOf<TEntries extends ConnectionEntries> = v.InferOutput<v.ObjectSchema<TEntries, undefined>>;

const notesOf = ({ pipe: [, , , { notes }] }: ConnectionEntries[string]): FormNotes => notes;

/** A field as a form draws it. */
export const ConnectionFieldSchema = v.object({
  /** Name of the field in `connection`. */
  name: v.string(),
  /** Label of the field. */
  title: v.string(),
  /** A sentence that helps to fill it in; null without one. */
  hint: v.nullable(v.string()),
  /**
   * How it is filled in: with a line of text, a longer text, a secret, a whole number, a number with decimals,
   * several numbers, one of its choices, or a switch.
   */
  input: v.picklist(INPUTS),
  /** Whether the driver cannot do without it. */
  required: v.boolean(),
  /** What a form begins with; null for nothing. */
  usual: v.nullable(v.union([v.string(), v.number()])),
  /** The least number; null where there is none. */
  min: v.nullable(v.number()),
  /** The highest number; null where there is none. */
  max: v.nullable(v.number()),
  /** What can be chosen; empty where it is typed. */
  choices: v.array(
    v.object({
      /** The word for it in `connection`. */
      value: v.string(),
      /** Its name for people. */
      label: v.string(),
    }),
  ),
  /** Which ports of the machine can be put there; null for none. */
  ports: v.nullable(v.picklist(PORTS)),
  /**
   * For several pins: what the wires of one module are called, in the order in which the pins are listed; otherwise
   * empty.
   */
  wires: v.array(v.string()),
});
/** A field as a form draws it. */
export type ConnectionField = v.InferOutput<typeof ConnectionFieldSchema>;

/** How a form draws the fields of a connection, in their order. */
export const formOf = (entries: ConnectionEntries): ConnectionField[] =>
  Object.entries(entries).map(([name, schema]) => {
    const notes = notesOf(schema);
    const { input, hint = null, required = false, usual = null, min = null, max = null, ports = null } = notes;
    const choices = (notes.choices ?? []).map(([value, label]) => ({ value, label }));
    const wires = [...(notes.wires ?? [])];
    return { name, title: v.getTitle(schema) ?? name, hint, input, required, usual, min, max, choices, ports, wires };
  });

/** The fields of a connection that say where it leads, with what each of them says. */
export const destinationsIn = (entries: ConnectionEntries): (readonly [name: string, says: Destination])[] =>
  Object.entries(entries).flatMap(([name, schema]) => {
    const { destination } = notesOf(schema);
    return destination ? [[name, destination] as const] : [];
  });

type All<TUnion> = (TUnion extends unknown ? (one: TUnion) => void : never) extends (all: infer TAll) => void
  ? TAll
  : never;

/**
 * The fields of all drivers in one. Drivers that share a name share the field: throws an `Error` where they would take
 * different values under it.
 */
export const mergeConnections = <TEntries extends ConnectionEntries>(all: readonly TEntries[]): All<TEntries> => {
  const merged: Record<string, ReturnType<typeof field>> = {};
  const valuesOf = (schema: ReturnType<typeof field>): string => {
    const { input, min, max, choices } = notesOf(schema);
    return JSON.stringify([input, min, max, choices]);
  };
  for (const entries of all)
    for (const [name, schema] of Object.entries(entries)) {
      const shared = (merged[name] ??= schema);
      if (shared !== schema && valuesOf(shared) !== valuesOf(schema))
        throw new Error(`Two drivers take different values as "${name}" of their connection.`);
    }
  return merged as All<TEntries>;
};

/** The same fields as they are stored and answered: what was written under earlier bounds stays readable. */
export const withoutBounds = <TEntries extends ConnectionEntries>(entries: TEntries): TEntries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => {
      const notes = notesOf(schema);
      const told = { title: v.getTitle(schema) ?? '', description: v.getDescription(schema) ?? '' };
      const isBounded = notes.input === 'text' || notes.input === 'secret';
      return [name, isBounded ? field(v.string(), told, notes) : schema];
    }),
  ) as unknown as TEntries;

import * as v from 'valibot';
import { bareHost, brokerAddress } from '../core/pasted-address.ts';
import { DEVICE_TOPIC } from '../core/topic.ts';
import {
  LONGEST_ADDRESS,
  LONGEST_ID,
  LONGEST_SECRET,
  WALL_ROWS,
  WALL_COLS,
  LONGEST_NAME,
  FLAP_CODES,
  PORTS,
} from './limits.ts';

/** A whole number. */
export const whole = () => v.pipe(v.number(), v.integer());

/** An integer within inclusive bounds; booleans, fractions and numeric text are refused. */
export const integerBetween = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** An integer of at least `min`. */
export const integerFrom = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min));

/**
 * A text of up to `most` characters; one outside the basic plane, such as most emoji, is one character, as in JSON
 * Schema.
 */
export const mostCharacters = (most: number): v.MaxLengthAction<string, number, undefined> => {
  const units = v.maxLength<string, number>(most);
  return {
    ...units,
    '~run': (dataset, config) =>
      dataset.typed && Array.from(dataset.value).length <= most ? dataset : units['~run'](dataset, config),
  };
};

/** Rows of a panel. */
export const GridRowsSchema = integerBetween(...WALL_ROWS);
/** Columns of a panel. */
export const GridColsSchema = integerBetween(...WALL_COLS);

/** The name of a board, page or collection: 1 to 100 characters. */
export const NameSchema = v.pipe(v.string(), v.minLength(1), mostCharacters(LONGEST_NAME));

/** A word that names something, as an id. */
export const IdSchema = v.pipe(v.string(), v.maxLength(LONGEST_ID));

/** The address of a host or service. */
export const AddressSchema = v.pipe(v.string(), v.maxLength(LONGEST_ADDRESS));

/** A host with or without a port; of the address of a page, what is meant. */
export const HostSchema = v.pipe(AddressSchema, v.transform(bareHost));

/** The address of an MQTT broker; a host alone is one too. */
export const BrokerAddressSchema = v.pipe(AddressSchema, v.transform(brokerAddress));

/** A topic at which a device is reached, or one below which its topics lie; empty for none. */
export const DeviceTopicSchema = v.pipe(
  AddressSchema,
  v.regex(DEVICE_TOPIC, 'expected a topic such as home/kitchen, without # and +, not beginning with $'),
);

/** A port of TCP. */
export const portNumber = () => integerBetween(...PORTS);

/** A key or password. */
export const SecretSchema = v.pipe(v.string(), v.maxLength(LONGEST_SECRET));

/** A field that may be absent or null. */
export const maybe = <TSchema extends v.GenericSchema>(schema: TSchema) => v.optional(v.nullable(schema));

const toInteger = (text: string): number | string => (/^-?\d+$/.test(text) ? Number(text) : text);

/** An integer within inclusive bounds in a query string. */
export const queryInteger = (min: number, max: number) =>
  v.pipe(v.string(), v.transform(toInteger), v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** The entries of an object, each of which may be absent or null. */
export type MaybeEntries<T extends v.ObjectEntries> = {
  [Name in keyof T]: v.OptionalSchema<v.NullableSchema<T[Name], undefined>, undefined>;
};

/** Entries of which every one may be absent or null: a change, of which only what was sent applies. */
export const maybeEach = <T extends v.ObjectEntries>(entries: T): MaybeEntries<T> =>
  Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, maybe(schema)])) as MaybeEntries<T>;

/** A record with all members of a schema, in its order; null for those that are not given. */
export const completed = <T extends v.ObjectEntries>(
  { entries }: v.ObjectSchema<T, undefined>,
  given: Readonly<Record<string, unknown>>,
): v.InferOutput<v.ObjectSchema<T, undefined>> =>
  Object.fromEntries(Object.keys(entries).map((name) => [name, given[name] ?? null])) as v.InferOutput<
    v.ObjectSchema<T, undefined>
  >;

type Unbounded<T> = T extends { readonly pipe: readonly [infer First extends v.GenericSchema, ...unknown[]] }
  ? First
  : T;
/** The same members without their bounds, as they are stored: what was written under other bounds stays readable. */
export const unbounded = <T extends v.ObjectEntries>(entries: T) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [name, 'pipe' in schema ? (schema.pipe as unknown[])[0] : schema]),
  ) as { [Name in keyof T]: Unbounded<T[Name]> };

/** How many of these members a body has; null counts as absent. */
export const countSaid = (body: object, names: readonly string[]): number =>
  Object.entries(body).filter(([name, value]) => names.includes(name) && (value ?? null) !== null).length;

/** A member that a command does not know, in a sentence that tells which it knows. */
export const tellUnknown = (known: readonly string[]): string =>
  known.length === 0 ? 'Is not known: there is nothing to be given' : `Is not known. Known are: ${known.join(', ')}`;

/** The body of a command: a member that it does not know is refused by name (rules, H2). */
export const command = <T extends v.ObjectEntries>(entries: T) =>
  v.strictObject(entries, ({ expected, message }) =>
    expected === 'never' ? tellUnknown(Object.keys(entries)) : message,
  );

/** Members that an answer has and a change has not. */
type ToldEntries<TName extends string> = Record<TName, v.OptionalSchema<v.UnknownSchema, undefined>>;

/**
 * The body of a setting: a member that it does not know is refused by name (rules, H2). `told` names what only the
 * answer has: an answer that is sent back is taken, and those change nothing.
 */
export const setting = <T extends v.ObjectEntries, const TName extends string = never>(
  entries: T,
  told: readonly TName[] = [],
) => {
  const passing = Object.fromEntries(told.map((name) => [name, v.optional(v.unknown())])) as ToldEntries<TName>;
  return v.pipe(
    v.strictObject({ ...entries, ...passing }, ({ expected, message }) =>
      expected === 'never' ? tellUnknown(Object.keys(entries)) : message,
    ),
    v.transform(
      (body) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => !(name in passing))) as v.InferOutput<
          v.ObjectSchema<T, undefined>
        >,
    ),
  );
};

/** What a command takes that needs nothing: no body, or one without members. */
export const NOTHING = { body: command({}), bodyOptional: true } as const;

/** A flap code, 0 to 71 (rules, M8). */
export const CodeSchema = integerBetween(...FLAP_CODES);

const [LEAST_CODE, MOST_CODE] = FLAP_CODES;
const isCode = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= LEAST_CODE && (value as number) <= MOST_CODE;
const isCodeRows = (value: unknown): value is number[][] =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isCode));

const codeRows = v.array(v.array(CodeSchema));

/** A grid as nested rows of flap codes. */
export const CodeRowsSchema: typeof codeRows = {
  ...codeRows,
  // Each message and each stored frame has some hundred codes. Good ones are told by a look at each; the schema, which
  // makes an object for each, says of others what is wrong.
  '~run': (dataset, config) =>
    isCodeRows(dataset.value) ? { typed: true, value: dataset.value } : codeRows['~run'](dataset, config),
};

/** An ISO 8601 instant. */
export const InstantSchema = v.pipe(v.string(), v.isoTimestamp());

/**
 * The form of a moment: an ISO 8601 date, optionally with a time and an offset; a blank stands for a plus that was not
 * escaped.
 */
export const MOMENT =
  /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?(Z|[+ -]\d{2}:?\d{2})?\s*$/i;

/** A moment in a query string. */
export const MomentSchema = v.pipe(v.string(), v.regex(MOMENT, 'expected an ISO 8601 time, as 2026-03-01T08:00:00Z'));

/** Wall-clock time `HH:MM`; whether it exists on a clock is a rule, not a form (400, not 422). */
export const TimeOfDaySchema = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/, 'expected HH:MM'));

/** `MM-DD`. */
export const AnnualDateSchema = v.pipe(v.string(), v.regex(/^\d{2}-\d{2}$/, 'expected MM-DD'));

/** `YYYY-MM-DD`. */
export const DateSchema = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'expected YYYY-MM-DD'));

/** Any JSON object. */
export const JsonObjectSchema = v.record(v.string(), v.unknown());
/** Any JSON object, as a type. */
export type JsonObject = v.InferOutput<typeof JsonObjectSchema>;

/** Forms of a display whose size its type tells, with the notes of an array. */
export const VESTABOARD_TYPES = ['flagship', 'note', 'note_array'] as const;
/** Forms of a display (rules, B2). */
export const DeviceTypeSchema = v.picklist([...VESTABOARD_TYPES, 'panel']);
/** Forms of a display, as a type. */
export type DeviceType = v.InferOutput<typeof DeviceTypeSchema>;

/** Colours of flaps. */
export const BOARD_COLORS = ['black', 'white'] as const;
/** What flap 62 can show. */
export const CODE62_GLYPHS = ['degree', 'heart'] as const;

/** A cell of a grid, from 0. */
export interface Cell {
  readonly row: number;
  readonly col: number;
}

/** The members that fix a size: what a page and a board share, and the cells of a board that have a module. */
export interface Dimensions {
  device_type: DeviceType;
  notes_wide?: number | null | undefined;
  notes_tall?: number | null | undefined;
  grid_rows?: number | null | undefined;
  grid_cols?: number | null | undefined;
  code62_glyph?: (typeof CODE62_GLYPHS)[number] | undefined;
  panel?:
    | {
        readonly modules: readonly Cell[] | object;
        readonly driver?: string;
        readonly flaps?: string | readonly string[] | null;
      }
    | null
    | undefined;
}

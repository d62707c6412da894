import { toJsonSchemaDefs, type JsonSchema } from '@valibot/to-json-schema';
import { suite } from 'uvu';
import type { GenericSchema } from 'valibot';
import { SCHEMA_MODULES } from '../../src/schema/all.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import { assertRecorded } from '../support/recording.ts';

// The words, bounds, forms and usual values that clients were told, member by member. A change of one is a change of
// the contract, and is meant: `RECORD=1 node test/run.mjs schema/contract` writes them down anew.
const test = suite('schema/contract');

/** What is longer is told once. */
const LONG = 100;

const isSchema = (value: unknown): value is GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** Whether a value that is no schema can be told as it stands. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'function' && !(value instanceof RegExp) && !/"kind":"schema"/.test(JSON.stringify(value));

const exported: [string, unknown][] = [
  ...SCHEMA_MODULES.flatMap((module) => Object.entries(module)),
  ['defaultSettings()', defaultSettings()],
];
const converted = toJsonSchemaDefs(
  Object.fromEntries(exported.filter((entry): entry is [string, GenericSchema] => isSchema(entry[1]))),
  { typeMode: 'input', errorMode: 'ignore', overrideRef: ({ referenceId }) => referenceId },
);

type Form = JsonSchema | boolean;

const membersOf = ({ properties = {}, required = [] }: JsonSchema): [string, Form][] =>
  Object.entries(properties).map(([name, form]) => [required.includes(name) ? name : `${name}?`, form]);

/** The words and bounds of a form: all that JSON Schema says of it beside its type and what it consists of. */
const boundsOf = (form: JsonSchema): string => {
  const { type, properties, required, items, anyOf, additionalProperties, $ref, ...bounds } = form;
  return Object.keys(bounds).length === 0 ? '' : ` ${JSON.stringify(bounds)}`;
};

const write = (form: Form): string => {
  if (typeof form === 'boolean') return form ? 'anything' : 'nothing';
  const { type, items, anyOf, additionalProperties: others, $ref } = form;
  const inside =
    $ref ??
    anyOf?.map(write).join(' | ') ??
    (type === 'array'
      ? `[${write(items as Form)}]`
      : type === 'object'
        ? `{ ${[...membersOf(form), ...(others === undefined ? [] : [['...', others] as const])]
            .map(([name, one]) => `${name}: ${write(one)}`)
            .join(', ')} }`
        : String(type ?? ''));
  return inside + boundsOf(form);
};

const told = new Map<string, string>();
/** A line; a long text that an earlier one has is not repeated. */
const lineOf = (name: string, text: string): string => {
  const earlier = text.length > LONG ? told.get(text) : undefined;
  told.set(text, earlier ?? name);
  return `${name}: ${earlier === undefined ? text : `as ${earlier}`}`;
};

/** What has neither words nor bounds has its types to hold it. */
const isBound = (form: Form): boolean => /\{"/.test(write(form));

const lines = exported.flatMap(([name, value]) => {
  const schema = converted[name];
  if (!schema) {
    const content = value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value;
    return isPlain(content) ? [lineOf(name, JSON.stringify(content))] : [];
  }
  const members = membersOf(schema);
  const forms: [string, Form][] = members.length === 0 ? [['', schema]] : members;
  return forms
    .filter(([, form]) => isBound(form))
    .map(([member, form]) => lineOf(member === '' ? name : `${name}.${member}`, write(form)));
});

test('what is told and taken is what was recorded, and nothing else', () =>
  assertRecorded('schema/contract.txt', lines));

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import {
  choiceField,
  decimalField,
  destinationsIn,
  formOf,
  longTextField,
  mergeConnections,
  numberField,
  numbersField,
  secretField,
  switchField,
  textField,
  withoutBounds,
} from '../../src/schema/boards/connection-field.ts';

const test = suite('schema/connection-field');

const notes = (title: string) => ({ title, description: `${title}.` });
const FIELDS = {
  host: textField({ ...notes('Host'), hint: 'Such as wall.local', required: true }),
  port: numberField({ ...notes('Port'), usual: 80 }, 1, 65_535),
  pins: numbersField(notes('Pins'), 0, 27, 4),
  mode: choiceField(notes('Mode'), [
    ['wide', 'Side by side'],
    ['tall', 'On top of each other'],
  ]),
  ratio: decimalField(notes('Ratio'), 0.5, 9.5),
  password: secretField(notes('Password')),
  tls: switchField(notes('Encrypted')),
};

const takes = (entries: v.ObjectEntries, connection: object): boolean =>
  v.safeParse(v.object(entries), connection).success;

const VALUES: readonly (readonly [object, boolean])[] = [
  [{}, true],
  [{ host: null, port: null, pins: null, mode: null, tls: null }, true],
  [{ host: 'wall', port: 80, pins: [17, 27], mode: 'tall', tls: true }, true],
  [{ host: 5 }, false],
  [{ host: 'x'.repeat(5000) }, false],
  [{ port: 0 }, false],
  [{ port: 65_536 }, false],
  [{ port: '80' }, false],
  [{ pins: [28] }, false],
  [{ pins: [1, 2, 3, 4, 5] }, false],
  [{ ratio: 2.25 }, true],
  [{ ratio: 0.4 }, false],
  [{ ratio: 10 }, false],
  [{ mode: 'round' }, false],
  [{ tls: 'yes' }, false],
];
for (const [value, expected] of VALUES)
  test(`${JSON.stringify(value).slice(0, 40)} is ${expected ? 'taken' : 'refused'}`, () =>
    assert.is(takes(FIELDS, value), expected));

test('a form is told how each field is filled in', () => {
  const drawn = formOf(FIELDS);
  assert.equal(
    drawn.map(({ name, title, input }) => [name, title, input]),
    [
      ['host', 'Host', 'text'],
      ['port', 'Port', 'number'],
      ['pins', 'Pins', 'numbers'],
      ['mode', 'Mode', 'choice'],
      ['ratio', 'Ratio', 'decimal'],
      ['password', 'Password', 'secret'],
      ['tls', 'Encrypted', 'switch'],
    ],
  );
  assert.equal([drawn[0]?.hint, drawn[0]?.required, drawn[1]?.usual], ['Such as wall.local', true, 80]);
  assert.equal([drawn[2]?.min, drawn[2]?.max], [0, 27]);
  assert.equal(drawn[3]?.choices, [
    { value: 'wide', label: 'Side by side' },
    { value: 'tall', label: 'On top of each other' },
  ]);
});

test('a form is told what a field is for, and where it leads', () => {
  const entries = {
    host: textField({ ...notes('Host'), destination: 'host' }),
    broker: textField({ ...notes('Broker'), destination: 'address' }),
    port: numberField({ ...notes('Port'), destination: 'port' }, 1),
    pins: numbersField({ ...notes('Pins'), ports: 'pins', wires: ['A', 'B'] }, 0, 27, 2),
    certificate: longTextField(notes('Certificate'), 5),
  };
  const empty = { hint: null, required: false, usual: null, min: null, max: null, choices: [], ports: null, wires: [] };
  assert.equal(formOf(entries), [
    { ...empty, name: 'host', title: 'Host', input: 'text' },
    { ...empty, name: 'broker', title: 'Broker', input: 'text' },
    { ...empty, name: 'port', title: 'Port', input: 'number', min: 1 },
    { ...empty, name: 'pins', title: 'Pins', input: 'numbers', min: 0, max: 27, ports: 'pins', wires: ['A', 'B'] },
    { ...empty, name: 'certificate', title: 'Certificate', input: 'long_text' },
  ]);
  assert.equal(destinationsIn(entries), [
    ['host', 'host'],
    ['broker', 'address'],
    ['port', 'port'],
  ]);
  assert.ok(takes(entries, { certificate: 'x'.repeat(5), port: 100_000 }));
  assert.not.ok(takes(entries, { certificate: 'x'.repeat(6) }));
  assert.not.ok(takes(entries, { port: 0 }));
  const { output } = v.safeParse(v.object(entries), { host: 'http://wall.local/a', broker: 'hub.local' });
  assert.equal(output, { host: 'wall.local', broker: 'mqtt://hub.local' });
});

test('a password is stored without bounds too, and what is no text keeps its bounds', () => {
  const stored = withoutBounds(FIELDS);
  assert.ok(takes(stored, { password: 'x'.repeat(5000) }));
  assert.not.ok(takes(FIELDS, { password: 'x'.repeat(5000) }));
  assert.not.ok(takes(stored, { port: 0 }));
});

for (const [what, other] of [
  ['another kind', decimalField(notes('Port'), 1, 65_535)],
  ['another least', numberField(notes('Port'), 0, 65_535)],
  ['another most', numberField(notes('Port'), 1)],
] as const)
  test(`a field of one name with ${what} is refused`, () =>
    assert.throws(() => mergeConnections([FIELDS, { port: other }] as never), /"port"/));

test('what was stored under other bounds stays readable, and keeps its title', () => {
  const stored = withoutBounds(FIELDS);
  assert.ok(takes(stored, { host: 'x'.repeat(5000) }));
  assert.not.ok(takes(stored, { host: 5 }));
  assert.equal(formOf(stored), formOf(FIELDS));
});

test('drivers share a field by its name, and must take the same values under it', () => {
  const other = { host: textField(notes('Address')), rows: numberField(notes('Rows'), 1) };
  const merged = mergeConnections<Readonly<Record<string, (typeof FIELDS)['host']>>>([FIELDS, other] as never);
  assert.equal(Object.keys(merged), ['host', 'port', 'pins', 'mode', 'ratio', 'password', 'tls', 'rows']);
  assert.throws(() => mergeConnections([FIELDS, { port: numberField(notes('Port'), 0) }] as never), /"port"/);
});

test.run();

import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import type { PanelDriverDescription } from '../../../hw/panel/description.ts';
import { listPanelDrivers } from '../../../hw/panel-drivers.ts';
import { PANEL_DRIVERS } from '../../../hw/registry.ts';
import { FlapSet } from '../../../hw/panel/flap-set.ts';
import { formOf, type ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import { PanelDriversSchema } from '../../../src/schema/boards/wiring.ts';

// What holds for each description, whichever drivers there are.
const test = suite('descriptions of panels');

const DRIVERS = listPanelDrivers();
const all = DRIVERS.flatMap(({ kind, fields }) => fields.map((field) => ({ at: `${kind}.${field.name}`, field })));
const unsound = (holds: (field: ConnectionField) => boolean): string[] =>
  all.filter(({ field }) => !holds(field)).map(({ at }) => at);
const differ = (words: readonly string[]): boolean => new Set(words).size === words.length;

/** Every text of a value, by its path. */
const textsOf = (value: unknown, path: string): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, `${path}.${name}`));
};

test('has no word left out', () => {
  const told = [
    ...DRIVERS.flatMap((driver) => textsOf(driver, driver.kind)),
    ...PANEL_DRIVERS.flatMap(({ kind, connection }) =>
      Object.entries(connection).map(([name, field]) => [`${kind}.${name}`, v.getDescription(field) ?? ''] as const),
    ),
  ];
  assert.equal(
    told.filter(([, text]) => text.trim() === '').map(([path]) => path),
    [],
  );
});

test('fits into what is answered', () => assert.ok(v.is(PanelDriversSchema.entries.drivers, DRIVERS)));

test('calls no two things alike', () => {
  assert.ok(differ(DRIVERS.map(({ kind }) => kind)));
  assert.ok(differ(DRIVERS.map(({ label }) => label)));
  for (const { kind, fields, ways } of DRIVERS) {
    assert.ok(differ(fields.map(({ title }) => title)), kind);
    assert.ok(differ(ways.map(({ label }) => label)), kind);
  }
  assert.equal(
    unsound(
      ({ choices, wires }) =>
        differ(choices.map(({ value }) => value)) && differ(choices.map(({ label }) => label)) && differ(wires),
    ),
    [],
  );
});

test('has fields whose bounds, choices and usual values agree', () => {
  const isInput = ({ input, choices, min, max, wires, ports }: ConnectionField): boolean => {
    const isNumber = ['number', 'decimal', 'numbers'].includes(input);
    return (
      (input === 'choice') === choices.length > 1 &&
      isNumber === (min !== null) &&
      (isNumber || max === null) &&
      (min ?? 0) < (max ?? Infinity) &&
      (wires.length === 0 || (input === 'numbers' && ports === 'pins'))
    );
  };
  const isUsual = ({ usual, input, min, max, choices }: ConnectionField): boolean => {
    if (usual === null) return true;
    if (input === 'choice') return choices.some(({ value }) => value === usual);
    if (typeof usual === 'string') return input === 'text';
    return usual >= (min ?? usual + 1) && usual <= (max ?? Infinity);
  };
  assert.equal(unsound(isInput), []);
  assert.equal(unsound(isUsual), []);
});

test('says in words what is usual', () => {
  const told = PANEL_DRIVERS.flatMap(({ connection }) => {
    const usual = new Map(formOf(connection).map((field) => [field.name, field.usual]));
    return Object.entries(connection).flatMap(([name, field]) => {
      const said = /([\d.]+\d) unless given/.exec(v.getDescription(field) ?? '')?.[1];
      return said === undefined ? [] : [[name, Number(said), usual.get(name)] as const];
    });
  });
  assert.ok(told.length > 0);
  for (const [name, said, usual] of told) assert.is(said, usual, name);
});

test('needs a field, or has several ways that are told apart by their first fields', () => {
  for (const { kind, fields, ways } of DRIVERS) {
    const names = fields.map(({ name }) => name);
    assert.not.ok(ways.length === 1, kind);
    assert.ok(differ(ways.flatMap((way) => way.fields.slice(0, 1))), kind);
    if (ways.length > 0) assert.equal([...new Set(ways.flatMap((way) => way.fields))].sort(), names.toSorted(), kind);
    else assert.ok(kind === 'virtual' || fields.some(({ required }) => required), kind);
  }
});

test('has flaps that can be told from each other wherever it has reels', () => {
  for (const { kind, flaps, modules } of DRIVERS) {
    assert.is(flaps !== null, modules, kind);
    if (flaps !== null) assert.is(new FlapSet(flaps).count, [...flaps].length, kind);
  }
});

test('says where its emulator is', () => {
  const drivers: readonly PanelDriverDescription[] = PANEL_DRIVERS;
  for (const { kind, emulator } of drivers) {
    if (emulator) assert.ok(existsSync(emulator.entry) && emulator.entry.includes(`/${emulator.name}/`), kind);
  }
});

test('names USB adapters by vendor and product, each for one driver', () => {
  const drivers: readonly PanelDriverDescription[] = PANEL_DRIVERS;
  const adapters = drivers.flatMap(({ adapters: named = [] }) => named);
  assert.ok(adapters.length > 0 && differ(adapters));
  for (const adapter of adapters) assert.match(adapter, /^[0-9a-f]{4}:[0-9a-f]{4}$/);
});

test.run();

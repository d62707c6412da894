import type { Connection } from '../../../src/schema/boards/boards.ts';
import type { ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import type { Wire } from './header-plan.ts';

/** Stands in a list of pins where a wire has none yet. The service takes no such list. */
export const NO_PIN = -1;

/** Whether pins are chosen for a field on the picture of the header. */
export const isPinField = ({ ports, input, wires }: ConnectionField): boolean =>
  ports === 'pins' && (input === 'number' || wires.length > 0);

type Values = Readonly<Record<string, unknown>>;

const listOf = ({ name, wires }: ConnectionField, connection: Connection): number[] => {
  const value = (connection as Values)[name];
  const pins = Array.isArray(value) ? (value as number[]) : [];
  const whole = Math.max(1, Math.ceil(pins.length / wires.length)) * wires.length;
  return Array.from({ length: whole }, (_, index) => pins[index] ?? NO_PIN);
};

const wiresOfField = (field: ConnectionField, connection: Connection): Wire[] => {
  const { name, title, wires } = field;
  if (wires.length === 0) {
    const value = (connection as Values)[name];
    return [{ key: name, name: title, module: null, pin: typeof value === 'number' ? value : null }];
  }
  return listOf(field, connection).map((pin, index) => ({
    key: `${name} ${index}`,
    name: wires[index % wires.length] ?? '',
    module: Math.floor(index / wires.length),
    pin: pin === NO_PIN ? null : pin,
  }));
};

/** The wires that the fields of a connection want pins for; one module at least where there are modules. */
export const wiresOf = (fields: readonly ConnectionField[], connection: Connection): Wire[] =>
  fields.filter(isPinField).flatMap((field) => wiresOfField(field, connection));

/** The connection with these pins on its wires: lists keep a place for a wire without one. */
export const putWires = (fields: readonly ConnectionField[], wires: readonly Wire[]): Partial<Connection> =>
  Object.fromEntries(
    fields.filter(isPinField).map((field) => {
      if (field.wires.length === 0) return [field.name, wires.find(({ key }) => key === field.name)?.pin ?? null];
      const pins = wires.filter(({ key }) => key.startsWith(`${field.name} `)).map(({ pin }) => pin ?? NO_PIN);
      return [field.name, pins.every((pin) => pin === NO_PIN) && pins.length === field.wires.length ? null : pins];
    }),
  );

/** How many modules are on the wires or the chain of a connection; 0 while that is not said. */
export const modulesOn = (fields: readonly ConnectionField[], connection: Connection): number => {
  const list = fields.find((field) => isPinField(field) && field.wires.length > 0);
  if (list) return (connection as Values)[list.name] ? listOf(list, connection).length / list.wires.length : 0;
  const chain = (connection as Values)['chain'];
  return typeof chain === 'number' ? chain : 0;
};

/** Whether a wire has no pin yet. */
export const isUnfinished = (fields: readonly ConnectionField[], connection: Connection): boolean =>
  wiresOf(fields, connection).some(({ pin }) => pin === null);

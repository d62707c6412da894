import { wayTaken } from '../../../src/core/ways.ts';
import type { Connection, Panel } from '../../../src/schema/boards/boards.ts';
import type { ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import type { PanelDriver, PanelDrivers } from '../../../src/schema/boards/wiring.ts';
import { useResource, type Resource } from '../../kit/resource.ts';
import { boardOperations } from '../api.ts';

/** What stands in a field of a connection. */
export type FieldValue = string | number | boolean | readonly number[] | null;

type Values = Readonly<Record<string, FieldValue | undefined>>;

/** The drivers for panels, and the ports of the machine that they could be at. */
export const usePanelDrivers = (): Resource<PanelDrivers> => useResource('panel drivers', boardOperations.drivers);

/** What is in a field of a connection; null when nothing is. */
export const valueOf = (connection: Connection, name: string): FieldValue => (connection as Values)[name] ?? null;

/** The way in which a connection reaches its hardware, as an index; 0 where there is only one. */
export const wayOf = ({ ways }: PanelDriver, connection: Connection): number => wayTaken(ways, { ...connection });

/** The fields that belong to the way that a connection takes. */
export const fieldsOf = (driver: PanelDriver, connection: Connection): ConnectionField[] => {
  const names = driver.ways[wayOf(driver, connection)]?.fields;
  return names ? names.flatMap((name) => driver.fields.find((field) => field.name === name) ?? []) : driver.fields;
};

/** The change that lets a connection take another way: its leading field is there, those of the others are not. */
export const takeWay = ({ ways }: PanelDriver, index: number): Partial<Connection> =>
  Object.fromEntries(ways.map(({ fields: [leading = ''] }, at) => [leading, at === index && at > 0 ? '' : null]));

/** The change that puts a value into a field. What is emptied is null, but for the field that keeps to a way. */
export const putValue = ({ ways }: PanelDriver, name: string, value: FieldValue): Partial<Connection> => {
  const leads = ways.some(({ fields }, index) => index > 0 && fields[0] === name);
  return { [name]: value === '' && !leads ? null : value };
};

/** A panel with another driver: a size for which there is room, and what its fields begin with. */
export const takeDriver = (
  panel: Panel,
  { kind, fields, grid, most }: PanelDriver,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): { readonly panel: Panel; readonly grid_rows?: number; readonly grid_cols?: number } => {
  const usual = fields.flatMap((field) => (field.usual === null ? [] : [[field.name, field.usual]]));
  const connection = { ...Object.fromEntries(usual), ...panel.connection };
  return {
    panel: { ...panel, driver: kind, connection },
    ...(grid ? { grid_rows: grid.rows, grid_cols: grid.cols } : {}),
    ...(most ? { grid_rows: Math.min(rows, most.rows), grid_cols: Math.min(cols, most.cols) } : {}),
  };
};

/** The numbers in a text, however they are separated. */
export const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

import { suite } from 'uvu';
import { PANEL_DRIVERS } from '../../../hw/registry.ts';
import type { PanelDriverDescription } from '../../../hw/panel/description.ts';
import { formOf } from '../../../src/schema/boards/connection-field.ts';
import { assertRecorded } from '../../support/recording.ts';

// What settings, form, discovery and emulators are told of each driver, but for its sentences. A change is meant:
// `RECORD=1 node test/run.mjs hw/panel/descriptions` writes it down anew.
const test = suite('descriptions of panels');

const SENTENCES: ReadonlySet<string> = new Set(['summary', 'description', 'hint']);

/** Without sentences, and without what says nothing. */
const told = (name: string, value: unknown): unknown =>
  SENTENCES.has(name) || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

const linesOf = (of: object, path: string): string[] =>
  Object.entries(of).flatMap(([name, value]) => {
    const text = told(name, value) === undefined ? undefined : JSON.stringify(value, told);
    return text === undefined ? [] : [`${path}.${name} ${text}`];
  });

test('each is as it was written down', () => {
  const drivers: readonly PanelDriverDescription[] = PANEL_DRIVERS;
  const lines = drivers.flatMap(({ kind, connection, create: _create, ...more }) => [
    ...linesOf(more, kind),
    ...linesOf(Object.fromEntries(formOf(connection).map((field) => [field.name, field])), `${kind}.connection`),
  ]);
  assertRecorded('hw/panel/descriptions.txt', lines);
});

test.run();

import { NOTE, FLAGSHIP, createHost } from '../fixture.ts';
import type { Geometry } from '../../../src/core/flaps/geometry.ts';
import type { JsonObject } from '../../../src/schema/common.ts';

/** What a plugin is asked with. */
export interface Question {
  readonly at?: string;
  readonly zone?: string;
  readonly config?: Record<string, unknown>;
  readonly location?: { latitude: number; longitude: number };
}

const COLORS: Readonly<Record<string, string>> = {
  '{63}': 'r',
  '{64}': 'o',
  '{65}': 'y',
  '{66}': 'g',
  '{67}': 'b',
  '{68}': 'v',
  '{69}': 'w',
};

/** Lines with each tile as the first letter of its colour, without blanks at the end. */
export const plain = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/\{6[3-9]\}/g, (marker) => COLORS[marker] ?? marker).trimEnd());

const ask = async (id: string, board: Geometry, { at, zone, config = {}, location }: Question) => {
  const { host, place } = createHost({}, { [id]: { enabled: true, config, secrets: {} } }, at);
  if (zone) place.zone = zone;
  if (location) place.location = location;
  return host.data(id, board);
};

/** What a plugin draws on a flagship. */
export const flagship = async (id: string, question: Question = {}) => plain((await ask(id, FLAGSHIP, question)).lines);

/** What a plugin draws on a note. */
export const note = async (id: string, question: Question = {}) => plain((await ask(id, NOTE, question)).lines);

/** What a plugin reports. */
export const values = async (id: string, question: Question = {}): Promise<JsonObject> =>
  (await ask(id, FLAGSHIP, question)).data ?? {};

/** Why settings are refused; null when they are not. */
export const refusal = async (id: string, config: Record<string, unknown>): Promise<string | null> =>
  createHost()
    .host.installation.update(id, { config })
    .then(
      () => null,
      (error: { detail?: string }) => error.detail ?? String(error),
    );

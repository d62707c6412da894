import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import type { Draw } from './draw.ts';
import { hostileValue } from './hostile.ts';

/** Another content in place of a file's own. */
export type Damage = (bytes: Uint8Array, draw: Draw, others: readonly Uint8Array[]) => Uint8Array;

const flip: Damage = (bytes, draw) => {
  const changed = Buffer.from(bytes);
  for (let count = draw.integer(1, 4); count > 0 && changed.length > 0; count--) {
    const at = draw.integer(0, changed.length - 1);
    changed[at] = (changed[at] ?? 0) ^ (1 << draw.integer(0, 7));
  }
  return changed;
};

/** One value somewhere in the content replaced by any other. */
export const mislead: Damage = (bytes, draw) => {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return bytes;
  }
  const places: { holder: Record<string, unknown>; name: string }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, name });
      walk((value as Record<string, unknown>)[name]);
    }
  };
  walk(content);
  const place = places.length > 0 ? draw.pick(places) : null;
  if (place) place.holder[place.name] = draw.chance(0.15) ? undefined : hostileValue(draw);
  return Buffer.from(JSON.stringify(content));
};

/** What a disk, another program or a hand does to a file. */
export const DAMAGES: readonly Damage[] = [
  (bytes, draw) => bytes.slice(0, draw.integer(0, bytes.length)),
  (bytes, draw) => bytes.slice(draw.integer(0, bytes.length)),
  flip,
  flip,
  mislead,
  mislead,
  mislead,
  (bytes) => new Uint8Array(bytes.length),
  (_bytes, draw) => Uint8Array.from(draw.list(0, 200, () => draw.integer(0, 255))),
  (_bytes, draw) =>
    Buffer.from(
      draw.pick([
        '',
        '{}',
        '[]',
        'null',
        '0',
        '{"schema_version":1}',
        '{"schema_version":1,"data":[]}',
        '{"schema_version":99,"data":{}}',
        '['.repeat(50_000),
      ]),
    ),
  (bytes) => Buffer.concat([bytes, bytes]),
  (_bytes, draw, others) => draw.pick(others),
];

/** A start is refused for what a newer version wrote: going on would lose what an owner can still save. */
export const isRefusal = (problem: Error): boolean =>
  problem instanceof UnusableDataFolder && /newer version/.test(problem.message);

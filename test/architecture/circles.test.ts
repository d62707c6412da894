import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sourcesBelow } from './project.ts';

const test = suite('circles');

const files = ['src', 'hw', 'ui'].flatMap((folder) => sourcesBelow(folder, '.ts', '.tsx'));

/** Every file with what it imports, types too, by path. */
const imports = new Map(
  files.map(({ path, text }) => [
    path,
    [...text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gm)].map(([, from = '']) =>
      join(dirname(path), from),
    ),
  ]),
);

/** Groups of files that reach each other by imports (Tarjan's algorithm), each sorted; a file alone is no group. */
const circlesIn = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    lowest.set(path, number);
    open.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      const reached = order.has(next) ? (open.includes(next) ? (order.get(next) ?? 0) : number) : visit(next);
      lowest.set(path, Math.min(lowest.get(path) ?? number, reached));
    }
    const low = lowest.get(path) ?? number;
    if (low === number) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found;
};

test('a circle is found, and what only leads into one is no part of it', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
    ['e', ['f']],
    ['f', ['g']],
    ['g', ['e']],
  ]);
  assert.equal(circlesIn(graph), [
    ['b', 'c'],
    ['e', 'f', 'g'],
  ]);
});

test('no files import each other in a circle, not even for their types', () => {
  assert.ok(imports.size > 500);
  assert.equal(
    circlesIn(imports).map((circle) => circle.join(' ')),
    [],
  );
});

test.run();

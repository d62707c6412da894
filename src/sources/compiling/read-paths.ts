import type { Source } from '../form/source.ts';

const STEPS = String.raw`(?:\.[a-z_]\w*|\[-?\d+\]|\["[^"]*"\])+`;

/** Every text in a part of a file: its formulas are among them. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The paths in the answer of a request that the formulas and values of a source name outright. */
export const readPathsOf = (source: Pick<Source, 'requests' | 'vars' | 'lists' | 'values'>, id: string): string[] => {
  const isFirst = source.requests[0]?.id === id;
  const name = isFirst ? `(?:answer|${id})` : id;
  const direct = new RegExp(String.raw`(?<![\w."])${name}(${STEPS})`, 'gi');
  const picked = new RegExp(String.raw`\bPICK\(\s*${name}\s*,\s*"([^"]+)"`, 'gi');
  const texts = textsIn([source.vars, source.lists, source.values]);
  const own = isFirst ? Object.values(source.values).flatMap(({ path }) => path ?? []) : [];
  const found = texts.flatMap((text) =>
    [...text.matchAll(direct), ...text.matchAll(picked)].map(([, path = '']) => path.replace(/^\./, '')),
  );
  return [...new Set([...own, ...found])];
};

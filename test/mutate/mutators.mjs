// Small changes of a program, each of which changes what it does: what tests must notice.
import { SourceMap } from 'node:module';
import { parse } from 'acorn';
import { transform } from 'esbuild';

const COMPILER = { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' } };

const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
};

/** What in a node of the syntax tree can be replaced: from, to, and the text that takes the place. */
const REPLACEMENTS = {
  BinaryExpression: (node, text) => exchangeOperator(node, text),
  LogicalExpression: (node, text) =>
    node.operator === '??'
      ? [[node.start, node.end, `(${text.slice(node.left.start, node.left.end)})`]]
      : exchangeOperator(node, text),
  UnaryExpression: ({ operator, start }) => (operator === '!' ? [[start, start + 1, '']] : []),
  ConditionalExpression: ({ test }, text) => negate(test, text),
  IfStatement: ({ test }, text) => negate(test, text),
  // A call for what it does, not for what it answers.
  ExpressionStatement: ({ expression, start, end }) =>
    ['CallExpression', 'AwaitExpression'].includes(expression.type) ? [[start, end, ';']] : [],
  Literal: ({ value, start, end, raw }) => {
    if (typeof value === 'boolean') return [[start, end, String(!value)]];
    if (typeof value === 'number') return [[start, end, `(${raw} + 1)`]];
    // Sentences for people may be said in other words.
    return typeof value === 'string' && /^\S+$/.test(value) ? [[start, end, '""']] : [];
  },
};

const exchangeOperator = ({ operator, left, right }, text) => {
  const other = OPERATORS[operator];
  if (!other) return [];
  const at = left.end + text.slice(left.end, right.start).indexOf(operator);
  return [[at, at + operator.length, other]];
};

const negate = ({ start, end }, text) => [[start, end, `!(${text.slice(start, end)})`]];

const isRequire = ({ type, callee }) => type === 'CallExpression' && callee.name === 'require';

/** Children of a node; not what is imported from where, nor the names of members, nor the number of `void 0`. */
const childrenOf = (node) =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'source' || (key === 'key' && !node.computed) || node.operator === 'void' || isRequire(node)
      ? []
      : (Array.isArray(value) ? value : [value]).filter((one) => typeof one?.type === 'string'),
  );

/** Of an `if` and of `a ? b : c` the condition is exchanged, of everything else a part of itself. */
const exchanged = (node) => node.test ?? node;

const visit = (node, text, found) => {
  for (const [from, to, put] of REPLACEMENTS[node.type]?.(node, text) ?? []) {
    const { start, end, type } = exchanged(node);
    found.push({ start, end, from, to, put, isStatement: type === 'ExpressionStatement' });
  }
  for (const child of childrenOf(node)) visit(child, text, found);
  return found;
};

const compile = (source, isView) =>
  transform(source, {
    loader: isView ? 'tsx' : 'ts',
    tsconfigRaw: COMPILER,
    sourcemap: 'external',
    sourcefile: 'source',
  });

/**
 * Every small change of a TypeScript source: `line` in the source, `was` and `is` as they are printed, and for
 * `withSwitches` where it stands in the program in JavaScript.
 */
export const mutationsOf = async (source, isView) => {
  const { code, map } = await compile(source, isView);
  const places = new SourceMap(JSON.parse(map));
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: false });
  return visit(tree, code, []).map((place) => {
    const before = code.slice(0, place.from).split('\n');
    const entry = places.findEntry(before.length - 1, before.at(-1).length);
    return { line: (entry.originalLine ?? 0) + 1, was: code.slice(place.from, place.to), is: place.put, place };
  });
};

/** A source in JavaScript, with one change that is always on. */
export const withChange = async (source, { from, to, put }) => {
  const { code } = await compile(source, false);
  return code.slice(0, from) + put + code.slice(to);
};

const isWithin = (one, other) => one.start >= other.start && one.end <= other.end;

/** The text from `start` to `end` with its changes, the widest first; of those in one another one is on at a time. */
const renderSwitches = (code, start, end, changes) => {
  const [widest, ...others] = changes;
  if (!widest) return code.slice(start, end);
  const { id, place } = widest;
  const inner = others.filter((other) => isWithin(other.place, place));
  const outer = others.filter((other) => !inner.includes(other));
  const before = outer.filter((other) => other.place.end <= place.start);
  const after = outer.filter((other) => other.place.start >= place.end);
  const changed = code.slice(place.start, place.from) + place.put + code.slice(place.to, place.end);
  const usual = renderSwitches(code, place.start, place.end, inner);
  return [
    renderSwitches(code, start, place.start, before),
    place.isStatement ? `{ if (!isBroken(${id})) { ${usual} } }` : `(isBroken(${id}) ? (${changed}) : (${usual}))`,
    renderSwitches(code, place.end, end, after),
  ].join('');
};

/** A source in JavaScript in which each of some changes is made where `isBroken(id)` of a module says so. */
export const withSwitches = async (source, isView, changes, module) => {
  const { code } = await compile(source, isView);
  const width = ({ place }) => place.end - place.start;
  const sorted = changes.toSorted((one, other) => width(other) - width(one));
  return `import { isBroken } from ${JSON.stringify(module)};\n${renderSwitches(code, 0, code.length, sorted)}`;
};

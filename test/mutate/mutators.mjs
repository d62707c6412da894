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

/** What a node of the syntax tree can be replaced by: from, to, and the text that takes the place. */
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

const visit = (node, text, found) => {
  for (const [from, to, put] of REPLACEMENTS[node.type]?.(node, text) ?? []) found.push({ from, to, put });
  for (const child of childrenOf(node)) visit(child, text, found);
  return found;
};

/**
 * Every small change of a TypeScript source: `line` in the source, `was` and `is` as they are printed, and `code`, the
 * changed program in JavaScript.
 */
export const mutationsOf = async (source, isView) => {
  const { code, map } = await transform(source, {
    loader: isView ? 'tsx' : 'ts',
    tsconfigRaw: COMPILER,
    sourcemap: 'external',
    sourcefile: 'source',
  });
  const places = new SourceMap(JSON.parse(map));
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: false });
  return visit(tree, code, []).map(({ from, to, put }) => {
    const before = code.slice(0, from).split('\n');
    const entry = places.findEntry(before.length - 1, before.at(-1).length);
    return {
      line: (entry.originalLine ?? 0) + 1,
      was: code.slice(from, to),
      is: put,
      get code() {
        return code.slice(0, from) + put + code.slice(to);
      },
    };
  });
};

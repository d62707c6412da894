import { gzipSync } from 'node:zlib';
import { parse } from 'acorn';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT, screenPageScript } from './project.ts';

/**
 * The page of screens against the browsers of televisions: Chromium 53 of 2016 is the oldest (LG, 2018 and 2019). One
 * word that it does not know, and the screen stays black.
 */
const test = suite('the page of screens');

/** Bytes, compressed, of the page with all that it holds. */
const BUDGET = 20_000;
/** What Chromium 53 speaks: ECMAScript 2016. */
const LANGUAGE = 2016;

/** Names of members and globals that came after Chromium 53, on anything. */
const TOO_YOUNG = [
  ...'entries values getOwnPropertyDescriptors fromEntries hasOwn groupBy'.split(' ').map((name) => `Object.${name}`),
  ...[
    'padStart padEnd trimStart trimEnd matchAll replaceAll at flat flatMap findLast findLastIndex toSorted toReversed',
    'toSpliced allSettled any finally withResolvers getAll roundRect reset conicGradient createConicGradient replaceChildren',
    'append prepend before after replaceWith toggleAttribute scrollIntoViewIfNeeded checkVisibility showModal inert',
    'randomUUID composedPath getAnimations dispose addListenerOnce transferControlToOffscreen isConnected',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `.${name}`),
  ...[
    'globalThis queueMicrotask structuredClone AbortController AbortSignal ResizeObserver BigInt WeakRef',
    'FinalizationRegistry OffscreenCanvas requestIdleCallback createImageBitmap BroadcastChannel reportError',
    'AudioWorkletNode PointerEvent IntersectionObserverEntry SharedArrayBuffer Atomics DOMMatrix CompressionStream',
    'TextDecoderStream visualViewport EventSource WebSocket XMLHttpRequest eval Function',
  ].flatMap((names) => names.split(' ')),
];

/** Style that came later: it would be left out, and the page would be a heap. */
const YOUNG_STYLES =
  /(?<![\w-])(?:gap|row-gap|column-gap|inset|inset-\w+|aspect-ratio|place-\w+|accent-color|overscroll-\w+|display:grid|position:sticky)(?=\s*[:;}])|:(?:is|where|has|not\(.*,|focus-visible|focus-within)|\b(?:min|max|clamp|env|var|color-mix)\(|\d(?:dvh|svh|lvh|cq\w)|@(?:layer|container|supports|property)|&/;

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly computed?: boolean;
  readonly object?: Node;
  readonly property?: Node;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const visit = (value: unknown, see: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (isNode(value)) {
    see(value);
    for (const [name, inner] of Object.entries(value)) if (name !== 'parent') visit(inner, see);
  }
};

/** Every young name that a script uses; it must be of the old language. */
const youngNamesIn = (script: string): string[] => {
  const found: string[] = [];
  visit(parse(script, { ecmaVersion: LANGUAGE, sourceType: 'script' }), (node) => {
    if (node.type === 'Identifier' && node.name) found.push(node.name);
    if (node.type !== 'MemberExpression' || node.computed || !node.property?.name) return;
    found.push(`.${node.property.name}`);
    if (node.object?.name) found.push(`${node.object.name}.${node.property.name}`);
  });
  return [...new Set(found)].filter((name) => TOO_YOUNG.includes(name));
};

const page = screenPageScript().then(({ buildScreenPage }) => buildScreenPage(ROOT));
const partsOf = (html: string, element: string): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^]*?)</${element}>`, 'g'))].map(([, text = '']) => text);

test('its script is of the language of 2016, and uses nothing that is younger', async () => {
  const scripts = partsOf(await page, 'script');
  assert.is(scripts.length, 1);
  assert.equal(scripts.flatMap(youngNamesIn), []);
});

test('no regular expression is too young to be written down', async () => {
  const [script = ''] = partsOf(await page, 'script');
  assert.not.match(script, /\bRegExp\(/);
});

test('its style sheet has nothing that is younger', async () => {
  const [style = ''] = partsOf(await page, 'style');
  assert.ok(style.length > 500);
  assert.not.match(style, YOUNG_STYLES);
});

test('it holds all that it needs, as a classic script, and names no other host', async () => {
  const html = await page;
  assert.not.match(html, /type="module"|nomodule|<script [^>]*src|rel="(?:preload|modulepreload|stylesheet|manifest)"/);
  assert.not.match(html, /https?:/);
  assert.not.match(html, / style="| on\w+="/);
  assert.not.match(html, /<(?:dialog|template|slot|picture|search|popover)\b/);
});

test('it keeps within its size', async () => {
  const { length } = gzipSync(await page, { level: 9 });
  assert.ok(length <= BUDGET, `${length} bytes, ${BUDGET} are allowed`);
});

test('private members are plain ones: the older form of them is slow', async () => {
  assert.not.match(await page, /WeakMap|WeakSet/);
});

for (const [script, young] of [
  ['[1].at(-1)', ['.at']],
  ['Object.entries({})', ['Object.entries']],
  ['globalThis.x', ['globalThis']],
  ['pen.roundRect(0, 0, 1, 1, 1)', ['.roundRect']],
  ['new Map().entries(); [1].values()', []],
] as const) {
  test(`in ${script} the check finds ${JSON.stringify(young)}`, () => assert.equal(youngNamesIn(script), young));
}

for (const script of [
  'a?.b',
  'a ?? b',
  'async () => 1',
  '({ ...a })',
  'class A { #b = 1 }',
  'try {} catch {}',
  'import("a")',
]) {
  test(`${script} is too young`, () => assert.throws(() => youngNamesIn(script)));
}

for (const style of [
  'a{gap:1em}',
  'a{inset:0}',
  'a{aspect-ratio:1}',
  'a:has(b){}',
  'a{width:clamp(1px,2px,3px)}',
  'a{height:100dvh}',
]) {
  test(`${style} is too young`, () => assert.match(style, YOUNG_STYLES));
}

test.run();

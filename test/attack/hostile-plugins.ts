/** A plugin that must end with an error of its own, by what it does; the error, for its author. */
export type Hostile = readonly [name: string, body: string, error: RegExp];

/** Plugins that never end. */
export const ENDLESS: readonly Hostile[] = [
  ['computes for ever', 'for (;;);', /s of processor time/],
  ['computes for ever and catches', 'for (;;) try { for (;;); } catch {}', /s of processor time/],
  [
    'settles promises for ever',
    'const next = () => Promise.resolve().then(next); next(); await new Promise(() => {});',
    /s of processor time|24 MiB/,
  ],
  ['awaits for ever', 'for (;;) await null;', /s of processor time/],
  [
    'rejects for ever',
    'const next = () => Promise.reject().catch(next); return next();',
    /s of processor time|24 MiB|broke its interpreter/,
  ],
  [
    'searches natively for ever',
    'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
    /s of processor time/,
  ],
  ['joins for ever', 'return new Array(2 ** 31).join("").length;', /s of processor time/],
  ['matches for ever', 'return /^(a+)+$/.test("a".repeat(50) + "b");', /s of processor time/],
  [
    'matches for ever, otherwise',
    'return /(.*)*(.*)*x{1,9}y/s.test("x".repeat(5000));',
    /s of processor time|24 MiB|out of memory/,
  ],
  ['multiplies for ever', 'let n = 3n ** 9999n; for (;;) n = (n * n) % (10n ** 20000n);', /s of processor time/],
  ['has a getter that never ends', 'return { get data() { for (;;); } };', /s of processor time/],
  [
    'has a proxy that never ends',
    'const deep = () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (_, key) => (key === "toJSON" ? undefined : deep()) }); return deep();',
    /s of processor time|too deeply|24 MiB/,
  ],
  ['never answers', 'await new Promise(() => {});', /no answer within 1 s/],
];

/** Plugins that take or give too much, or reach for what is not theirs. */
export const GREEDY: readonly Hostile[] = [
  ['grows a list', 'const all = []; for (;;) all.push(all.length);', /24 MiB/],
  ['grows texts', 'let text = "x"; for (;;) text = text + text + "y";', /24 MiB|handed over|too long/],
  ['grows a map', 'const all = new Map(); for (;;) all.set(all.size, {});', /24 MiB/],
  ['grows buffers', 'const all = []; for (;;) all.push(new ArrayBuffer(1024 * 1024));', /24 MiB/],
  [
    'grows shared buffers',
    'const all = []; for (;;) all.push(new SharedArrayBuffer(1024 * 1024));',
    /24 MiB|out of memory/,
  ],
  ['grows one buffer', 'return new ArrayBuffer(2 ** 30).byteLength;', /24 MiB/],
  [
    'grows while it catches',
    'const all = []; for (;;) try { for (;;) all.push(new Array(1000).fill(1)); } catch {}',
    /24 MiB|s of processor time/,
  ],
  ['calls itself', 'const call = () => 1 + call(); return call();', /512 KiB of stack/],
  [
    'calls itself through others',
    'const value = { toString: () => `${value}` }; return String(value);',
    /512 KiB of stack/,
  ],
  ['reads deep JSON', 'return JSON.parse("[".repeat(1e6));', /512 KiB of stack|24 MiB/],
  [
    'writes deep JSON',
    'let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; return deep;',
    /512 KiB of stack|24 MiB|s of processor time/,
  ],
  ['compiles deep code', 'return eval("(".repeat(2e5) + ")".repeat(2e5));', /stack|syntax|24 MiB/i],
  ['answers a circle', 'const round = {}; round.round = round; return { available: true, data: round };', /circular/],
  ['answers too much', 'return { available: true, data: { text: "x".repeat(300 * 1024) } };', /larger than 256 KiB/],
  [
    'answers far too much',
    'return { available: true, data: { text: "x".repeat(5e6) } };',
    /larger than 256 KiB|24 MiB/,
  ],
  ['answers by another way', 'return {}; }; JSON.stringify = () => ({ length: 1 }); {', /neither a text nor bytes/],
  ['floods the log', 'for (;;) log("x".repeat(1000));', /floods the log/],
  ['floods encoders', 'for (;;) new TextEncoder().encode("x".repeat(3e6));', /s of processor time|24 MiB/],
  ['writes too long a text out', 'return btoa("x".repeat(8e6));', /handed over|24 MiB|s of processor time/],
  ['imports a module of Node', "await import('node:child_process');", /cannot be imported/],
  ['imports a database', "await import('node:sqlite');", /cannot be imported/],
  ['imports traces', "await import('trace_events');", /cannot be imported/],
  ['imports by a path', "await import('/etc/hostname');", /cannot be imported/],
  ['imports by an address', "await import('file:///etc/hostname');", /cannot be imported/],
  ['imports text', "await import('data:text/javascript,export default 1');", /cannot be imported/],
  ['imports a neighbour', "await import('../neighbour/index.mjs');", /outside of the plugin's folder/],
  ['imports deviously', "await import('./a/../../neighbour/index.mjs');", /outside of the plugin's folder/],
  ['imports through a link', "await import('./link.mjs');", /no file of the plugin's folder/],
  ['imports through a linked folder', "await import('./folder/secret.mjs');", /no file of the plugin's folder/],
  ['imports a folder', "await import('./.');", /no file of the plugin's folder/],
  ['throws nothing', 'throw undefined;', /the plugin failed/],
  [
    'throws a trap',
    'throw { get message() { for (;;); }, get status() { for (;;); } };',
    /the plugin failed|s of processor time/,
  ],
];

// Leaves out of the bundle what the service's packages bring along and the service never uses.
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What stands in for a package: MQTT over WebSocket and SOCKS, timers of browsers and debug output are never reached.
 */
const STUBS = {
  ws: 'module.exports = class WebSocket {};',
  socks: 'module.exports = {};',
  'worker-timers': 'module.exports = {};',
  // Markup is read piece by piece, and no tree of it is made.
  domutils: 'module.exports = {};',
  // Types of files are told by `src/http`; the framework's own table is never asked.
  mrmime: 'module.exports = { lookup: () => undefined };',
  debug:
    'const create = () => Object.assign(() => {}, { enabled: false, extend: create }); module.exports = ' +
    'Object.assign(create, { default: create });',
  // The scheduler's one rule is "at second 0", which needs neither cron expressions nor calendars of other zones.
  'cron-parser': 'module.exports = { parseExpression: () => { throw new Error("only rules are supported"); } };',
  'cron-parser/lib/date': `
    module.exports = class RuleDate extends Date {
      constructor(time = Date.now()) {
        super(time);
      }
      addSecond() {
        this.setTime(Math.floor(this.getTime() / 1000) * 1000 + 1000);
      }
      toDate() {
        return new Date(this);
      }
    };`,
};

const NAMES = new RegExp(`^(${Object.keys(STUBS).join('|')})$`);

/** What MCP's transport makes its answers of, instead of the engine's `Response`. */
const ANSWER = fileURLToPath(new URL('../mcp/answer.ts', import.meta.url));

/** An esbuild plugin: keeps the bundle small, and with it the time to start and the memory at rest. */
export const slimDown = () => ({
  name: 'slim-down',
  setup(build) {
    build.onResolve({ filter: /^readable-stream$/ }, () => ({ path: 'node:stream', external: true }));
    build.onResolve({ filter: NAMES }, ({ path }) => ({ path, namespace: 'stub' }));
    build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: STUBS[path] }));
    build.onLoad({ filter: /[\\/]@tmcp[\\/]transport-http[\\/]src[\\/]index\.js$/ }, async ({ path }) => ({
      contents: `import { Answer as Response } from ${JSON.stringify(ANSWER)};\n${await readFile(path, 'utf8')}`,
      resolveDir: dirname(path),
    }));
  },
});

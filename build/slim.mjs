// Leaves out of the bundle what the service's packages bring along and the service never uses.

/** Packages whose place a part of Node takes. */
const REPLACED = { 'readable-stream': 'node:stream' };

/** Packages that are never reached: MQTT over WebSocket and SOCKS, timers for browsers, debug output. */
const STUBS = {
  ws: 'module.exports = class WebSocket {};',
  socks: 'module.exports = {};',
  'worker-timers': 'module.exports = {};',
  debug: 'const create = () => Object.assign(() => {}, { enabled: false, extend: create }); module.exports = Object.assign(create, { default: create });',
};

/** An esbuild plugin: keeps the bundle small, and with it the time to start and the memory at rest. */
export const slimDown = () => ({
  name: 'slim-down',
  setup(build) {
    build.onResolve({ filter: /^readable-stream$/ }, ({ path }) => ({ path: REPLACED[path], external: true }));
    build.onResolve({ filter: /^(ws|socks|worker-timers|debug)$/ }, ({ path }) => ({ path, namespace: 'stub' }));
    build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: STUBS[path] }));
  },
});

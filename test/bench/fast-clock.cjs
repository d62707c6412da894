// Loaded before a program: every clock and timer of it runs FAST_CLOCK times as fast.
const timers = require('node:timers');
const FACTOR = Number(process.env.FAST_CLOCK);
const begun = process.hrtime.bigint();
const { now } = Date;
const begunAt = now();
const hrtime = process.hrtime.bigint;

const passed = () => Number(hrtime() - begun) * FACTOR;
const RealDate = Date;
const atNow = () => Math.floor(begunAt + passed() / 1e6);
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [atNow()] : given, made),
  apply: () => new RealDate(atNow()).toString(),
});
RealDate.now = atNow;
process.hrtime = Object.assign(
  () => {
    const ns = Number(begun) + passed();
    return [Math.floor(ns / 1e9), Math.floor(ns % 1e9)];
  },
  { bigint: () => begun + BigInt(Math.floor(passed())) },
);
for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name];
  globalThis[name] = timers[name] = (run, ms, ...given) => real(run, (ms ?? 0) / FACTOR, ...given);
}

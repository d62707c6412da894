import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBufferCollector } from '../../src/platform/freed-buffers.ts';

const test = suite('platform/freed-buffers');

const MIB = 1024 * 1024;

const rig = () => {
  let now = 0;
  let looked = 0;
  let held = 0;
  const collect = createBufferCollector({ monotonic: () => (now += 10) }, () => {
    looked++;
    return held;
  });
  return { collect, looks: () => looked, hold: (bytes: number) => (held = bytes), pass: (ms: number) => (now += ms) };
};

test('memory of buffers that nobody needs comes back', async () => {
  const wrecks: WeakRef<Buffer>[] = [];
  const { collect, hold } = rig();
  for (let at = 0; at < 8; at++) wrecks.push(new WeakRef(Buffer.alloc(MIB)));
  // What a weak reference was made for lives until the loop turns.
  await new Promise((resolve) => setImmediate(resolve));
  hold(64 * MIB);
  collect();
  assert.is(wrecks.filter((one) => one.deref()).length, 0);
});

test('little is left alone, and a collection is followed by a rest of twenty times its length', () => {
  const { collect, looks, hold, pass } = rig();
  const kept = new WeakRef({});
  collect();
  assert.ok(kept.deref());
  hold(64 * MIB);
  collect();
  assert.is(looks(), 2);
  // It took 10 ms, and each look at the clock is 10 ms too.
  pass(150);
  collect();
  assert.is(looks(), 2);
  pass(100);
  collect();
  assert.is(looks(), 3);
});

test.run();

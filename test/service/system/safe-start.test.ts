import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_TRAIL, type Work } from '../../../src/core/work.ts';
import { SafeStart } from '../../../src/service/system/safe-start.ts';
import type { RunRecord } from '../../../src/store/run-record.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/system: safe start');

/** A start after unplanned ends, of which the last came while something was worked on. */
const rig = (ends: number, suspect: Work | null, switchOff: (key: string) => Promise<void> = async () => undefined) => {
  const off: string[] = [];
  let becomeGood: () => void = () => undefined;
  const record = {
    ends,
    suspect,
    trail: NO_TRAIL,
    formulasOff: [] as string[],
    onGood: (listener: () => void) => void (becomeGood = listener),
    switchOff: (key: string) => (off.push(key), switchOff(key)),
  };
  const log = createQuietLog();
  const plugin = { enabled: true, config: { a: 1 }, secrets: {} };
  const { store, state } = storeWith(() => ({ plugins: { door: plugin, other: plugin } }));
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const start = new SafeStart({ record: record as unknown as RunRecord, store, clock, log });
  return { start, off, log, state, record, becomeGood: () => becomeGood() };
};
const PLUGIN: Work = { kind: 'plugin', key: 'door', name: 'the plugin door' };
const FORMULAS: Work = { kind: 'formulas', key: 'print', name: 'the page "Sum"' };
const ALL = 'the formulas of all pages, messages and collections';

test('after one unplanned end all is as usual', async () => {
  const { start, off, log, state } = rig(1, PLUGIN);
  await start.begin();
  assert.equal([start.isActive, start.status(), off, log.lines], [false, null, [], []]);
  assert.is(state().plugins['door']?.enabled, true);
});

for (const [what, suspect, switchedOff, enabled, formulas] of [
  ['nothing', null, [ALL, 'the plugin x'], true, []],
  ['a plugin', PLUGIN, ['the plugin door', ALL, 'the plugin x'], false, []],
  ['a plugin that is gone', { ...PLUGIN, key: 'gone' }, ['the plugin door', ALL, 'the plugin x'], true, []],
  ['formulas', FORMULAS, ['the page "Sum"', ALL, 'the plugin x'], true, ['print']],
] as const)
  test(`after two ends, the last at ${what}, that alone is off for good`, async () => {
    const { start, off, log, state } = rig(2, suspect);
    await start.begin();
    start.leaveOut(suspect?.kind === 'plugin' ? ['the plugin door', 'the plugin x'] : ['the plugin x']);
    assert.equal(start.status(), {
      since: '2026-03-01T10:00:00.000Z',
      suspected: suspect?.name ?? null,
      switched_off: switchedOff,
    });
    assert.equal([state().plugins['door'], off], [{ enabled, config: { a: 1 }, secrets: {} }, formulas]);
    assert.is(state().plugins['other']?.enabled, true);
    assert.is(log.lines.length, 1);
    assert.match(log.lines[0] ?? '', /this is a safe start\. suspected=/);
  });

test('a disk that does not take what is off is told, and the start goes on', async () => {
  const { start, log } = rig(2, FORMULAS, () => Promise.reject(new Error('full')));
  await start.begin();
  assert.is(start.isActive, true);
  assert.match(log.lines.at(-1) ?? '', /could not be switched off\. error=full/);
});

test('formulas are off during a safe start, and afterwards those that were switched off', () => {
  const { start, record, becomeGood } = rig(2, null);
  let ended = 0;
  start.onEnd(() => ended++);
  assert.is(start.isOff(['{{= 1 }}']), true);
  becomeGood();
  assert.equal([ended, start.isActive], [1, false]);
  start.end();
  assert.equal([ended, start.isActive, start.status(), start.isOff(['{{= 1 }}'])], [1, false, null, false]);
  const keys: string[] = [];
  Object.assign(record, {
    trail: { during: (work: () => Work, act: () => unknown) => (keys.push(work().key), act()) },
  });
  assert.is(
    start.evaluate(['{{= 1 }}'], 'a page', () => 7),
    7,
  );
  record.formulasOff = keys;
  assert.equal([start.isOff(['{{= 1 }}']), start.isOff(['{{= 2 }}'])], [true, false]);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { useHistory, type History } from '../../../ui/pages/editor/history.ts';
import { runHook, type RunningHook } from '../../support/hook.ts';

const test = suite('undo and redo');

let names = 0;
const begin = (name = `page ${++names}`): Promise<RunningHook<History<string>>> =>
  runHook(() => useHistory<string>(name));

/** A value that is changed, and its history. */
const editing = async (name?: string) => {
  const run = await begin(name);
  let value = 'a';
  return {
    run,
    change: (next: string, kind = '') =>
      run.act(() => {
        run.now.note(value, kind);
        value = next;
      }),
    undo: async () => {
      await run.act(() => void (value = run.now.undo(value)));
      return value;
    },
    redo: async () => {
      await run.act(() => void (value = run.now.redo(value)));
      return value;
    },
    can: () => [run.now.canUndo, run.now.canRedo],
  };
};

/** Moves the time of pages on. */
const atTimes = async (run: (go: (ms: number) => void) => Promise<void>): Promise<void> => {
  const { now } = performance;
  let time = 10_000;
  performance.now = () => time;
  try {
    await run((ms) => void (time += ms));
  } finally {
    performance.now = now;
  }
};

test('what was changed is undone step by step, and redone', async () => {
  const { change, undo, redo, can } = await editing();
  assert.equal(can(), [false, false]);
  await change('b');
  await change('c');
  assert.equal(can(), [true, false]);
  assert.equal([await undo(), ...can()], ['b', true, true]);
  assert.equal([await undo(), ...can()], ['a', false, true]);
  assert.is(await undo(), 'a', 'there is nothing before the first');
  assert.equal([await redo(), ...can()], ['b', true, true]);
  assert.equal([await redo(), ...can()], ['c', true, false]);
  assert.is(await redo(), 'c', 'nor behind the last');
});

test('a change after something was undone leaves nothing to redo', async () => {
  const { change, undo, redo, can } = await editing();
  await change('b');
  await undo();
  await change('x');
  assert.equal(can(), [true, false]);
  assert.equal([await redo(), await undo()], ['x', 'a']);
});

test('quick changes of one kind are undone together', () =>
  atTimes(async (go) => {
    const { change, undo } = await editing();
    await change('b', 'row 1');
    go(799);
    await change('c', 'row 1');
    go(799);
    await change('d', 'row 1');
    go(800);
    await change('e', 'row 1');
    await change('f', 'row 2');
    await change('g');
    await change('h');
    assert.equal([await undo(), await undo(), await undo(), await undo(), await undo()], ['g', 'f', 'e', 'd', 'a']);
  }));

for (const way of ['undo', 'redo'] as const)
  test(`after ${way} a change of the same kind is a step of its own`, () =>
    atTimes(async () => {
      const made = await editing();
      await made.change('b', 'row 1');
      await made.change('c', 'row 2');
      await made.undo();
      if (way === 'redo') await made.redo();
      await made.change('d', 'row 2');
      assert.is(await made.undo(), way === 'redo' ? 'c' : 'b');
    }));

test('two hundred steps are remembered', async () => {
  const { change, undo, can } = await editing();
  for (let at = 1; at <= 201; at++) await change(`${at}`);
  let steps = 0;
  let value = '';
  while (can()[0]) {
    value = await undo();
    steps++;
  }
  assert.equal([steps, value], [200, '1']);
});

test('what is cleared cannot be undone', async () => {
  const { run, change, undo, can } = await editing();
  await change('b');
  await change('c');
  await undo();
  await run.act(() => run.now.clear());
  assert.equal(can(), [false, false]);
  await change('d', 'row 1');
  await run.act(() => run.now.clear());
  await change('e', 'row 1');
  assert.equal(can(), [true, false], 'a change joins no step that was cleared');
});

test('the history is there again when the view is opened again, of twenty values', async () => {
  for (let at = 0; at <= 20; at++) {
    const { run, change } = await editing(`value ${at}`);
    await change('b');
    await run.leave();
  }
  const canUndo = async (name: string): Promise<boolean> => {
    const run = await begin(name);
    const { canUndo: can } = run.now;
    await run.leave();
    return can;
  };
  assert.equal([await canUndo('value 0'), await canUndo('value 1'), await canUndo('value 20')], [false, true, true]);
  const { run, undo } = await editing('value 20');
  await undo();
  await run.act(() => run.now.clear());
  await run.leave();
  assert.is(await canUndo('value 20'), false, 'what was cleared is not kept');
});

test.run();

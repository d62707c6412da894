import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { useResource } from '../../../ui/kit/resource.ts';
import { tellChange } from '../../../ui/kit/changes.ts';
import { useAnswer } from '../../../ui/kit/answer.ts';
import { settle } from '../../support/fake-clock.ts';
import { runHook } from '../../support/hook.ts';

const test = suite('what a view asks the service for');

/** A service that answers when the test says so. */
const createService = () => {
  const waiting: { key: string; resolve: (value: string) => void; reject: (error: unknown) => void }[] = [];
  return {
    ask: (key: string) => new Promise<string>((resolve, reject) => waiting.push({ key, resolve, reject })),
    /** What was asked and is not answered yet. */
    asked: () => waiting.map(({ key }) => key),
    answer: (at = 0) => {
      const [one] = waiting.splice(at, 1);
      one?.resolve(one.key.toUpperCase());
      return settle();
    },
    refuse: (error: unknown) => {
      waiting.shift()?.reject(error);
      return settle();
    },
  };
};

test('an answer is asked for once at a time; what was typed meanwhile is asked for then, but for what was overtaken', async () => {
  const service = createService();
  let key: string | null = 'a';
  const run = await runHook(() => useAnswer(key, () => service.ask(key ?? '')));
  assert.equal([run.now, service.asked()], [{ value: null, problem: null }, ['a']]);
  for (key of ['ab', 'abc']) await run.again();
  assert.equal(service.asked(), ['a']);
  await run.act(() => service.answer());
  assert.equal([run.now.value, service.asked()], ['A', ['abc']]);
  await run.act(() => service.answer());
  assert.equal([run.now.value, service.asked()], ['ABC', []]);
  await run.again();
  assert.equal(service.asked(), [], 'the same is not asked for twice');
  key = null;
  await run.again();
  assert.equal([run.now.value, service.asked()], ['ABC', []], 'nothing asks for nothing');
  key = 'd';
  await run.again();
  assert.equal(service.asked(), ['d']);
  await run.leave();
});

test('what a question is refused for stands beside the old answer, until there is a new one', async () => {
  const service = createService();
  let key = 'a';
  const run = await runHook(() => useAnswer(key, () => service.ask(key)));
  await run.act(() => service.answer());
  key = 'b';
  await run.again();
  await run.act(() => service.refuse(new Error('Not now.')));
  assert.equal(run.now, { value: 'A', problem: 'Not now.' });
  key = 'c';
  await run.again();
  await run.act(() => service.answer());
  assert.equal(run.now, { value: 'C', problem: null });
  await run.leave();
});

test('a view that is left asks for nothing more', async () => {
  const service = createService();
  let key = 'a';
  const run = await runHook(() => useAnswer(key, () => service.ask(key)));
  key = 'b';
  await run.again();
  await run.leave();
  await service.answer();
  assert.equal(service.asked(), []);
  assert.equal(run.now, { value: null, problem: null });
});

test('a resource is loaded, and again for another key; the old value does not stand for that', async () => {
  const service = createService();
  let key = 'a';
  const run = await runHook(() => useResource(key, () => service.ask(key)));
  assert.equal([run.now.value, run.now.problem], [null, null]);
  await run.act(() => service.answer());
  assert.is(run.now.value, 'A');
  await run.again();
  assert.equal(service.asked(), []);
  key = 'b';
  await run.again();
  assert.equal([run.now.value, service.asked()], [null, ['b']]);
  await run.act(() => service.refuse('gone'));
  assert.equal([run.now.value, run.now.problem], [null, 'gone']);
  await run.act(() => run.now.reload());
  await run.act(() => service.answer());
  assert.equal([run.now.value, run.now.problem], ['B', null]);
  await run.act(() => run.now.reload());
  await run.act(() => service.refuse(new Error('Not now.')));
  assert.equal([run.now.value, run.now.problem], ['B', 'Not now.'], 'the old value stays');
  await run.leave();
});

test('an answer that was overtaken is dropped, and so is one that comes when the view is left', async () => {
  const service = createService();
  let key = 'a';
  const run = await runHook(() => useResource(key, () => service.ask(key)));
  key = 'b';
  await run.again();
  await run.act(() => service.answer(1));
  await run.act(() => service.answer(0));
  assert.is(run.now.value, 'B');
  await run.act(() => run.now.reload());
  await run.leave();
  await service.answer();
  assert.is(run.now.value, 'B');
});

test('a resource follows the parts of the library that it is made of', async () => {
  const service = createService();
  const run = await runHook(() => useResource('a', () => service.ask('a'), ['pages', 'settings']));
  await run.act(() => service.answer());
  await run.act(() => tellChange(['collections']));
  assert.equal(service.asked(), []);
  await run.act(() => tellChange(['settings']));
  assert.equal(service.asked(), ['a']);
  await run.act(() => service.answer());
  await run.leave();
  tellChange(['pages']);
  assert.equal(service.asked(), []);
});

test.run();

import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../../ui/api.ts';
import { ALL_PARTS, tellChange } from '../../../ui/kit/changes.ts';
import { useResource } from '../../../ui/kit/resource.ts';
import { Loading } from '../../../ui/kit/work.tsx';
import { serviceState } from '../../../ui/service-state.ts';
import { strings } from '../../../ui/strings.ts';
import { kit } from '../../../ui/strings/kit.ts';

/** What a view shows of something that it has to load. */
const test = suite('ui/kit/resource');

const Name = () => {
  const { value, problem, reload } = useResource('name', () => request<{ name: string }>('GET', '/name'));
  return value ? h('p', {}, value.name) : h(Loading, { problem, onRetry: reload });
};

test.after.each(() => serviceState.set({ live: false, locked: false }));

const UNREACHABLE = (): never => {
  throw new TypeError('failed to fetch');
};
const draw = (answers: readonly (() => object)[], use: (drawn: Drawn) => Promise<void>) => {
  const waiting = [...answers];
  return drawView(h(Name, {}), () => (waiting.shift() ?? UNREACHABLE)(), use);
};

test('what could not be loaded is asked for again when the connection is back', () =>
  draw([UNREACHABLE, () => ({ name: 'Hall' }), () => ({ name: 'Kitchen' })], async (drawn) => {
    tellChange(ALL_PARTS);
    await drawn.settle();
    assert.is(drawn.text, 'Hall');
    tellChange(ALL_PARTS);
    await drawn.settle();
    assert.is(drawn.text, 'Hall', 'what is there does not depend on any part');
  }));

const STATES: readonly (readonly [what: string, state: object, answer: () => object, role: string, said: string])[] = [
  ['stands above the view', {}, UNREACHABLE, 'status', kit.notLoaded],
  ['is told nowhere else: changes arrive', { live: true }, UNREACHABLE, 'alert', strings.unreachable],
  ['is told nowhere else: a login is asked for', { locked: true }, UNREACHABLE, 'alert', strings.unreachable],
  ['is another one', {}, () => ({ status: 500, detail: 'The disk is full.' }), 'alert', 'The disk is full.'],
];
for (const [what, state, answer, role, said] of STATES)
  test(`why nothing is there is said once, where that ${what}`, () => {
    serviceState.set(state);
    return draw([answer], async ({ find, all }) => {
      const notice = find('.notice');
      assert.equal([notice.getAttribute('role'), notice.textContent], [role, `${said}${kit.tryAgain}`]);
      assert.is(all('.notice-bad').length > 0, role === 'alert');
    });
  });

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SystemAbsent, SystemRefusal, type SystemAnswer } from '../../src/platform/system-requests.ts';
import { ClockService } from '../../src/service/clock.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { refusalOf } from './rig.ts';

const test = suite('service/clock');

const NOW = '2026-03-02T10:00:00.000Z';

/** A machine of which the system answers so; what it was asked is noted. */
const open = (answer: SystemAnswer | Error = {}) => {
  const asked: SystemAnswer[] = [];
  const system = {
    ask: async (request: SystemAnswer) => {
      asked.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { asked, service: new ClockService({ system, clock: createFakeClock(NOW), zone: () => 'Europe/Berlin' }) };
};

for (const [what, answer, reason] of [
  ['nobody tells the time', { synchronized: false }, null],
  ['the system says nothing of it', {}, null],
  ['the network tells the time', { synchronized: true }, 'The network tells the time: it cannot be set by hand.'],
  ['there is no system', new SystemAbsent('There is none.'), 'There is none.'],
  ['the system refuses', new SystemRefusal('busy', 'Not now.'), 'Not now.'],
] as const) {
  test(`where ${what} the clock can ${reason === null ? '' : 'not '}be set by hand`, async () => {
    const { asked, service } = open(answer);
    assert.equal(await service.get(), { now: NOW, settable: reason === null, reason });
    assert.equal(asked, [{ op: 'clock-status' }]);
  });
}

for (const [sent, seconds] of [
  ['2026-05-01T12:00', Date.UTC(2026, 4, 1, 10) / 1000],
  ['2026-05-01T12:00:00.499Z', Date.UTC(2026, 4, 1, 12) / 1000],
  ['2026-05-01T12:00:00.500Z', Date.UTC(2026, 4, 1, 12) / 1000 + 1],
] as const) {
  test(`${sent} sets the system to whole seconds`, async () => {
    const { asked, service } = open();
    const { settable, reason } = await service.set(sent);
    assert.equal([settable, reason], [true, null]);
    assert.equal(asked, [{ op: 'set-clock', seconds }]);
  });
}

for (const [answer, refusal] of [
  [new SystemRefusal('unusable', 'Too early.'), '400 Too early.'],
  [new SystemRefusal('kept', 'It is kept.'), '409 It is kept.'],
  [new SystemRefusal('busy', 'Not now.'), '503 Not now.'],
  [new SystemAbsent('There is none.'), '503 There is none.'],
] as const) {
  test(`setting it is refused: ${refusal}`, async () =>
    assert.is(await refusalOf(() => open(answer).service.set('2026-05-01T12:00')), refusal));
}

test('a time that does not exist is not passed on', async () => {
  const { asked, service } = open();
  assert.match(await refusalOf(() => service.set('2026-02-30T12:00')), /^400 now: /);
  assert.equal(asked, []);
});

test('what else goes wrong is no refusal', async () => {
  const broken = open(new TypeError('broken')).service;
  for (const work of [() => broken.get(), () => broken.set('2026-05-01T12:00')]) {
    const error: unknown = await work().catch((error_: unknown) => error_);
    assert.instance(error, TypeError);
  }
});

test.run();

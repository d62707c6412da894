import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveText, withServer } from '../../plugins/loopback.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

interface Trigger {
  id: string;
  plugin_id: string;
  expires_at: string;
  remaining_seconds: number;
}

const test = suite('http/flat/triggers');

const clock = createFakeClock('2026-03-02T10:00:30Z');
let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(clock);
});
test.after(() => rig.close());

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:x',
  ...['ONE', 'TWO'].flatMap((name, index) => [
    'BEGIN:VEVENT',
    `UID:${name}`,
    `DTSTART:20260302T100${3 + index}00Z`,
    `DTEND:20260302T110000Z`,
    `SUMMARY:${name}`,
    'END:VEVENT',
  ]),
  'END:VCALENDAR',
].join('\r\n');
const list = async () => (await rig.call<{ triggers: Trigger[]; total: number }>('GET', '/triggers')).body;

test('nothing runs', async () => {
  assert.equal(await list(), { triggers: [], total: 0 });
  assert.equal((await rig.call('GET', '/triggers/active')).body, { trigger: null });
  assert.equal((await rig.call('POST', '/triggers/clear')).body, { dismissed: 0 });
  assert.is((await rig.call('POST', '/triggers/nope/dismiss')).status, 404);
});

test('triggers are found, listed, shown, dismissed one by one, and cleared', () =>
  withServer(serveText(CALENDAR, 'text/calendar'), async (base) => {
    await rig.call('PUT', '/plugins/calendar/config', { url: base, enable_triggers: true, minutes_before: 5 });
    await rig.call('POST', '/plugins/calendar/enable');
    await rig.call('GET', '/plugins/calendar/data');
    assert.equal((await rig.call('POST', '/triggers/check')).body, { active: 2 });
    const running = await list();
    assert.is(running.total, 2);
    for (const { plugin_id, expires_at, remaining_seconds } of running.triggers) {
      assert.is(plugin_id, 'calendar');
      assert.is(Date.parse(expires_at), clock.now() + remaining_seconds * 1000);
    }
    const active = (await rig.call<{ trigger: Trigger }>('GET', '/triggers/active')).body.trigger;
    assert.equal(active, running.triggers[0]);
    assert.is((await rig.call('POST', `/triggers/${encodeURIComponent(active.id)}/dismiss`)).status, 200);
    assert.is((await rig.call('POST', `/triggers/${encodeURIComponent(active.id)}/dismiss`)).status, 404);
    assert.is(
      (await rig.call<{ trigger: Trigger }>('GET', '/triggers/active')).body.trigger.id,
      running.triggers[1]?.id,
    );
    assert.equal((await rig.call('POST', '/triggers/clear')).body, { dismissed: 1 });
    assert.equal((await rig.call('POST', '/triggers/check')).body, { active: 0 }, 'what was dismissed stays away');
  }));

test.run();

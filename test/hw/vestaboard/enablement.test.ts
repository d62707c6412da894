import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/platform/clock.ts';
import { enableLocalApi } from '../../../hw/vestaboard/enablement.ts';
import { VestaboardLocal } from '../../../hw/vestaboard/local.ts';
import { SHORT, frameOf, never, someGrid, withEmulator } from '../rig.ts';

const test = suite('enabling the Local API');
const DEPS = { clock: systemClock, limits: SHORT };

test('a token brings a key that works, and the old one stops working', () =>
  withEmulator({}, async (emulator) => {
    const { host, port, key: old, token } = emulator;
    const result = await enableLocalApi({ host, port }, token, DEPS, never());
    const key = 'key' in result ? result.key : '';
    assert.is(key, emulator.key);
    assert.is.not(key, old);
    const write = async (with_: string) => {
      const driver = new VestaboardLocal({ host, port, key: with_, rows: 6, cols: 22 }, DEPS);
      await driver.start();
      const { status } = await driver.write(frameOf(someGrid(6, 22)), never());
      await driver.stop();
      return status;
    };
    assert.is(await write(key), 'sent');
    assert.is(await write(old), 'failed');
  }));

test('sends the token in its header', () =>
  withEmulator({}, async (emulator) => {
    await enableLocalApi(emulator, emulator.token, DEPS, never());
    const [request] = emulator.requests;
    assert.is(request?.method, 'POST');
    assert.is(request?.path, '/local-api/enablement');
    assert.is(request?.headers['x-vestaboard-local-api-enablement-token'], emulator.token);
    assert.is(request?.headers['content-type'], 'application/json');
  }));

test("a wrong token brings the board's own words, and not the token", () =>
  withEmulator({}, async (emulator) => {
    const result = await enableLocalApi(emulator, 'wrong-one', DEPS, never());
    const reason = 'reason' in result ? result.reason : '';
    assert.match(reason, /did not accept the enablement token \(status 403: Invalid enablement token\)/);
    assert.not.match(reason, /wrong-one/);
  }));

for (const fault of ['hang', 'garbage', 'drop', 'cut'] as const) {
  test(`a board that answers with "${fault}" gives a reason`, () =>
    withEmulator({ switches: { fault } }, async (emulator) => {
      assert.ok('reason' in (await enableLocalApi(emulator, emulator.token, DEPS, never())));
    }));
}

test('a success without a key is none', () =>
  withEmulator({ switches: { fault: 'status', faultStatus: 200 } }, async (emulator) => {
    const result = await enableLocalApi(emulator, emulator.token, DEPS, never());
    assert.match('reason' in result ? result.reason : '', /status 200/);
  }));

test('an abort ends it', () =>
  withEmulator({ switches: { fault: 'hang' } }, async (emulator) => {
    const abort = new AbortController();
    const asking = enableLocalApi(emulator, emulator.token, { clock: systemClock }, abort.signal);
    setTimeout(() => abort.abort(), 10);
    assert.ok('reason' in (await asking));
  }));

test.run();

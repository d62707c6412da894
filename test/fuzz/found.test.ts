import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OLD_REEL } from '../../hw/panel/chainlink/link.ts';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { boardsIn, parseCommand } from '../../src/mqtt/command.ts';
import { refuseHost } from '../../src/platform/network/net.ts';
import { chainRig, QUICK, SMALLEST } from '../hw/panel/rig.ts';
import { frameOf, never } from '../hw/rig.ts';

/** What chance has found, one by one, so that it stays mended whatever chance finds next. */
const test = suite('found by chance');

test('an IPv6 address with a zone is refused as a host, and not taken into an address of the web', async () => {
  assert.match((await refuseHost('fe80::1%eth0')) ?? '', /is not a host name or IP address/);
  assert.is(await refuseHost('fe80::1'), null);
});

for (const line of [
  '{"type":"init","num_modules":1e308}',
  '{"type":"init","num_modules":4294967296}',
  '{"type":"init","num_modules":-1}',
  '{"type":"init","num_modules":0.5}',
  `{"type":"status","modules":[${'{},'.repeat(4000)}{}]}`,
]) {
  test(`a chain that says ${line.slice(0, 50)} is written all the same`, async () => {
    const awake = setInterval(() => undefined, 60_000);
    const { driver, board, wire } = chainRig({
      panel: { connection: { path: '/dev/emulated', baud_rate: 38_400 } },
      board: { textOnly: true, flaps: OLD_REEL },
      times: QUICK,
    });
    await driver.start();
    wire.toHost(Buffer.from(`${line}\n`));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const outcome = await driver.write(frameOf(createGrid(SMALLEST.rows, SMALLEST.cols, 2)), never());
    assert.is(outcome.status, 'sent', JSON.stringify(outcome));
    await driver.stop();
    board.close();
    clearInterval(awake);
  });
}

for (const board of ['[[[[]]]]', '{"toString":1}', 'true', `${'['.repeat(7000)}${']'.repeat(7000)}`]) {
  test(`a command over MQTT for the board ${board.slice(0, 20)} means no board, and is no reason to end`, () => {
    const command = parseCommand('flapbox', 'flapbox/send_message/set', Buffer.from(`{"board":${board}}`));
    assert.ok(command);
    assert.equal(boardsIn(command), ['']);
    assert.type(
      parseCommand('flapbox', 'flapbox/send_message/set', Buffer.from(`{"message":${board}}`))?.text,
      'string',
    );
  });
}

test.run();

// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { MODULES, REEL, STEPS, startPins } from './pins-rig.ts';

const test = suite('calibrations of motors in backups');
const FLAP = STEPS / REEL.length;

test('a restored backup brings its calibration, at once and after restarts', async () => {
  const pins = await startPins();
  const offsets = async () => (await pins.diagnose()).map(({ offset }) => Math.round(offset / FLAP));
  const shows = (...flaps: number[]) => until(() => pins.isStill() && pins.wall.flaps.join() === flaps.join());
  try {
    await pins.add();
    await until(() => pins.made() > MODULES * 50 && pins.shows('   ') && pins.isStill());
    await pins.act('nudge', { modules: [0], quarters: 4 });
    await shows(1, 0, 0);
    const backup = (await pins.call('GET', '/backup/export')).body;
    await pins.act('nudge', { quarters: 8 });
    await shows(3, 2, 2);
    assert.equal(await offsets(), [3, 2, 2]);
    assert.is((await pins.call('POST', '/backup/import', backup)).status, 200);
    assert.equal(await offsets(), [1, 0, 0]);
    await pins.say('AAA');
    await shows(2, 1, 1);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await pins.end(signal);
      await pins.start();
      assert.equal(await offsets(), [1, 0, 0], signal);
    }
    await pins.say('BBB');
    await shows(3, 2, 2);
  } finally {
    await pins.close();
  }
});

test.run();

// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { FLAP, MODULES, settled, withWall } from './pins-rig.ts';

const test = suite('walls of motors over ends of the service in order');

test('stopped at rest, nothing turns after the start, and the next frame needs no home', () =>
  withWall(async (pins) => {
    await pins.say('ABC');
    await settled(pins, 'ABC');
    await pins.end('SIGTERM');
    const before = pins.made();
    await pins.start();
    await settled(pins, 'ABC');
    for (const { state } of await pins.diagnose()) assert.is(state, 'ok');
    assert.is(pins.made(), before);
    await pins.say('BCD');
    await settled(pins, 'BCD');
    assert.ok(pins.made() - before <= MODULES * (FLAP + 10), `${pins.made() - before} steps`);
    await pins.end('SIGKILL');
    const moved = pins.made();
    await pins.start();
    await until(() => pins.made() > moved + MODULES * 50);
    await settled(pins, 'BCD');
  }));

test('stopped in the middle of a move, the wall goes on after the start, right in the end', () =>
  withWall(async (pins) => {
    await pins.say('GGG');
    const before = pins.made();
    await until(() => pins.made() > before + 60);
    await pins.end('SIGTERM');
    await pins.start();
    await settled(pins, 'GGG');
  }));

test('a board that is switched off stands still, and needs no home when it is on again', () =>
  withWall(async (pins) => {
    await pins.say('ABC');
    await settled(pins, 'ABC');
    const set = async (enabled: boolean): Promise<void> => {
      const { body } = await pins.call('GET', '/settings/board');
      const boards = (body['boards'] as { id: string }[]).map((board) =>
        board.id === 'wall' ? { ...board, enabled } : board,
      );
      assert.is((await pins.call('PUT', '/settings/board', { boards })).status, 200);
    };
    await set(false);
    const before = pins.made();
    assert.is((await pins.act('home')).status >= 400, true);
    await pins.end('SIGTERM');
    await pins.start();
    const refused = await pins.say('CBA');
    assert.is(refused.status, 503, JSON.stringify(refused.body));
    assert.is(pins.made(), before);
    await set(true);
    await until(async () => (await pins.call('GET', '/v1/boards/wall')).body['text'] !== null);
    assert.is(pins.made(), before);
    await pins.say('BCD');
    await settled(pins, 'BCD');
    assert.ok(pins.made() - before <= MODULES * (FLAP + 10), `${pins.made() - before} steps`);
  }));

test.run();

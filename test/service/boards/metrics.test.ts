import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardRegistry } from '../../../src/board/registry.ts';
import type { DisplayLoop } from '../../../src/loop/display.ts';
import { measureBoards } from '../../../src/service/boards/metrics.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/boards: metrics');

test('each board has a sample of each quantity, zero while it does not run', () => {
  const boards = [{ ...sampleBoard('a'), paused: true }, sampleBoard('b'), sampleBoard('c')];
  const { store } = storeWith(() => ({ boards }));
  const views = new Map<string, object>([
    ['a', { sent: 3, failed: 1, error: 'It is away.', drifted: false }],
    ['b', { sent: 0, failed: 0, error: null, drifted: true }],
  ]);
  const registry = { get: (id: string) => (views.has(id) ? { view: views.get(id) } : undefined) };
  const loop = { running: true, latenessMs: 250 };
  const measured = measureBoards(store, registry as unknown as BoardRegistry, loop as unknown as DisplayLoop);
  const told = measured.map(({ name, type, samples }) => [
    name,
    type,
    samples.map(({ labels, value }) => `${labels?.['board'] ?? ''}${value}`).join(' '),
  ]);
  assert.equal(told, [
    ['board_frames_sent_total', 'counter', 'a3 b0 c0'],
    ['board_frames_failed_total', 'counter', 'a1 b0 c0'],
    ['board_paused', 'gauge', 'a1 b0 c0'],
    ['board_error', 'gauge', 'a1 b0 c0'],
    ['board_drifted', 'gauge', 'a0 b1 c0'],
    ['display_loop_running', 'gauge', '1'],
    ['display_loop_lateness_seconds', 'gauge', '0.25'],
  ]);
});

test.run();

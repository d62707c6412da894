import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FlapPainter, mostFlapPixels } from '../../../hw/screen/flap-painter.ts';
import { FlapShow } from '../../../hw/screen/flap-show.ts';
import type { FrameBuffer } from '../../../hw/screen/frame-buffer.ts';
import type { NoticePicture } from '../../../hw/screen/notice.ts';
import { formatOf } from '../../../hw/screen/pixel-format.ts';
import { placeWall } from '../../../hw/screen/placement.ts';
import { Motion } from '../../../src/core/look/motion.ts';
import { PLAIN } from '../../../src/core/look/palette.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { failureOf } from '../rig.ts';

/** What is written to a screen, and what becomes of it when the screen cannot be switched off or is gone. */
const test = suite('hw/screen/flap-show');

const FORMAT = formatOf(32, false);
const CHOICE = { rows: 2, cols: 2, framed: true, margin: 0, rotation: 0, flapSize: 100, drift: false } as const;
const SIZE = { width: 120, height: 90 };
const GONE = new Error('The screen fb0 is gone.');

/** A show on a screen in memory, of which the test says whether it can be switched off and written to. */
const rig = ({ canBlank = true }: { canBlank?: boolean } = {}) => {
  const place = placeWall(CHOICE, SIZE, mostFlapPixels(FORMAT));
  const painter = new FlapPainter({ ...SIZE, stride: SIZE.width, format: FORMAT }, place, PLAIN, true);
  const motion = new Motion(new Uint8Array(4), () => 0);
  const lines = new Set<number>();
  const screen = { blanked: [] as boolean[], isGone: false, brightest: 0, lines };
  const buffer = {
    write: async (top: number, bytes: Uint8Array) => {
      if (screen.isGone) throw GONE;
      for (let line = 0; line < bytes.length / (SIZE.width * 4); line++) lines.add(top + line);
      const colors = new Uint8Array(bytes).filter((_, at) => at % 4 !== 3);
      screen.brightest = colors.reduce((most, color) => Math.max(most, color), screen.brightest);
    },
    setBlank: (isBlank: boolean) => Promise.resolve(screen.blanked.push(isBlank) > 0 && canBlank),
  } as unknown as FrameBuffer;
  const failures: Error[] = [];
  const onFailure = (problem: Error): void => void failures.push(problem);
  const show = new FlapShow({ buffer, painter, motion, clock: systemClock, onFailure });
  /** How many lines were written and how bright they were, since it was asked last. */
  const seen = (): [lines: number, brightest: number] => {
    const told: [number, number] = [lines.size, screen.brightest];
    lines.clear();
    screen.brightest = 0;
    return told;
  };
  return { show, screen, failures, motion, painter, seen };
};

test('the first frame paints the whole screen, and a frame without a change nothing', async () => {
  const { show, seen, screen } = rig();
  await show.show();
  assert.is(seen()[0], SIZE.height);
  assert.equal(screen.blanked, [false]);
  await show.show();
  assert.is(seen()[0], 0);
});

test('a frame paints the strip of the flaps that change', async () => {
  const { show, seen, motion, painter } = rig();
  await show.show();
  seen();
  motion.aim(Uint8Array.of(0, 0, 1, 0), systemClock.monotonic());
  await show.show();
  const [lines] = seen();
  assert.ok(lines > 0 && lines < SIZE.height / 2, `${lines} lines`);
  assert.is(painter.bands.length, 2);
});

for (const [canBlank, lines] of [
  [true, 0],
  [false, SIZE.height],
] as const)
  test(`a screen that ${canBlank ? 'can' : 'cannot'} be switched off is ${canBlank ? 'dark' : 'painted black'}`, async () => {
    const { show, seen, screen } = rig({ canBlank });
    await show.show();
    const [, full] = seen();
    await show.light(0);
    assert.equal(
      [seen(), screen.blanked],
      [
        [lines, 0],
        [false, true],
      ],
    );
    await show.light(0);
    assert.equal(seen(), [0, 0]);
    await show.light(100);
    assert.equal([seen(), screen.blanked.at(-1)], [[SIZE.height, full], false]);
    await show.light(100);
    assert.equal(seen(), [0, 0], 'what is lit so already is left alone');
    await show.light(25);
    const [painted, dimmed] = seen();
    assert.ok(painted === SIZE.height && dimmed > 0 && dimmed < full / 3, `${dimmed} of ${full}`);
  });

test('a notice takes the place of the wall, until it is taken back', async () => {
  const { show, seen } = rig();
  await show.show();
  seen();
  let prepared = 0;
  const strip = { top: 7, lines: 1, bytes: new Uint8Array(SIZE.width * 4).fill(9) };
  const notice: NoticePicture = { prepare: async () => void prepared++, paint: () => [strip] };
  await show.announce(notice);
  assert.equal([seen(), prepared], [[1, 9], 1]);
  await show.announce(null);
  assert.is(seen()[0], SIZE.height);
});

test('a screen that goes fails the frame and is told; the next frame paints all of it', async () => {
  const { show, seen, screen, failures, motion } = rig();
  await show.show();
  seen();
  screen.isGone = true;
  motion.aim(Uint8Array.of(1, 1, 1, 1), systemClock.monotonic());
  assert.is(await failureOf(show.show()), GONE.message);
  assert.equal([failures, motion.moving.size], [[GONE], 0]);
  screen.isGone = false;
  await show.show();
  assert.is(seen()[0], SIZE.height);
});

test('what is asked for while a failure is told is done afterwards', async () => {
  const { show, screen, failures, seen } = rig();
  const again: Promise<void>[] = [];
  failures.push = (...all: Error[]) => {
    screen.isGone = false;
    again.push(show.show());
    return all.length;
  };
  screen.isGone = true;
  assert.is(await failureOf(show.show()), GONE.message);
  await Promise.all(again);
  assert.is(again.length, 1);
  assert.is(seen()[0], SIZE.height);
});

test('a show that was let go paints nothing, and who waits for it is told', async () => {
  const { show, failures, seen } = rig();
  const waiting = failureOf(show.show());
  await show.stop();
  assert.is(await waiting, 'The write was called off.');
  assert.is(await failureOf(show.show()), 'The screen was let go.');
  assert.equal([failures, seen()], [[], [0, 0]]);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DEBOUNCE_MS, HELD_MS, LONG_MS, PressDetector } from '../../../hw/gpio/press.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('press');

const rig = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const heard: string[] = [];
  const note = (word: string) => () => void heard.push(`${word}@${clock.monotonic()}`);
  const detector = new PressDetector(clock, {
    down: note('down'),
    held: note('held'),
    long: note('long'),
    up: note('up'),
  });
  return { clock, heard, detector };
};

/** A rig whose contact was seen open: its time begins at 100. */
const ready = async () => {
  const made = rig();
  made.detector.level(false);
  await made.clock.advance(100);
  return made;
};

/** Levels as [ms after the one before, closed], and what is heard. */
const CASES: readonly [string, readonly (readonly [number, boolean])[], readonly string[]][] = [
  [
    'a press',
    [
      [0, true],
      [200, false],
      [100, false],
    ],
    ['down@115', 'up@315'],
  ],
  [
    'a level told again changes nothing',
    [
      [0, true],
      [5, true],
      [5, true],
      [200, false],
      [5, false],
      [100, false],
    ],
    ['down@115', 'up@325'],
  ],
  [
    'a bouncing contact is one press',
    [
      [0, true],
      [3, false],
      [4, true],
      [2, false],
      [3, true],
      [200, false],
      [4, true],
      [3, false],
      [100, false],
    ],
    ['down@127', 'up@334'],
  ],
  [
    'a spike that is shorter than the debounce is nothing',
    [
      [0, true],
      [DEBOUNCE_MS - 1, false],
      [100, false],
    ],
    [],
  ],
  [
    'a level that stands exactly the debounce counts',
    [
      [0, true],
      [DEBOUNCE_MS, false],
      [100, false],
    ],
    ['down@115', 'up@130'],
  ],
  [
    'an opening that is shorter than the debounce does not end a press',
    [
      [0, true],
      [100, false],
      [DEBOUNCE_MS - 1, true],
      [100, false],
      [100, false],
    ],
    ['down@115', 'up@329'],
  ],
  [
    'just short of a hold',
    [
      [0, true],
      [HELD_MS - 1, false],
      [100, false],
    ],
    ['down@115', 'held@2100', 'up@2114'],
  ],
  [
    'released in time, no hold',
    [
      [0, true],
      [HELD_MS - DEBOUNCE_MS - 1, false],
      [100, false],
    ],
    ['down@115', 'up@2099'],
  ],
  [
    'just short of a long press',
    [
      [0, true],
      [LONG_MS - DEBOUNCE_MS - 1, false],
      [100, false],
    ],
    ['down@115', 'held@2100', 'up@10099'],
  ],
  [
    'a long press',
    [
      [0, true],
      [LONG_MS + 5000, false],
      [100, false],
    ],
    ['down@115', 'held@2100', 'long@10100', 'up@15115'],
  ],
  [
    'two presses',
    [
      [0, true],
      [100, false],
      [100, true],
      [100, false],
      [100, false],
    ],
    ['down@115', 'up@215', 'down@315', 'up@415'],
  ],
];

for (const [name, levels, expected] of CASES) {
  test(name, async () => {
    const { clock, heard, detector } = await ready();
    for (const [wait, closed] of levels) {
      await clock.advance(wait);
      detector.level(closed);
    }
    await clock.advance(50);
    assert.equal(heard, expected);
  });
}

test('a contact that is closed from the beginning counts for nothing until it was open', async () => {
  const { clock, heard, detector } = rig();
  detector.level(true);
  await clock.advance(LONG_MS * 2);
  assert.is(detector.closed, true);
  detector.level(false);
  await clock.advance(100);
  assert.equal(heard, []);
  detector.level(true);
  await clock.advance(100);
  assert.is(heard.length, 1);
});

test('nobody knows the level before the first one has stood', async () => {
  const { clock, detector } = rig();
  assert.is(detector.closed, null);
  detector.level(false);
  assert.is(detector.closed, null);
  await clock.advance(DEBOUNCE_MS);
  assert.is(detector.closed, false);
});

test('forgetting ends a press without a word, and no timer fires afterwards', async () => {
  const { clock, heard, detector } = await ready();
  detector.level(true);
  await clock.advance(100);
  detector.reset();
  await clock.advance(LONG_MS * 2);
  assert.equal(heard, ['down@115']);
  assert.is(detector.closed, null);
});

test('forgetting while a level has not stood yet forgets it too', async () => {
  const { clock, heard, detector } = await ready();
  detector.level(true);
  detector.reset();
  await clock.advance(LONG_MS);
  assert.equal(heard, []);
});

test.run();

import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pin } from '../../../src/schema/boards/pins.ts';
import { placesOf, type Wire } from '../../../ui/settings/pins/header-plan.ts';
import { HeaderPicture } from '../../../ui/settings/pins/header-picture.tsx';

/** The header with supply at its beginning (1, 2, 4), in between (6, 9, 17) and at the end of its left row (39). */
const test = suite('ui/settings/pins/header-picture');

const SUPPLY = new Set([1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39]);
const pin = (position: number): Pin => ({
  pin: position,
  position,
  name: `GPIO${position}`,
  free: position !== 12,
  use: position === 12 ? 'board' : null,
  used_by: position === 12 ? 'coil 1 of the board Hall' : null,
  board_id: null,
  moves_at_power_up: position === 5,
  note: null,
});
const PINS = Array.from({ length: 40 }, (_, at) => at + 1)
  .filter((position) => !SUPPLY.has(position))
  .map(pin);
const WIRE: Wire = { key: 'pins 0', name: 'coil 1', module: 2, pin: 7 };

const draw = (use: (drawn: Drawn, chosen: number[]) => Promise<void>) => {
  const chosen: number[] = [];
  return drawView(
    h(HeaderPicture, {
      places: placesOf(PINS, [WIRE], null),
      onChoose: ({ position }: { position: number }) => chosen.push(position),
    }),
    () => ({}),
    (drawn) => use(drawn, chosen),
  );
};

/** Where the keyboard stands. */
const standing = ({ all }: Drawn): number[] =>
  all('rect').flatMap((one) => (one.getAttribute('tabindex') === '0' ? Number(one.getAttribute('data-position')) : []));

const press = async ({ find, settle }: Drawn, ...keys: readonly string[]): Promise<boolean> => {
  let isTaken = false;
  for (const key of keys) {
    isTaken = !find('svg').do({ type: 'keydown', key });
    await settle();
  }
  return isTaken;
};

const WALKS: readonly (readonly [keys: readonly string[], at: number])[] = [
  [[], 3],
  [['ArrowDown'], 5],
  // Supply is left out.
  [['ArrowRight'], 5],
  [['ArrowDown', 'ArrowDown', 'ArrowDown'], 11],
  [['ArrowDown', 'ArrowRight', 'ArrowRight'], 8],
  [['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowLeft'], 7],
  // At the ends it stays.
  [['ArrowUp'], 3],
  [['ArrowLeft'], 3],
  [Array.from({ length: 30 }, () => 'ArrowRight'), 40],
  [Array.from({ length: 30 }, () => 'ArrowDown'), 37],
];
for (const [keys, at] of WALKS)
  test(`the keyboard goes from pin to pin: ${keys.length} times ${[...new Set(keys)].join(', ')}`, () =>
    draw(async (drawn) => {
      if (keys.length > 0) assert.ok(await press(drawn, ...keys));
      assert.equal(standing(drawn), [at]);
    }));

test('to the first place of all, when that is a pin', () => {
  const places = placesOf([pin(1), pin(3)], [], null);
  return drawView(
    h(HeaderPicture, { places, onChoose: () => undefined }),
    () => ({}),
    async (drawn) => {
      assert.equal(standing(drawn), [3]);
      await press(drawn, 'ArrowUp');
      assert.equal(standing(drawn), [1]);
    },
  );
});

test('a pin is chosen with Enter and the space bar, and by tapping, which leads the keyboard there', () =>
  draw(async (drawn, chosen) => {
    await press(drawn, 'Enter', 'ArrowDown', ' ');
    assert.equal(chosen, [3, 5]);
    drawn.find('[data-position="12"]').click();
    await drawn.settle();
    assert.equal([chosen.at(-1), standing(drawn)], [12, [12]]);
    assert.not.ok(await press(drawn, 'a'));
    assert.is(chosen.length, 3);
  }));

test('what a pin is and who has it is said, and drawn in short', () =>
  draw(async ({ find, all }) => {
    const at = (position: number) => find(`[data-position="${position}"]`);
    assert.equal(
      [7, 12, 5].map((position) => at(position).getAttribute('aria-label')),
      [
        'GPIO7, pin 7: coil 1 of module 2',
        'GPIO12, pin 12: used by coil 1 of the board Hall',
        'GPIO5, pin 5: free, moves at power-up',
      ],
    );
    assert.equal(
      all('.pin-user').map(({ textContent }) => textContent),
      ['2: coil 1', 'coil 1 · Hall'],
    );
    assert.is(all('.pin-moves').length, 1);
    assert.equal(
      ['aria-pressed', 'aria-disabled'].map((name) => [7, 12, 5].map((position) => at(position).getAttribute(name))),
      [
        ['', 'false', 'false'],
        ['false', '', 'false'],
      ],
    );
  }));

test.run();

import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PlaceFields } from '../../../ui/settings/place/place-fields.tsx';
import { settings } from '../../../ui/strings/settings/settings.ts';
import { putGlobals } from '../../support/globals.ts';

const test = suite('ui/settings/place/place-fields');

const texts = settings.place;
type Place = { latitude: number | null; longitude: number | null };
const NOWHERE: Place = { latitude: null, longitude: null };
const BERLIN: Place = { latitude: 52.52, longitude: 13.4 };

const draw = (place: Place, zone: string, use: (drawn: Drawn, changes: Place[]) => Promise<void>) => {
  const changes: Place[] = [];
  return drawView(
    h(PlaceFields, { place, zone, onChange: (next: Place) => changes.push(next) }),
    () => ({ places: [] }),
    (drawn) => use(drawn, changes),
  );
};
/** The ways to a place, and away from it. */
const buttons = ({ all }: Drawn): string[] => all('.row-start button').map(({ textContent }) => textContent);

test('a point is told by the place near it, and can be taken away', () =>
  draw(BERLIN, 'Europe/Berlin', async (drawn, changes) => {
    assert.ok(drawn.text.includes(texts.near('Berlin')));
    assert.not.ok(buttons(drawn).includes(texts.ofZone('Berlin')));
    await drawn.press(texts.clear);
    assert.equal(changes, [NOWHERE]);
  }));

test('far from every place nothing is told', () =>
  draw({ latitude: -40, longitude: -120 }, 'Europe/Berlin', async ({ text }) => {
    assert.not.match(text, texts.near(''));
  }));

test('without a point the place of the time zone is offered, and nothing to take away', () =>
  draw(NOWHERE, 'Europe/Paris', async (drawn, changes) => {
    assert.equal(buttons(drawn), [texts.ofZone('Paris')]);
    await drawn.press(texts.ofZone('Paris'));
    assert.equal(
      changes.map(({ latitude, longitude }) => [Math.round(latitude ?? 0), Math.round(longitude ?? 0)]),
      [[49, 2]],
    );
  }));

test('one coordinate that is typed leaves the other', () =>
  draw(BERLIN, 'Europe/Berlin', async (drawn, changes) => {
    await drawn.enter(texts.latitude, '10.5');
    await drawn.enter(texts.longitude, '');
    assert.equal(changes, [
      { latitude: 10.5, longitude: 13.4 },
      { latitude: 52.52, longitude: null },
    ]);
  }));

interface Position {
  readonly coords: Place;
}

test('a device that tells where it is does so in a page that may ask, and that it does not is said', () =>
  draw(NOWHERE, 'Etc/UTC', async (drawn, changes) => {
    assert.equal(buttons(drawn), []);
    let isKnown = false;
    const getCurrentPosition = (done: (told: Position) => void, fail: () => void): void =>
      isKnown ? done({ coords: { latitude: 48.123_456, longitude: -9.987_654 } }) : fail();
    const fields = (at: number) =>
      h(PlaceFields, { key: at, place: NOWHERE, zone: 'Etc/UTC', onChange: (next: Place) => changes.push(next) });
    const restore = putGlobals({ navigator: { geolocation: { getCurrentPosition } }, isSecureContext: false });
    try {
      await drawn.draw(fields(1));
      assert.equal(buttons(drawn), []);
      Object.assign(globalThis, { isSecureContext: true });
      await drawn.draw(fields(2));
      await drawn.press(texts.here);
      assert.is(drawn.find('[role="alert"]').textContent, texts.hereFails);
      isKnown = true;
      await drawn.press(texts.here);
      assert.equal([drawn.all('[role="alert"]'), changes], [[], [{ latitude: 48.12, longitude: -9.99 }]]);
    } finally {
      restore();
    }
  }));

test.run();

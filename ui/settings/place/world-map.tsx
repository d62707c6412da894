import { useMemo, useState } from 'preact/hooks';
import type { TargetedEvent, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { settings } from '../../strings/settings/settings.ts';
import { formatDegrees } from './degrees.ts';
import { LAND, LAND_LEFT, LAND_STEP, LAND_TOP } from './land.ts';
import { Button } from '../../kit/button.tsx';
import { Said } from '../../kit/work.tsx';
import { ARROWS } from '../../arrow-keys.ts';

/** A point on earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const texts = settings.place;
const COLS = 360 / LAND_STEP;
const ROWS = LAND.length;
/** A closer look shows this part of the width and of the height. */
const CLOSER = 0.25;
const MIDDLE: Point = { latitude: 20, longitude: 0 };

// A dot per field of land: round ends make a dot of a line without length.
const dots = (): string =>
  LAND.map((digits, row) =>
    [...digits]
      .map((digit, place) => {
        const bits = Number.parseInt(digit, 16);
        return [8, 4, 2, 1]
          .map((bit, offset) => ((bits & bit) === 0 ? '' : `M${place * 4 + offset + 0.5} ${row + 0.5}h0`))
          .join('');
      })
      .join(''),
  ).join('');

const toMap = ({ latitude, longitude }: Point) => ({
  x: (longitude - LAND_LEFT) / LAND_STEP,
  y: (LAND_TOP - latitude) / LAND_STEP,
});

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const round = (degrees: number): number => Math.round(degrees * 10) / 10;

const viewAround = (point: Point, close: boolean) => {
  if (!close) return { x: 0, y: 0, width: COLS, height: ROWS };
  const { x, y } = toMap(point);
  const [width, height] = [COLS * CLOSER, ROWS * CLOSER];
  return { x: clamp(x - width / 2, 0, COLS - width), y: clamp(y - height / 2, 0, ROWS - height), width, height };
};

/** The world in dots, of which one picks a point: by a tap, or with the arrow keys. */
export const WorldMap = ({ point, onPick }: { point: Point | null; onPick: (point: Point) => void }) => {
  const land = useMemo(dots, []);
  const [close, setClose] = useState(false);
  // A closer look stays where it is while the mark is moved within it.
  const [centre, setCentre] = useState<Point>(point ?? MIDDLE);
  const view = viewAround(centre, close);
  const pick = ({ latitude, longitude }: Point) =>
    onPick({
      latitude: clamp(round(latitude), -90, 90),
      longitude: round(((((longitude + 180) % 360) + 360) % 360) - 180),
    });
  const tap = (event: TargetedMouseEvent<HTMLButtonElement>) => {
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = view.x + ((event.clientX - box.left) / box.width) * view.width;
    const y = view.y + ((event.clientY - box.top) / box.height) * view.height;
    pick({ latitude: LAND_TOP - y * LAND_STEP, longitude: LAND_LEFT + x * LAND_STEP });
  };
  const press = (event: TargetedKeyboardEvent<HTMLButtonElement>) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const size = event.shiftKey ? 10 : 1;
    const from = point ?? MIDDLE;
    const [east, south] = step;
    pick({ latitude: from.latitude - south * size, longitude: from.longitude + east * size });
  };
  const zoom = (event: TargetedEvent) => {
    event.preventDefault();
    setCentre(point ?? MIDDLE);
    setClose(!close);
  };
  const mark = point && toMap(point);
  const scale = view.width / COLS;
  return (
    <div class="rows-8">
      <button
        type="button"
        class="map"
        aria-label={texts.map}
        aria-describedby="map-hint"
        onClick={tap}
        onKeyDown={press}
      >
        <svg viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} aria-hidden="true">
          <path class="map-land" d={land} stroke-width="0.72" stroke-linecap="round" fill="none" />
          {mark && <circle class="map-halo" cx={mark.x} cy={mark.y} r={4.5 * scale} />}
          {mark && <circle class="map-mark" cx={mark.x} cy={mark.y} r={2 * scale} />}
        </svg>
      </button>
      <div class="row">
        <p class="field-note" id="map-hint">
          {texts.mapHint}
        </p>
        <Button small text={close ? texts.wider : texts.closer} onClick={zoom} />
      </div>
      <Said>
        {point && texts.mapAt(formatDegrees(point.latitude, 'latitude'), formatDegrees(point.longitude, 'longitude'))}
      </Said>
    </div>
  );
};

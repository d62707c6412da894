import { useRef, useState } from 'preact/hooks';
import type { TargetedKeyboardEvent } from 'preact';
import { pins as texts } from '../../strings/pins.ts';
import type { Place, Wire } from './header-plan.ts';
import './pins.css';

const ROW = 30;
const WIDTH = 400;
const TOP = 12;
const LEFT_PIN = 184;
const RIGHT_PIN = 216;

/** What a wire is called, with its module where there are several. */
export const wireText = ({ name, module }: Wire): string => (module === null ? name : texts.wire(name, module));

const stateText = ({ state, pin, wire, name }: Place): string => {
  if (wire) return wireText(wire);
  if (state === 'power') return texts.power[name as '5V'];
  const said = state === 'free' ? texts.free : texts.usedBy(pin?.used_by ?? '');
  return pin?.moves_at_power_up ? `${said}, ${texts.movesShort}` : said;
};

const shortUser = (place: Place): string => {
  if (place.wire) return place.wire.module === null ? place.wire.name : `${place.wire.module}: ${place.wire.name}`;
  if (place.state !== 'other') return '';
  const { use, used_by } = place.pin ?? {};
  return use === 'board' ? (used_by ?? '').replace(/ of the board /, ' · ') : (used_by ?? '').replace(/^the /, '');
};

const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

interface PlaceProps {
  readonly place: Place;
  /** Whether the keyboard stands here. */
  readonly current: boolean;
  readonly onChoose: (place: Place) => void;
}

const PlaceMark = ({ place, current, onChoose }: PlaceProps) => {
  const { position, state, name } = place;
  const isLeft = position % 2 === 1;
  const y = TOP + Math.floor((position - 1) / 2) * ROW;
  const x = isLeft ? LEFT_PIN : RIGHT_PIN;
  const anchor = isLeft ? 'end' : 'start';
  const text = isLeft ? x - 20 : x + 20;
  const user = shortUser(place);
  return (
    <g class={`pin is-${state} ${name === 'GND' ? 'is-ground' : ''}`}>
      <g aria-hidden="true">
        <circle class="pin-dot" cx={x} cy={y + ROW / 2} r="11" />
        <text class="pin-number" x={x} y={y + ROW / 2 + 3.5} text-anchor="middle">
          {position}
        </text>
        {place.pin?.moves_at_power_up && <path class="pin-moves" d={`M${isLeft ? x - 15 : x + 15} ${y + 6}l3 6h-6z`} />}
        <text class="pin-name" x={text} y={y + (user ? 13 : ROW / 2 + 4)} text-anchor={anchor}>
          {name}
        </text>
        {user && (
          <text class="pin-user" x={text} y={y + 25} text-anchor={anchor}>
            {clip(user)}
          </text>
        )}
      </g>
      {state !== 'power' && (
        <rect
          class="pin-area"
          role="button"
          tabindex={current ? 0 : -1}
          data-position={position}
          aria-label={texts.pin(name, position, stateText(place))}
          aria-pressed={state === 'mine'}
          aria-disabled={state === 'other'}
          x={isLeft ? 0 : WIDTH / 2}
          y={y}
          width={WIDTH / 2}
          height={ROW}
          rx="6"
          onClick={() => onChoose(place)}
        />
      )}
    </g>
  );
};

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 };

/** The next place in a direction that is a pin, from a place on; the same one at the end. */
const nextPin = (places: readonly Place[], from: number, step: number): number => {
  for (let at = from + step; at >= 1 && at <= places.length; at += step)
    if (places[at - 1]?.state !== 'power') return at;
  return from;
};

interface HeaderPictureProps {
  readonly places: readonly Place[];
  readonly label?: string;
  readonly onChoose: (place: Place) => void;
}

/**
 * The header of the machine with its forty pins, seen from above with the board to the left: what each is, and who has
 * it. A pin that is tapped, or chosen with the arrow keys and Enter, is told.
 */
export const HeaderPicture = ({ places, label = texts.picture, onChoose }: HeaderPictureProps) => {
  const svg = useRef<SVGSVGElement>(null);
  const [current, setCurrent] = useState(() => nextPin(places, 1, 1));
  const choose = (place: Place) => {
    setCurrent(place.position);
    onChoose(place);
  };
  const press = (event: TargetedKeyboardEvent<SVGSVGElement>) => {
    const step = STEPS[event.key];
    const place = places[current - 1];
    if (step === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (step === undefined) {
      if (place) choose(place);
      return;
    }
    const to = nextPin(places, current, step);
    setCurrent(to);
    svg.current?.querySelector<SVGElement>(`[data-position="${to}"]`)?.focus();
  };
  return (
    <svg
      ref={svg}
      class="header-picture"
      viewBox={`0 0 ${WIDTH} ${TOP * 2 + 20 * ROW}`}
      role="group"
      aria-label={label}
      onKeyDown={press}
    >
      <rect
        class="header-body"
        x={LEFT_PIN - 16}
        y={TOP - 4}
        width={RIGHT_PIN - LEFT_PIN + 32}
        height={20 * ROW + 8}
        rx="6"
      />
      {places.map((place) => (
        <PlaceMark key={place.position} place={place} current={place.position === current} onChoose={choose} />
      ))}
    </svg>
  );
};

/** What the colours of the picture mean. */
export const HeaderLegend = () => (
  <ul class="header-legend" aria-hidden="true">
    {(['free', 'mine', 'other', 'power', 'moves'] as const).map((state) => (
      <li key={state} class={`is-${state}`}>
        {texts.legend[state]}
      </li>
    ))}
  </ul>
);

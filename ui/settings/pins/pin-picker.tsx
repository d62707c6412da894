import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Pin, Pins } from '../../../src/schema/boards/pins.ts';
import { pins as texts } from '../../strings/pins.ts';
import { movingWires, placesOf, type Place, type Wire } from './header-plan.ts';
import { HeaderLegend, HeaderPicture, wireText } from './header-picture.tsx';

const gpio = ({ pin, position }: Pin): string => `GPIO${pin} (${position})`;

const Unset = () => (
  <>
    <span aria-hidden="true">–</span>
    <span class="visually-hidden">{texts.noPin}</span>
  </>
);

const WireButton = ({ wire, chosen, onChoose }: { wire: Wire; chosen: boolean; onChoose: () => void }) => (
  <button type="button" class="pin-wire" aria-pressed={chosen} onClick={onChoose}>
    <span>
      {wire.name}
      <span class="visually-hidden">{wire.module !== null && ` ${texts.ofModule(wire.module)}`}: </span>
    </span>
    <strong>{wire.pin === null ? <Unset /> : `GPIO${wire.pin}`}</strong>
  </button>
);

interface WiresProps {
  readonly wires: readonly Wire[];
  readonly current: Wire | null;
  readonly onChoose: (key: string) => void;
}

const Wires = ({ wires, current, onChoose }: WiresProps) => {
  const modules = [...new Set(wires.map(({ module }) => module))];
  return (
    <>
      {modules.map((module) => (
        <fieldset key={module} class="pin-module rows-6">
          <legend>{module === null ? texts.wires : texts.module(module)}</legend>
          <div class={module === null ? 'pin-row' : 'pin-row is-module'}>
            {wires
              .filter((wire) => wire.module === module)
              .map((wire) => (
                <WireButton
                  key={wire.key}
                  wire={wire}
                  chosen={wire.key === current?.key}
                  onChoose={() => onChoose(wire.key)}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </>
  );
};

const Warnings = ({ wires, pins }: { wires: readonly Wire[]; pins: readonly Pin[] }) => {
  const moving = movingWires(wires, pins);
  if (moving.length === 0) return null;
  return (
    <div class="notice notice-bad">
      <p>
        <strong>{texts.warningTitle}</strong> {texts.warningText}
      </p>
      <ul class="bullets rows-4">
        {moving.map(({ wire, pin }) => (
          <li key={wire.key}>
            {texts.warning(wireText(wire), `GPIO${pin.pin}`)} {pin.note}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The wire that comes next: the first after `key` that has no pin, otherwise the first of all without one. */
const nextWire = (wires: readonly Wire[], key: string): string => {
  const from = wires.findIndex((wire) => wire.key === key) + 1;
  const open = [...wires.slice(from), ...wires.slice(0, from)].find(({ pin }) => pin === null);
  return open?.key ?? key;
};

interface PinPickerProps {
  readonly wires: readonly Wire[];
  readonly pins: Pins;
  /** The board whose own pins can be had; null for one that is not there yet. */
  readonly boardId: string | null;
  /** Wires get a pin, or none. */
  readonly onTake: (pins: ReadonlyMap<string, number | null>) => void;
  readonly children?: ComponentChildren;
}

/**
 * Gives wires their pins on the picture of the header: a wire is marked, a pin is tapped, and the next wire without a
 * pin is marked. A pin that somebody else has is refused with a sentence.
 */
export const PinPicker = ({ wires, pins: { pins, reason }, boardId, onTake, children }: PinPickerProps) => {
  const [key, setKey] = useState<string>(() => wires.find(({ pin }) => pin === null)?.key ?? wires[0]?.key ?? '');
  const [said, setSaid] = useState('');
  const current = wires.find((wire) => wire.key === key) ?? wires[0] ?? null;
  const places = placesOf(pins, wires, boardId);
  const choose = ({ pin, state, wire }: Place) => {
    if (!pin || !current) return;
    if (state === 'other') return setSaid(texts.refused(gpio(pin), pin.used_by ?? ''));
    const free = wire?.key === current.key;
    onTake(new Map([...(wire ? [[wire.key, null] as const] : []), [current.key, free ? null : pin.pin]]));
    setSaid(free ? '' : `${texts.taken(gpio(pin), wireText(current))} ${pin.note ?? ''}`.trim());
    if (!free)
      setKey(
        nextWire(
          wires.map((one) => (one.key === current.key ? { ...one, pin: pin.pin } : one)),
          current.key,
        ),
      );
  };
  return (
    <div class="pin-picker rows-16">
      <div>
        {current && (
          <p class="pin-now">
            {texts.now} <strong>{wireText(current)}</strong>
          </p>
        )}
        <HeaderPicture
          places={places}
          onChoose={choose}
          label={current ? texts.pictureOf(wireText(current)) : undefined}
        />
        <HeaderLegend />
      </div>
      <div class="pin-wires rows-12">
        {reason !== null && <p class="field-note">{texts.noHeader(reason)}</p>}
        <Wires wires={wires} current={current} onChoose={setKey} />
        {children}
        <p class="field-note" role="status">
          {said}
        </p>
        <Warnings wires={wires} pins={pins} />
      </div>
    </div>
  );
};

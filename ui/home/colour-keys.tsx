import type { TargetedPointerEvent } from 'preact';
import { PLAIN, faceOf } from '../../src/core/look/palette.ts';
import { home } from '../strings/home.ts';

// The field keeps the focus, and a phone its keyboard.
const keepFocus = (event: TargetedPointerEvent<HTMLButtonElement>): void => event.preventDefault();

/** Keys that put a tile into a message. `onPick` gets its code. */
export const ColourKeys = ({ onPick }: { onPick: (code: number) => void }) => (
  <div class="colours" role="group" aria-label={home.coloursLabel}>
    {Object.entries(home.colour).map(([code, name]) => (
      <button
        key={code}
        type="button"
        class="colour"
        style={{ '--chip': faceOf(Number(code), PLAIN) }}
        aria-label={home.insertColour(name)}
        title={home.insertColour(name)}
        onPointerDown={keepFocus}
        onClick={() => onPick(Number(code))}
      />
    ))}
  </div>
);

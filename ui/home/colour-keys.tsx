import type { TargetedPointerEvent } from 'preact';
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
        class={`colour colour-${code}`}
        aria-label={home.insertColour(name)}
        title={home.insertColour(name)}
        onPointerDown={keepFocus}
        onClick={() => onPick(Number(code))}
      />
    ))}
  </div>
);

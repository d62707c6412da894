import { home } from '../strings/home.ts';

/** Keys that put a colour into a message. `onPick` gets the marker, such as `{red}`. */
export const ColourKeys = ({ onPick }: { onPick: (marker: string) => void }) => (
  <div class="colours" role="group" aria-label={home.coloursLabel}>
    {Object.entries(home.colour).map(([code, name]) => (
      <button key={code} type="button" class={`colour colour-${code}`} aria-label={home.insertColour(name)} title={home.insertColour(name)} onClick={() => onPick(`{${name}}`)} />
    ))}
  </div>
);

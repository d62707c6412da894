import { strings } from '../strings.ts';

/** Keys that put a colour into a message. `onPick` gets the marker, such as `{red}`. */
export const ColourKeys = ({ onPick }: { onPick: (marker: string) => void }) => (
  <div class="colours" role="group" aria-label={strings.coloursLabel}>
    {Object.entries(strings.colour).map(([code, name]) => (
      <button key={code} type="button" class={`colour colour-${code}`} aria-label={strings.insertColour(name)} title={strings.insertColour(name)} onClick={() => onPick(`{${name}}`)} />
    ))}
  </div>
);

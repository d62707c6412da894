import { useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { Report, useWork } from '../../kit/work.tsx';

/** Something that was found in the network. */
export interface Nearby<Found> {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** What the button that takes it is called. */
  readonly label: string;
  readonly found: Found;
}

/** Looks around when asked to, and lists what was found; `onUse` gets what is known of the chosen one. */
export const NearbyList = <Found,>({
  texts,
  look,
  onUse,
}: {
  texts: Readonly<Record<'findNote' | 'find' | 'finding' | 'foundNone' | 'use', string>>;
  look: () => Promise<readonly Nearby<Found>[]>;
  onUse: (found: Found) => void;
}) => {
  const { busy, result, act } = useWork();
  const [list, setList] = useState<readonly Nearby<Found>[]>([]);
  const find = act(async () => {
    const found = await look();
    setList(found);
    return found.length === 0 ? { tone: 'plain', text: texts.foundNone } : undefined;
  });
  return (
    <div class="discovery rows-12">
      <div class="row">
        <p class="meta">{texts.findNote}</p>
        <Button text={busy ? texts.finding : texts.find} disabled={busy} onClick={find} />
      </div>
      {list.length > 0 && (
        <ul class="found">
          {list.map(({ key, title, note, label, found }) => (
            <li key={key} class="row">
              <span>
                <strong>{title}</strong> <span class="meta">{note}</span>
              </span>
              <Button small text={texts.use} aria-label={label} onClick={() => onUse(found)} />
            </li>
          ))}
        </ul>
      )}
      <Report result={result} />
    </div>
  );
};

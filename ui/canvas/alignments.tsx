import { useId } from 'preact/hooks';
import type { LineMetadata } from '../../src/schema/content/pages.ts';
import { Stroke } from '../kit/button.tsx';
import { kit } from '../strings/kit.ts';

/** How a row stands between the edges of a board. */
export type Alignment = LineMetadata['alignment'];

const ALIGNMENTS = ['left', 'center', 'right'] as const;
const STROKES = {
  left: 'M4 7h16M4 12h9M4 17h12',
  center: 'M4 7h16M8 12h8M6 17h12',
  right: 'M4 7h16M11 12h9M8 17h12',
} as const;

interface AlignmentsProps {
  readonly label: string;
  readonly value: Alignment;
  readonly onChange: (alignment: Alignment) => void;
}

/** Chooses an alignment. `label` says of what. */
export const Alignments = ({ label, value, onChange }: AlignmentsProps) => {
  const name = useId();
  return (
    <div class="alignments" role="radiogroup" aria-label={label}>
      {ALIGNMENTS.map((alignment) => (
        <label key={alignment} class="alignment" title={kit.alignments[alignment]}>
          <input
            type="radio"
            name={name}
            aria-label={kit.alignments[alignment]}
            checked={value === alignment}
            onChange={() => onChange(alignment)}
          />
          <Stroke path={STROKES[alignment]} />
        </label>
      ))}
    </div>
  );
};

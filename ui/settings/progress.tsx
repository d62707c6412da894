interface ProgressProps {
  readonly text: string;
  /** What the bar is called. */
  readonly label: string;
  /** Undefined while that is not known. */
  readonly value: number | undefined;
  readonly max: number;
  /** Whether changes are announced. */
  readonly live?: boolean;
}

/** How far something is, in words and as a bar. */
export const Progress = ({ text, label, value, max, live = false }: ProgressProps) => (
  <div class="progress rows-6" role={live ? 'status' : undefined}>
    <span class="meta">{text}</span>
    <progress aria-label={label} value={value} max={max} />
  </div>
);

import { plugins as texts } from '../strings/plugins.ts';

/** Moves one entry of a list up, or takes it away. */
export const EntryButtons = <T,>({
  title,
  index,
  list,
  onChange,
  ordered = true,
}: {
  title: string;
  index: number;
  list: readonly T[];
  onChange: (list: T[]) => void;
  ordered?: boolean;
}) => {
  const moveUp = () =>
    onChange(
      list.map((one, at) => (at === index ? (list[index - 1] ?? one) : at === index - 1 ? (list[index] ?? one) : one)),
    );
  return (
    <div class="entry-buttons">
      {ordered && (
        <button
          type="button"
          class="icon-button"
          disabled={index === 0}
          aria-label={texts.moveUp(title, index + 1)}
          onClick={moveUp}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path
              d="M12 19V5M6 11l6-6 6 6"
              fill="none"
              stroke="currentColor"
              stroke-width="2"
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </svg>
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={texts.removeEntry(title, index + 1)}
        onClick={() => onChange(list.filter((_one, at) => at !== index))}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
        </svg>
      </button>
    </div>
  );
};

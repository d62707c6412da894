import { plugins as texts } from '../strings/plugins.ts';
import { CROSS, IconButton } from '../kit/button.tsx';

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
        <IconButton
          icon="M12 19V5M6 11l6-6 6 6"
          disabled={index === 0}
          label={texts.moveUp(title, index + 1)}
          onClick={moveUp}
        />
      )}
      <IconButton
        icon={CROSS}
        label={texts.removeEntry(title, index + 1)}
        onClick={() => onChange(list.filter((_one, at) => at !== index))}
      />
    </div>
  );
};

import { Toggles } from '../../kit/choice.tsx';
import { useService } from '../../service-state.ts';
import { screens as texts } from '../../strings/settings/screens.ts';

interface BoardChoiceProps {
  readonly value: readonly string[];
  readonly problem?: string | null;
  readonly onChange: (ids: string[]) => void;
}

/** The boards that a screen shows; `problem` says what is wrong with the choice. */
export const BoardChoice = ({ value, problem = null, onChange }: BoardChoiceProps) => {
  const boards = useService((state) => state.boards);
  return (
    <Toggles
      label={texts.boards}
      hint={boards && boards.length > 1 ? texts.boardsHint : undefined}
      problem={problem}
      value={value}
      options={(boards ?? []).map(({ id, name }) => ({ value: id, name }))}
      onChange={onChange}
    />
  );
};

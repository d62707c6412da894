import { useState } from 'preact/hooks';
import type { BoardTestAnswer } from '../../../src/schema/boards/wiring.ts';
import { Button } from '../../kit/button.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { toWrite, type BoardForm } from './board-form.ts';
import { Bullets } from '../facts.tsx';

interface Props {
  readonly board: BoardForm;
  readonly boardId: string | null;
  /** Told what was tried and whether it works. */
  readonly onTested?: (board: BoardForm, works: boolean) => void;
}

const Test = ({ board, boardId, onTested }: Props) => {
  const { busy, result, act } = useWork();
  const [answer, setAnswer] = useState<BoardTestAnswer | null>(null);
  const test = act(async () => {
    setAnswer(null);
    const said = await boardOperations.test({
      ...toWrite(board),
      ...(boardId === null ? {} : { board_id: boardId }),
    });
    setAnswer(said);
    onTested?.(board, said.success);
  });
  return (
    <div class="board-test">
      <Button text={busy ? texts.testing : texts.test} disabled={busy} title={texts.testNote} onClick={test} />
      <div class="report" role="status">
        {answer && (
          <div class={`notice notice-${answer.success ? 'good' : 'bad'}`}>
            <p>
              <strong>{answer.message}</strong> {answer.error}
            </p>
            {answer.troubleshooting.length > 0 && <Bullets of={answer.troubleshooting} />}
          </div>
        )}
      </div>
      <Report result={result} />
    </div>
  );
};

/**
 * Tries the settings of a form without storing them, and says what to look at when that fails. What was said of other
 * settings is no longer shown.
 */
export const BoardTest = (props: Props) => <Test key={JSON.stringify(props.board)} {...props} />;

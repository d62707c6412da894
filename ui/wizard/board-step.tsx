import { useState } from 'preact/hooks';
import type { BoardInstance } from '../../src/schema/boards/boards.ts';
import { Confirm } from '../kit/dialog.tsx';
import { useForm } from '../kit/form.tsx';
import { useResource } from '../kit/resource.ts';
import { loadBoards } from '../service-state.ts';
import { navigate } from '../router.ts';
import { boardOperations } from '../settings/api.ts';
import { LookFields, WiringFields } from '../settings/boards/board-fields.tsx';
import { newForm, toForm, toWrite, withoutSecrets, type BoardForm } from '../settings/boards/board-form.ts';
import { BoardTest } from '../settings/boards/board-test.tsx';
import { Discovery } from '../settings/boards/discovery.tsx';
import { KindChoice } from '../settings/boards/kind-choice.tsx';
import { Loaded, Panel } from '../settings/section.tsx';
import { wizard } from '../strings/wizard.ts';
import { StepFrame } from './step-frame.tsx';
import { storeBoard } from '../settings/boards/stored-boards.ts';

const texts = wizard.board;

const hasFlaps = ({ device_type, way, panel }: BoardForm): boolean =>
  device_type === 'panel' ? panel !== null && panel.driver !== 'virtual' : way !== 'screen';

const store = async (id: string, board: BoardForm): Promise<void> => {
  await storeBoard(id, toWrite(board));
  await loadBoards();
};

const BoardFields = ({ board: stored }: { board: BoardInstance }) => {
  const { id } = stored;
  const form = useForm<BoardForm>(`setup.board.${id}`, toForm(stored), withoutSecrets);
  const board = form.value;
  const kept = { name: board.name, board_color: board.board_color };
  const [failed, setFailed] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const next = async () => {
    setAsking(false);
    const done = !form.changed || (await form.save((value) => store(id, value)));
    if (done) navigate('/setup/2');
  };
  return (
    <StepFrame
      step={1}
      intro={texts.intro}
      busy={form.busy}
      result={form.result?.tone === 'good' ? null : form.result}
      onNext={() => (hasFlaps(board) && failed === JSON.stringify(board) ? setAsking(true) : void next())}
      beside={
        hasFlaps(board) && (
          <BoardTest
            board={board}
            boardId={id}
            onTested={(tried, works) => setFailed(works ? null : JSON.stringify(tried))}
          />
        )
      }
    >
      <Discovery onUse={({ device_type, ...known }) => form.change(newForm(device_type, { ...kept, ...known }))} />
      <KindChoice value={board.device_type} onChange={(device_type) => form.change(newForm(device_type, kept))} />
      <WiringFields isNew board={board} boardId={id} onChange={form.change} />
      <Panel title={texts.look}>
        <LookFields board={board} onChange={form.change} />
      </Panel>
      {asking && (
        <Confirm
          title={texts.failedTitle}
          text={texts.failedText}
          action={texts.failedAction}
          onConfirm={() => void next()}
          onClose={() => setAsking(false)}
        />
      )}
    </StepFrame>
  );
};

/** The first step: what the first board is, and how it is reached. */
export const BoardStep = () => {
  const boards = useResource('wizard-boards', boardOperations.list, []);
  return <Loaded from={boards}>{({ boards: [first] }) => first && <BoardFields board={first} />}</Loaded>;
};

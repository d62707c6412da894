import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { ButtonLink } from '../../kit/button.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { loadBoards } from '../../service-state.ts';
import { navigate } from '../../router.ts';
import { pins } from '../../strings/pins.ts';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { Panel } from '../section.tsx';
import { newForm, toWrite, withoutSecrets } from './board-form.ts';
import type { BoardForm } from './board-form.ts';
import { LookFields, WiringFields } from './board-fields.tsx';
import { BoardTest } from './board-test.tsx';
import { Discovery } from './discovery.tsx';
import type { Found } from './discovery.tsx';
import { KindChoice } from './kind-choice.tsx';

/** What a change of the kind keeps of a board that was begun. */
const kept = ({ name, board_color }: BoardForm): Partial<BoardForm> => ({ name, board_color });

interface NewBoardFormProps {
  readonly onDone: (id: string | null) => void;
  readonly label?: string;
  /** Whether guides to special walls are offered, which lie in the settings. */
  readonly withGuides?: boolean;
}

/** The form of a board that is not there yet. `onDone` is told the id of the new board. */
const NewBoardForm = ({ onDone, label = texts.add, withGuides = false }: NewBoardFormProps) => {
  const [kind, setKind] = useState(false);
  const form = useForm<BoardForm>('settings.new-board', newForm('flagship'), withoutSecrets);
  const board = form.value;
  const begun = kind || form.changed;
  const choose = (device_type: BoardForm['device_type']) => {
    setKind(true);
    if (device_type !== board.device_type) form.change(newForm(device_type, kept(board)));
  };
  const use = ({ device_type, ...known }: Found) => {
    setKind(true);
    form.change(newForm(device_type, { ...kept(board), ...known }));
  };
  const submit = (event: TargetedEvent) => {
    event.preventDefault();
    let added: string | null = null;
    void form
      .save(async (value) => {
        const before = new Set((await boardOperations.list()).boards.map(({ id }) => id));
        const { boards } = await boardOperations.add(toWrite(value));
        added = boards.find(({ id }) => !before.has(id))?.id ?? null;
        await loadBoards();
      })
      .then((done) => done && onDone(added));
  };
  return (
    <form class="form board-editor" onSubmit={submit}>
      <Discovery onUse={use} />
      {withGuides && (
        <div class="discovery">
          <div class="row">
            <p class="meta">{pins.guideNote}</p>
            <ButtonLink text={pins.start} href="/settings/boards/new/pins" />
          </div>
        </div>
      )}
      <KindChoice value={begun ? board.device_type : null} onChange={choose} />
      {begun && (
        <>
          <WiringFields isNew board={board} boardId={null} onChange={form.change} />
          <Panel title={texts.lookTitle}>
            <LookFields board={board} onChange={form.change} />
          </Panel>
          <SaveBar form={form} label={label} always>
            <BoardTest board={board} boardId={null} />
          </SaveBar>
        </>
      )}
    </form>
  );
};

/** Adds a board. */
export const NewBoard = () => (
  <>
    <h1 id="section-title">{texts.addTitle}</h1>
    <NewBoardForm onDone={() => navigate('/settings/boards')} withGuides />
  </>
);

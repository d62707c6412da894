import { useState } from 'preact/hooks';
import { ButtonLink, sending } from '../../kit/button.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { leaveUntold } from '../../kit/untold.ts';
import { loadBoards } from '../../service-state.ts';
import { navigate } from '../../router.ts';
import { pins } from '../../strings/pins.ts';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { Panel } from '../section.tsx';
import { newForm, toWrite, withoutSecrets, type BoardForm } from './board-form.ts';
import { LookFields, WiringFields } from './board-fields.tsx';
import { BoardTest } from './board-test.tsx';
import { Discovery, type Found } from './discovery.tsx';
import { KindChoice } from './kind-choice.tsx';

/** What a change of the kind keeps of a board that was begun. */
const kept = ({ name, board_color }: BoardForm): Partial<BoardForm> => ({ name, board_color });

/** Adds a board. */
export const NewBoard = () => {
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
  const add = () =>
    void form
      .save(async (value) => {
        const { boards } = await boardOperations.add(toWrite(value));
        await loadBoards();
        leaveUntold('boards', { tone: 'good', text: texts.added(boards.at(-1)?.name ?? '') });
      })
      .then((done) => done && navigate('/settings/boards'));
  return (
    <>
      <h1 id="section-title">{texts.addTitle}</h1>
      <form class="form board-editor" onSubmit={sending(add)}>
        <Discovery onUse={use} />
        <div class="discovery rows-12">
          <div class="row">
            <p class="meta">{pins.guideNote}</p>
            <ButtonLink text={pins.start} href="/settings/boards/new/pins" />
          </div>
        </div>
        <KindChoice value={begun ? board.device_type : null} onChange={choose} />
        {begun && (
          <>
            <WiringFields isNew board={board} boardId={null} onChange={form.change} />
            <Panel title={texts.lookTitle}>
              <LookFields board={board} onChange={form.change} />
            </Panel>
            <SaveBar form={form} label={texts.add} always>
              <BoardTest board={board} boardId={null} />
            </SaveBar>
          </>
        )}
      </form>
    </>
  );
};

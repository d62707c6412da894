import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import { BoardView } from '../../board-view/board-view.tsx';
import { ButtonLink, sending } from '../../kit/button.tsx';
import { ConfirmWork } from '../../kit/dialog.tsx';
import { SelectField, Switch, membersOf } from '../../kit/field.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { WorkButton, type Result } from '../../kit/work.tsx';
import { conditionOf, useService } from '../../service-state.ts';
import { navigate } from '../../router.ts';
import { pins } from '../../strings/pins.ts';
import { boards as texts, follow } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { Panel } from '../section.tsx';
import { LookFields, WiringFields } from './board-fields.tsx';
import { toForm, toWrite, withoutSecrets, type BoardFieldsProps } from './board-form.ts';
import { usePanelDrivers } from './connection-form.ts';
import { Calibration } from './hardware/calibration.tsx';
import { BrightnessCard } from './brightness.tsx';
import { BoardTest } from './board-test.tsx';
import { FollowFields } from './follow-fields.tsx';
import { HardwareActions } from './hardware/hardware-actions.tsx';
import { ServedApi } from './served-api.tsx';
import { storeBoard } from './stored-boards.ts';

const UseFields = ({ board, onChange }: BoardFieldsProps) => {
  const field = membersOf(board, onChange);
  return (
    <>
      <Switch label={texts.enabledSwitch} hint={texts.enabledHint} {...field('enabled')} />
      <Switch label={texts.pausedSwitch} hint={texts.pausedHint} {...field('paused')} />
      <Switch label={texts.scheduleSwitch} hint={texts.scheduleHint} {...field('schedule_enabled')} />
      <SelectField
        label={texts.criticalLabel}
        hint={texts.criticalHint}
        options={texts.criticalChoices}
        {...field('critical_passes')}
      />
    </>
  );
};

const identify = async (id: string): Promise<string | Result> => {
  const { sent, reason } = await boardOperations.identify(id);
  return sent || reason === null ? texts.identified : { tone: 'plain', text: texts.notIdentified(reason) };
};

const Removal = ({ board, last }: { board: BoardInstance; last: boolean }) => (
  <div class="board-removal rows-8">
    <ConfirmWork
      text={texts.remove}
      disabled={last}
      question={{ title: texts.removeTitle(board.name), text: texts.removeText, action: texts.removeAction }}
      work={() => boardOperations.remove(board.id).then(() => navigate('/settings/boards'))}
    />
    {last && <p class="field-note">{texts.lastBoard}</p>}
  </div>
);

interface EditBoardProps {
  readonly board: BoardInstance;
  readonly boards: readonly BoardInstance[];
  readonly reload: () => void;
}

/** Everything about one board: its look, its wiring, its hardware, and the end of it. */
export const EditBoard = ({ board, boards, reload }: EditBoardProps) => {
  const form = useForm(`settings.board.${board.id}`, toForm(board), withoutSecrets);
  const detail = useService((state) => state.boards?.find(({ id }) => id === board.id) ?? null);
  const fault = useService((state) => conditionOf(state, board.id)?.error ?? null);
  const kind = board.panel?.driver ?? '';
  const actions =
    useResource(`actions ${board.id} ${kind}`, () => boardOperations.actions(board.id)).value?.actions ?? [];
  const driver = usePanelDrivers().value?.drivers.find((one) => one.kind === kind);
  const save = () =>
    void form.save(async (value) => {
      await storeBoard(board.id, toWrite(value));
      reload();
    });
  return (
    <>
      <h1 id="section-title">{board.name}</h1>
      <div class="board-head rows-14">
        {detail && <BoardView board={detail} />}
        {fault !== null && <p class="notice notice-bad">{fault}</p>}
        <WorkButton text={texts.identify} work={() => identify(board.id)} />
      </div>
      {detail && board.panel && (
        <Calibration key={board.id} board={detail} wall={board.panel} driver={driver} actions={actions} />
      )}
      {actions.some(({ name }) => name === 'reverse') && (
        <p>
          <ButtonLink text={pins.guideAgain} href={`/settings/boards/${encodeURIComponent(board.id)}/modules`} />
        </p>
      )}
      <form class="form board-editor" onSubmit={sending(save)}>
        <Panel title={texts.lookTitle}>
          <LookFields board={form.value} onChange={form.change} />
        </Panel>
        <WiringFields board={form.value} boardId={board.id} onChange={form.change} />
        <Panel title={texts.useTitle}>
          <UseFields board={form.value} onChange={form.change} />
        </Panel>
        <Panel title={follow.title}>
          <FollowFields board={form.value} boardId={board.id} isStored={board.follow !== null} onChange={form.change} />
        </Panel>
        <Panel title={texts.served.title}>
          <ServedApi board={form.value} boardId={board.id} storedPort={board.local_api_port} onChange={form.change} />
        </Panel>
        <SaveBar form={form}>
          <BoardTest key={String(form.changed)} board={form.value} boardId={board.id} />
        </SaveBar>
      </form>
      {driver?.fields.some(({ name }) => name === 'on_in_silence') && (
        <BrightnessCard key={board.id} boardId={board.id} />
      )}
      <HardwareActions boardId={board.id} actions={actions} />
      <Removal board={board} last={boards.length === 1} />
    </>
  );
};

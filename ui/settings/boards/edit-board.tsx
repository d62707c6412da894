import { useMemo } from 'preact/hooks';
import type { TargetedEvent } from 'preact';
import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import { BoardView } from '../../board-view/board-view.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { SelectField, Switch } from '../../kit/field.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { conditionOf, serviceState } from '../../service-state.ts';
import { navigate } from '../../router.ts';
import { useStore } from '../../store.ts';
import { pins } from '../../strings/pins.ts';
import { boards as texts, follow } from '../../strings/settings-boards.ts';
import { boardOperations } from '../api.ts';
import { Panel } from '../section.tsx';
import { LookFields, WiringFields } from './board-fields.tsx';
import { toForm, toWrite, withoutSecrets } from './board-form.ts';
import type { BoardFieldsProps } from './board-form.ts';
import { usePanelDrivers } from './connection-form.ts';
import { reelOf } from './reel.ts';
import { Calibration } from './calibration.tsx';
import { BrightnessCard } from './brightness.tsx';
import { BoardTest } from './board-test.tsx';
import { FollowFields } from './follow-fields.tsx';
import { HardwareActions } from './hardware-actions.tsx';
import { ServedApi } from './served-api.tsx';

const UseFields = ({ board, onChange }: BoardFieldsProps) => (
  <>
    <Switch
      label={texts.enabledSwitch}
      hint={texts.enabledHint}
      checked={board.enabled}
      onChange={(enabled) => onChange({ enabled })}
    />
    <Switch
      label={texts.pausedSwitch}
      hint={texts.pausedHint}
      checked={board.paused}
      onChange={(paused) => onChange({ paused })}
    />
    <Switch
      label={texts.scheduleSwitch}
      hint={texts.scheduleHint}
      checked={board.schedule_enabled}
      onChange={(schedule_enabled) => onChange({ schedule_enabled })}
    />
    <SelectField
      label={texts.criticalLabel}
      hint={texts.criticalHint}
      value={board.critical_passes}
      options={texts.criticalChoices}
      onChange={(critical_passes) => onChange({ critical_passes })}
    />
  </>
);

const Identify = ({ id }: { id: string }) => {
  const { busy, result, run } = useWork();
  const identify = () =>
    void run(async () => {
      const { sent, reason } = await boardOperations.identify(id);
      return sent || reason === null ? texts.identified : { tone: 'plain', text: texts.notIdentified(reason) };
    });
  return (
    <>
      <button type="button" class="button" disabled={busy} onClick={identify}>
        {texts.identify}
      </button>
      <Report result={result} />
    </>
  );
};

const Removal = ({ board, last }: { board: BoardInstance; last: boolean }) => {
  const { result, run } = useWork();
  const remove = () => {
    void run(async () => {
      await boardOperations.remove(board.id);
    }).then((done) => done && navigate('/settings/boards'));
  };
  return (
    <div class="board-removal">
      <ConfirmButton
        label={texts.remove}
        disabled={last}
        question={{ title: texts.removeTitle(board.name), text: texts.removeText, action: texts.removeAction }}
        onConfirm={remove}
      />
      {last && <p class="field-note">{texts.lastBoard}</p>}
      <Report result={result} />
    </div>
  );
};

/** Everything about one board: its look, its wiring, its hardware, and the end of it. */
export const EditBoard = ({
  board,
  boards,
  reload,
}: {
  board: BoardInstance;
  boards: readonly BoardInstance[];
  reload: () => void;
}) => {
  const stored = useMemo(() => toForm(board), [board]);
  const form = useForm(`settings.board.${board.id}`, stored, withoutSecrets);
  const detail = useStore(serviceState, (state) => state.boards?.find(({ id }) => id === board.id) ?? null);
  const fault = useStore(serviceState, (state) => conditionOf(state, board.id)?.error ?? null);
  const driver = board.panel?.driver ?? '';
  const actions =
    useResource(`actions ${board.id} ${driver}`, () => boardOperations.actions(board.id)).value?.actions ?? [];
  const drivers = usePanelDrivers().value?.drivers ?? [];
  const fields = drivers.find(({ kind }) => kind === driver)?.fields ?? [];
  const submit = (event: TargetedEvent) => {
    event.preventDefault();
    void form.save(async (value) => {
      const { boards: now } = await boardOperations.list();
      await boardOperations.replace(now.map((one) => (one.id === board.id ? { ...toWrite(value), id: one.id } : one)));
      reload();
    });
  };
  return (
    <>
      <h1 id="section-title">{board.name}</h1>
      <div class="board-head">
        {detail && <BoardView board={detail} />}
        {fault !== null && <p class="notice notice-bad">{fault}</p>}
        <Identify id={board.id} />
      </div>
      {detail && board.panel && (
        <Calibration
          key={board.id}
          board={detail}
          modules={board.panel.modules}
          actions={actions}
          flaps={reelOf(
            board.panel,
            drivers.find(({ kind }) => kind === driver),
          )}
        />
      )}
      {actions.some(({ name }) => name === 'reverse') && (
        <p>
          <a class="button" href={`/settings/boards/${encodeURIComponent(board.id)}/modules`}>
            {pins.guideAgain}
          </a>
        </p>
      )}
      <form class="form board-editor" onSubmit={submit}>
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
        <SaveBar form={form} label={texts.save}>
          <BoardTest key={String(form.changed)} board={form.value} boardId={board.id} />
        </SaveBar>
      </form>
      {fields.some(({ name }) => name === 'on_in_silence') && <BrightnessCard key={board.id} boardId={board.id} />}
      <HardwareActions boardId={board.id} actions={actions} />
      <Removal board={board} last={boards.length === 1} />
    </>
  );
};

import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { isPinField, isUnfinished, modulesOn } from './connection-wires.ts';
import { MOST_COLS } from '../../../src/schema/limits.ts';
import type { Connection } from '../../../src/schema/boards/boards.ts';
import type { ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import type { PanelDriver, PanelDrivers } from '../../../src/schema/boards/wiring.ts';
import { Choices } from '../../kit/choice.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { pins as texts } from '../../strings/pins.ts';
import { boards } from '../../strings/settings/boards.ts';
import { navigate } from '../../router.ts';
import { LookFields } from '../boards/board-fields.tsx';
import { PLAIN_PANEL, newForm, toWrite, withoutSecrets, type BoardForm } from '../boards/board-form.ts';
import { fieldsOf, takeDriver, usePanelDrivers } from '../boards/connection-form.ts';
import { ConnectionFields, PanelSize } from '../boards/panel-fields.tsx';
import { FoldedPanel, Loaded, Panel } from '../section.tsx';
import { Guide } from './guide.tsx';
import { sending } from '../../kit/button.tsx';
import { layOutModules } from '../../../src/core/flaps/module-layout.ts';
import { addBoard } from '../boards/stored-boards.ts';

/** Fields that say how the wall is wired; the others say how its motors turn. */
const WIRING = new Set(['device', 'chain', 'layout']);
const isWiring = (field: ConnectionField): boolean => isPinField(field) || WIRING.has(field.name);

/** The drivers whose motors the appliance steps by itself: those with pins to choose. */
const onPins = ({ drivers }: PanelDrivers): PanelDriver[] => drivers.filter(({ fields }) => fields.some(isPinField));

const problemOf = (count: number, unfinished: boolean): string | null => {
  if (count === 0) return texts.wiring.none;
  return unfinished ? texts.wiring.unfinished : null;
};

/** A wall that is as large as its modules are many grows with them; any other size is the owner's word. */
const grownWith = (next: number, count: number, { rows, cols }: { rows: number; cols: number }) =>
  next > 0 && next !== count && (rows * cols === count || count === 0)
    ? { grid_rows: 1, grid_cols: Math.min(next, MOST_COLS) }
    : {};

const begin = (driver: PanelDriver): BoardForm => {
  const { panel } = takeDriver(PLAIN_PANEL, driver, { rows: 1, cols: 3 });
  return newForm('panel', { panel, grid_rows: 1, grid_cols: 3, schedule_enabled: false });
};

const WiringForm = ({ all, drivers: [first, ...others] }: { all: PanelDrivers; drivers: readonly PanelDriver[] }) => {
  const form = useForm<BoardForm>('settings.new-pin-wall', first ? begin(first) : newForm('panel'), withoutSecrets);
  const board = form.value;
  const panel = board.panel ?? PLAIN_PANEL;
  const drivers = first ? [first, ...others] : [];
  const driver = drivers.find(({ kind }) => kind === panel.driver);
  if (!driver) return <p class="notice">{texts.absent}</p>;
  const fields = fieldsOf(driver, panel.connection);
  const count = modulesOn(fields, panel.connection);
  const { rows, cols } = geometryOf(board);
  const problem = problemOf(count, isUnfinished(fields, panel.connection));
  const connect = (change: Partial<Connection>) => {
    const connection = { ...panel.connection, ...change };
    form.change({
      panel: { ...panel, connection },
      ...grownWith(modulesOn(fields, connection), count, { rows, cols }),
    });
  };
  const add = () => {
    let added = '';
    void form
      .save(async (value) => {
        if (problem !== null) throw new Error(problem);
        // As many modules as there are, row by row: which is where is found out afterwards.
        const modules = layOutModules('rows', 0, { rows, cols }).slice(0, count);
        added = await addBoard(toWrite({ ...value, panel: { ...panel, modules } }));
      })
      .then((done) => done && added && navigate(`/settings/boards/${encodeURIComponent(added)}/modules`));
  };
  const fieldsProps = { driver, all, connection: panel.connection, boardId: null, onChange: connect };
  return (
    <form class="form board-editor" onSubmit={sending(add)}>
      <Panel title={texts.wiring.kind}>
        <Choices
          label={boards.driver}
          value={panel.driver}
          row
          options={drivers.map(({ kind, label, summary }) => ({ value: kind, name: label, note: summary }))}
          onChange={(kind) => {
            const next = drivers.find((one) => one.kind === kind);
            if (!next) return;
            const change = takeDriver({ ...panel, connection: {} }, next, { rows, cols });
            const { connection } = change.panel;
            form.change({
              ...change,
              ...grownWith(modulesOn(fieldsOf(next, connection), connection), 0, { rows, cols }),
            });
          }}
        />
        <ConnectionFields {...fieldsProps} only={isWiring} />
      </Panel>
      <Panel title={boards.sizeTitle}>
        <PanelSize board={board} onChange={form.change} driver={driver} />
        <p class={problem && count > 0 ? 'field-note is-wrong' : 'field-note'}>
          {problem ?? `${texts.wiring.modules(count)} ${texts.wiring.sizeNote}`}
        </p>
      </Panel>
      <Panel title={boards.lookTitle}>
        <LookFields board={board} onChange={form.change} />
      </Panel>
      <FoldedPanel title={texts.wiring.more}>
        <ConnectionFields {...fieldsProps} only={(field) => !isWiring(field)} />
      </FoldedPanel>
      <SaveBar form={form} label={texts.wiring.next} always />
    </form>
  );
};

/** The first step of a new wall on pins: how it is wired, how large it is and what it is called. */
export const WiringStep = () => {
  const loaded = usePanelDrivers();
  return (
    <Guide step={0} title={texts.guide} note={texts.wiring.note}>
      <Loaded from={loaded}>{(all) => <WiringForm all={all} drivers={onPins(all)} />}</Loaded>
    </Guide>
  );
};

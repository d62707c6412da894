import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { MOST_COLS, MOST_ROWS } from '../../../src/schema/limits.ts';
import type { Connection, Panel } from '../../../src/schema/boards/boards.ts';
import type { ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import type { PanelDriver, PanelDrivers } from '../../../src/schema/boards/wiring.ts';
import { useId, useState } from 'preact/hooks';
import { Choices } from '../../kit/choice.tsx';
import {
  Field,
  LongField,
  NumberField,
  SelectField,
  Switch,
  TextField,
  membersOf,
  type Labelled,
} from '../../kit/field.tsx';
import { Options } from '../../kit/options.tsx';
import { SecretField } from '../../kit/secret-field.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { isPinField } from '../pins/connection-wires.ts';
import { ConnectionPins } from '../pins/connection-pins.tsx';
import { PLAIN_PANEL, type BoardFieldsProps, type WiringFieldsProps } from './board-form.ts';
import { HubSearch } from './follow-fields.tsx';
import {
  fieldsOf,
  numbersIn,
  putValue,
  takeDriver,
  takeWay,
  valueOf,
  wayOf,
  type FieldValue,
} from './connection-form.ts';

interface FieldProps {
  readonly field: ConnectionField;
  readonly labelled: Labelled;
  readonly value: FieldValue;
  readonly ports: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: FieldValue) => void;
}

const textOf = (value: FieldValue): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** A port of the machine: those that are there are offered, and another one can be typed. */
const Port = ({ field: { input, required, min }, labelled, value, ports, onChange }: FieldProps) => {
  const list = useId();
  const take = (text: string) => onChange(input === 'number' && text !== '' ? Number(text) : text);
  return (
    <Field
      {...labelled}
      control={(tied) => (
        <>
          <input
            type={input === 'number' ? 'number' : 'text'}
            min={min ?? undefined}
            list={list}
            required={required}
            autocomplete="off"
            value={textOf(value)}
            {...tied}
            onInput={(event) => take(event.currentTarget.value)}
          />
          <datalist id={list}>
            <Options of={ports} />
          </datalist>
        </>
      )}
    />
  );
};

const Amount = ({ field: { input, min, max }, labelled, value, onChange }: FieldProps) => (
  <NumberField
    {...labelled}
    step={input === 'decimal' ? 'any' : 1}
    min={min ?? undefined}
    max={max ?? undefined}
    value={typeof value === 'number' ? value : null}
    onChange={onChange}
  />
);

const INPUTS: Readonly<Record<ConnectionField['input'], (props: FieldProps) => preact.JSX.Element>> = {
  text: ({ field: { required }, labelled, value, onChange }) => (
    <TextField exact {...labelled} required={required} value={textOf(value)} onChange={onChange} />
  ),
  long_text: ({ labelled, value, onChange }) => <LongField {...labelled} value={textOf(value)} onChange={onChange} />,
  secret: ({ labelled, value, onChange }) => <SecretField {...labelled} value={textOf(value)} onChange={onChange} />,
  number: Amount,
  decimal: Amount,
  numbers: ({ field: { required }, labelled: { label, hint = texts.numbersHint }, value, onChange }) => (
    <TextField
      label={label}
      hint={hint}
      required={required}
      value={textOf(value)}
      onChange={(text) => onChange(numbersIn(text))}
    />
  ),
  choice: ({ field: { choices, usual }, labelled, value, onChange }) => (
    <SelectField
      {...labelled}
      value={textOf(value ?? usual ?? choices[0]?.value ?? '')}
      options={choices.map((choice) => [choice.value, choice.label] as const)}
      onChange={onChange}
    />
  ),
  switch: ({ labelled, value, onChange }) => <Switch {...labelled} value={value === true} onChange={onChange} />,
};

const portsFor = (
  { ports }: ConnectionField,
  { serial_ports, i2c_buses, screens }: PanelDrivers,
): FieldProps['ports'] => {
  if (ports === 'screen')
    return screens.map(({ path, name, width, height, problem }) => [path, problem ?? `${name}, ${width} × ${height}`]);
  if (ports === 'serial') return serial_ports.map(({ path, manufacturer }) => [path, manufacturer ?? path]);
  return ports === 'i2c' ? i2c_buses.map((bus) => [String(bus), `/dev/i2c-${bus}`]) : [];
};

const isLeading = ({ ways }: PanelDriver, { name }: ConnectionField): boolean =>
  ways.some(({ fields: [leading] }) => leading === name);

/** The fields of a connection, its line first where there are several; pins are chosen on a picture of the header. */
export const ConnectionFields = ({
  driver,
  all,
  connection,
  boardId,
  only = () => true,
  onChange,
}: {
  driver: PanelDriver;
  all: PanelDrivers;
  connection: Connection;
  boardId: string | null;
  /** Which fields are drawn; all of them unless given. */
  only?: (field: ConnectionField) => boolean;
  onChange: (change: Partial<Connection>) => void;
}) => (
  <>
    {driver.ways.length > 1 && driver.fields.some((field) => isLeading(driver, field) && only(field)) && (
      <SelectField
        label={texts.line}
        value={String(wayOf(driver, connection))}
        options={driver.ways.map(({ label }, index) => [String(index), label] as const)}
        onChange={(index) => onChange(takeWay(driver, Number(index)))}
      />
    )}
    {fieldsOf(driver, connection).some((field) => isPinField(field) && only(field)) && (
      <ConnectionPins
        key={driver.kind}
        fields={fieldsOf(driver, connection)}
        connection={connection}
        boardId={boardId}
        onChange={onChange}
      />
    )}
    {fieldsOf(driver, connection).map((field) => {
      if (isPinField(field) || !only(field)) return null;
      const Input = field.ports === null || field.ports === 'pins' ? INPUTS[field.input] : Port;
      return (
        <Input
          key={`${driver.kind} ${field.name}`}
          field={field}
          labelled={{ label: field.title, hint: field.hint ?? undefined }}
          value={valueOf(connection, field.name)}
          ports={portsFor(field, all)}
          onChange={(value) => onChange(putValue(driver, field.name, value))}
        />
      );
    })}
  </>
);

interface DriverChoiceProps {
  readonly drivers: readonly PanelDriver[];
  readonly driver: PanelDriver | undefined;
  readonly isNew: boolean;
  readonly onChoose: (driver: PanelDriver) => void;
}

/** The driver of a wall; the others are offered until one is chosen, and when asked for. */
const DriverChoice = ({ drivers, driver, isNew, onChoose }: DriverChoiceProps) => {
  const [open, setOpen] = useState(isNew && driver?.kind === PLAIN_PANEL.driver);
  return (
    <details class="fold driver" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {texts.driverIs(driver?.label ?? '')}
        {!open && <span class="meta">{texts.otherDriver}</span>}
      </summary>
      <Choices
        label={texts.driver}
        value={driver?.kind ?? null}
        options={drivers.map(({ kind, label, summary }) => ({ value: kind, name: label, note: summary }))}
        onChange={(chosen) => {
          const next = drivers.find(({ kind }) => kind === chosen);
          if (next) onChoose(next);
          setOpen(false);
        }}
      />
    </details>
  );
};

/** How a wall is driven and where its line begins. */
export const PanelConnection = ({
  board,
  boardId,
  isNew,
  onChange,
  all,
}: WiringFieldsProps & { all: PanelDrivers }) => {
  const panel = board.panel ?? PLAIN_PANEL;
  const driver = all.drivers.find(({ kind }) => kind === panel.driver);
  return (
    <>
      <DriverChoice
        drivers={all.drivers}
        driver={driver}
        isNew={isNew ?? false}
        onChoose={(next) => onChange(takeDriver(panel, next, geometryOf(board)))}
      />
      {driver?.found === 'screen' && all.no_screen !== null && <p class="hint">{all.no_screen}</p>}
      {driver?.found === 'mdns' && (
        <HubSearch
          publishes
          onUse={({ url }) => onChange({ panel: { ...panel, connection: { ...panel.connection, url } } })}
        />
      )}
      {driver && (
        <ConnectionFields
          driver={driver}
          all={all}
          connection={panel.connection}
          boardId={boardId}
          onChange={(change) => onChange({ panel: { ...panel, connection: { ...panel.connection, ...change } } })}
        />
      )}
    </>
  );
};

/** Where the driver has no bounds of its own. */
const MOST = { rows: MOST_ROWS, cols: MOST_COLS };

/** How large a wall is, which the owner says unless its driver has but one size. */
export const PanelSize = ({ board, onChange, driver }: BoardFieldsProps & { driver: PanelDriver | undefined }) => {
  const { rows, cols } = geometryOf(board);
  const most = driver?.most ?? MOST;
  const field = membersOf(board, onChange);
  return (
    <>
      {!driver?.grid && (
        <div class="pair">
          <NumberField
            label={texts.rows}
            hint={texts.sizeHint(most.rows)}
            min={1}
            max={most.rows}
            {...field('grid_rows')}
            empty={1}
          />
          <NumberField
            label={texts.cols}
            hint={texts.sizeHint(most.cols)}
            min={1}
            max={most.cols}
            {...field('grid_cols')}
            empty={1}
          />
        </div>
      )}
      <p class="field-note">{texts.resulting(rows, cols)}</p>
    </>
  );
};

/** What stands on the flaps of a wall, and, where it has modules, how they move. */
export const PanelMovement = ({ board, onChange, driver }: BoardFieldsProps & { driver: PanelDriver }) => {
  const panel = board.panel ?? PLAIN_PANEL;
  const change = (next: Partial<Panel>) => onChange({ panel: { ...panel, ...next } });
  const flaps = Array.isArray(panel.flaps) ? panel.flaps.join('') : (panel.flaps ?? '');
  const field = membersOf(panel, change);
  return (
    <>
      {driver.flaps !== null && (
        <TextField
          label={texts.flaps}
          hint={texts.flapsHint}
          placeholder={driver.flaps}
          value={flaps}
          onChange={(text) => change({ flaps: text === '' ? null : text })}
        />
      )}
      {driver.modules && (
        <>
          <NumberField label={texts.maxMoving} hint={texts.maxMovingHint} min={1} {...field('max_moving')} />
          <Switch label={texts.landTogether} hint={texts.landTogetherHint} {...field('land_together')} />
        </>
      )}
    </>
  );
};

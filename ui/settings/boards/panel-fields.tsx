import type { Connection, Panel } from '../../../src/schema/boards.ts';
import { Choices } from '../../kit/choice.tsx';
import { NumberField, SelectField, Switch, TextField } from '../../kit/field.tsx';
import { SecretField } from '../../kit/secret-field.tsx';
import { boards as texts } from '../../strings/settings-boards.ts';
import { PLAIN_PANEL, sizeOf } from './board-form.ts';
import type { BoardFieldsProps } from './board-form.ts';

const DRIVERS = [
  'virtual',
  'chainlink',
  'mbus',
  'i2c-units',
  'mqtt-text',
] as const satisfies readonly Panel['driver'][];

interface ConnectionProps {
  readonly connection: Connection;
  readonly onChange: (change: Partial<Connection>) => void;
}

const Text = ({
  connection,
  onChange,
  name,
  label,
  hint,
  required,
}: ConnectionProps & {
  name: 'path' | 'url' | 'username' | 'command_topic' | 'state_topic' | 'topic_prefix';
  label: string;
  hint?: string;
  required?: boolean;
}) => (
  <TextField
    label={label}
    hint={hint}
    required={required ?? false}
    value={connection[name] ?? ''}
    onChange={(value) => onChange({ [name]: value === '' ? null : value })}
  />
);

const Serial = (props: ConnectionProps) => (
  <div class="pair">
    <Text {...props} name="path" label={texts.path} hint={texts.pathHint} required />
    <NumberField
      label={texts.baud}
      hint={texts.baudHint}
      min={1}
      value={props.connection.baud_rate ?? null}
      onChange={(baud_rate) => props.onChange({ baud_rate })}
    />
  </div>
);

const Broker = (props: ConnectionProps) => (
  <>
    <Text {...props} name="url" label={texts.url} hint={texts.urlHint} required />
    <div class="pair">
      <Text {...props} name="username" label={texts.username} />
      <SecretField
        label={texts.password}
        value={props.connection.password ?? ''}
        onChange={(password) => props.onChange({ password })}
      />
    </div>
  </>
);

const Mbus = (props: ConnectionProps) => {
  const line = props.connection.url === null || props.connection.url === undefined ? 'serial' : 'mqtt';
  return (
    <>
      <SelectField
        label={texts.line}
        value={line}
        options={[
          ['serial', texts.lines.serial],
          ['mqtt', texts.lines.mqtt],
        ]}
        onChange={(next) => props.onChange(next === 'mqtt' ? { url: '', path: null } : { url: null })}
      />
      {line === 'serial' && <Serial {...props} />}
      {line === 'mqtt' && (
        <>
          <Broker
            {...props}
            onChange={(change) => props.onChange('url' in change ? { ...change, url: change.url ?? '' } : change)}
          />
          <Text {...props} name="topic_prefix" label={texts.prefix} />
        </>
      )}
    </>
  );
};

const CONNECTIONS: Readonly<Record<Panel['driver'], (props: ConnectionProps) => preact.JSX.Element | null>> = {
  virtual: () => null,
  chainlink: Serial,
  mbus: Mbus,
  'i2c-units': ({ connection, onChange }) => (
    <NumberField label={texts.bus} min={0} value={connection.bus ?? 1} onChange={(bus) => onChange({ bus })} />
  ),
  'mqtt-text': (props) => (
    <>
      <Broker {...props} />
      <div class="pair">
        <Text {...props} name="command_topic" label={texts.commandTopic} required />
        <Text {...props} name="state_topic" label={texts.stateTopic} hint={texts.stateTopicHint} />
      </div>
    </>
  ),
};

/** How a wall is driven and where its line begins. */
export const PanelConnection = ({ board, onChange }: BoardFieldsProps) => {
  const panel = board.panel ?? PLAIN_PANEL;
  const Fields = CONNECTIONS[panel.driver];
  const change = (next: Partial<Panel>) => onChange({ panel: { ...panel, ...next } });
  return (
    <>
      <Choices
        label={texts.driver}
        value={panel.driver}
        options={DRIVERS.map((driver) => ({
          value: driver,
          name: texts.drivers[driver][0],
          note: texts.drivers[driver][1],
        }))}
        onChange={(driver) => change({ driver })}
      />
      <Fields
        connection={panel.connection}
        onChange={(connection) => change({ connection: { ...panel.connection, ...connection } })}
      />
    </>
  );
};

/** How large a wall is. */
export const PanelSize = ({ board, onChange }: BoardFieldsProps) => {
  const { rows, cols } = sizeOf(board);
  return (
    <>
      <div class="pair">
        <NumberField
          label={texts.rows}
          hint={texts.rowsHint}
          min={1}
          max={96}
          value={board.grid_rows}
          onChange={(grid_rows) => onChange({ grid_rows })}
        />
        <NumberField
          label={texts.cols}
          hint={texts.colsHint}
          min={1}
          max={128}
          value={board.grid_cols}
          onChange={(grid_cols) => onChange({ grid_cols })}
        />
      </div>
      <p class="field-note">{texts.resulting(rows, cols)}</p>
    </>
  );
};

/** What stands on the flaps of a wall, and how it moves. */
export const PanelMovement = ({ board, onChange }: BoardFieldsProps) => {
  const panel = board.panel ?? PLAIN_PANEL;
  const change = (next: Partial<Panel>) => onChange({ panel: { ...panel, ...next } });
  const flaps = Array.isArray(panel.flaps) ? panel.flaps.join('') : (panel.flaps ?? '');
  return (
    <>
      <TextField
        label={texts.flaps}
        hint={texts.flapsHint}
        value={flaps}
        onChange={(text) => change({ flaps: text === '' ? null : text })}
      />
      <NumberField
        label={texts.maxMoving}
        hint={texts.maxMovingHint}
        min={1}
        value={panel.max_moving}
        onChange={(max_moving) => change({ max_moving })}
      />
      <Switch
        label={texts.landTogether}
        hint={texts.landTogetherHint}
        checked={panel.land_together}
        onChange={(land_together) => change({ land_together })}
      />
    </>
  );
};

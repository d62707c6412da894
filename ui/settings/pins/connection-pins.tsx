import type { Connection } from '../../../src/schema/boards/boards.ts';
import type { ConnectionField } from '../../../src/schema/boards/connection-field.ts';
import type { Pins } from '../../../src/schema/boards/pins.ts';
import { Button } from '../../kit/button.tsx';
import { useResource } from '../../kit/resource.ts';
import { pins as texts } from '../../strings/pins.ts';
import { boardOperations } from '../api.ts';
import { Loaded } from '../section.tsx';
import { putWires, wiresOf } from './connection-wires.ts';
import { roomFor, withSuggestions, type Wire } from './header-plan.ts';
import { PinPicker } from './pin-picker.tsx';

interface Props {
  readonly fields: readonly ConnectionField[];
  readonly connection: Connection;
  readonly boardId: string | null;
  readonly onChange: (change: Partial<Connection>) => void;
}

interface ModuleToolsProps {
  readonly wires: readonly Wire[];
  readonly field: ConnectionField | undefined;
  readonly pins: Pins;
  readonly boardId: string | null;
  readonly onWires: (wires: readonly Wire[]) => void;
}

const ModuleTools = ({ wires, field, pins: { pins }, boardId, onWires }: ModuleToolsProps) => {
  const each = field?.wires.length ?? 0;
  const count = each === 0 ? 0 : wires.length / each;
  const room = roomFor(each || 1, pins, wires, boardId);
  const grow = (): Wire[] => [
    ...wires,
    ...(field?.wires ?? []).map((name, index) => ({
      key: `${field?.name} ${count * each + index}`,
      name,
      module: count,
      pin: null,
    })),
  ];
  const open = wires.some(({ pin }) => pin === null);
  return (
    <>
      <div class="row row-start">
        <Button
          small
          text={texts.suggest}
          disabled={!open}
          title={texts.suggestNote}
          onClick={() => onWires(withSuggestions(wires, pins, boardId))}
        />
        {field && <Button small text={texts.addModule} disabled={open || room === 0} onClick={() => onWires(grow())} />}
        {count > 1 && (
          <Button small text={texts.removeModule(count - 1)} onClick={() => onWires(wires.slice(0, -each))} />
        )}
      </div>
      {field && !open && <p class="field-note">{texts.room(room)}</p>}
    </>
  );
};

/** The wires of a connection, and their pins on the picture of the header. */
export const ConnectionPins = ({ fields, connection, boardId, onChange }: Props) => {
  const loaded = useResource('pins', boardOperations.pins, ['boards', 'settings']);
  const wires = wiresOf(fields, connection);
  const put = (next: readonly Wire[]) => onChange(putWires(fields, next));
  return (
    <Loaded from={loaded}>
      {(pins) => (
        <PinPicker
          wires={wires}
          pins={pins}
          boardId={boardId}
          onTake={(taken) =>
            put(wires.map((wire) => (taken.has(wire.key) ? { ...wire, pin: taken.get(wire.key) ?? null } : wire)))
          }
        >
          <ModuleTools
            wires={wires}
            field={fields.find((field) => field.wires.length > 0)}
            pins={pins}
            boardId={boardId}
            onWires={put}
          />
        </PinPicker>
      )}
    </Loaded>
  );
};

import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { LONGEST_NAME } from '../../../src/schema/limits.ts';
import { Choices } from '../../kit/choice.tsx';
import { TextField, membersOf } from '../../kit/field.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { FoldedPanel, Loaded, Panel } from '../section.tsx';
import { ArrayFields, ArraySize } from './array-fields.tsx';
import { PLAIN_PANEL, type BoardFieldsProps, type WiringFieldsProps } from './board-form.ts';
import { usePanelDrivers } from './connection-form.ts';
import { ModuleMap } from './hardware/module-map.tsx';
import { PanelConnection, PanelMovement, PanelSize } from './panel-fields.tsx';
import { VestaboardFields } from './vestaboard-fields.tsx';

/** What a board is called and looks like. */
export const LookFields = ({ board, onChange }: BoardFieldsProps) => {
  const field = membersOf(board, onChange);
  return (
    <>
      <TextField label={texts.name} placeholder={texts.namePlaceholder} maxLength={LONGEST_NAME} {...field('name')} />
      <div class="pair">
        <Choices
          label={texts.color}
          row
          options={(['black', 'white'] as const).map((value) => ({ value, name: texts.colors[value] }))}
          {...field('board_color')}
        />
        {board.device_type !== 'panel' && (
          <Choices
            label={texts.glyph}
            row
            options={(['degree', 'heart'] as const).map((value) => ({ value, name: texts.glyphs[value] }))}
            {...field('code62_glyph')}
          />
        )}
      </div>
    </>
  );
};

const PanelFields = ({ board, boardId, isNew, onChange }: WiringFieldsProps) => {
  const panel = board.panel ?? PLAIN_PANEL;
  const loaded = usePanelDrivers();
  const driver = loaded.value?.drivers.find(({ kind }) => kind === panel.driver);
  return (
    <>
      <Panel title={texts.sizeTitle}>
        <PanelSize board={board} onChange={onChange} driver={driver} />
      </Panel>
      <Panel title={texts.connectionTitle}>
        <Loaded from={loaded}>
          {(all) => <PanelConnection board={board} boardId={boardId} isNew={isNew} onChange={onChange} all={all} />}
        </Loaded>
      </Panel>
      {driver?.modules && (
        <Panel title={texts.map.title}>
          <ModuleMap
            modules={panel.modules}
            size={geometryOf(board)}
            onChange={(modules) => onChange({ panel: { ...panel, modules } })}
          />
        </Panel>
      )}
      {driver && (driver.modules || driver.flaps !== null) && (
        <FoldedPanel title={texts.moreTitle}>
          <PanelMovement board={board} onChange={onChange} driver={driver} />
        </FoldedPanel>
      )}
    </>
  );
};

/** How large a board is, where that can be chosen, and how it is reached. */
export const WiringFields = (props: WiringFieldsProps) => {
  const { board, boardId, onChange } = props;
  if (board.device_type === 'panel') return <PanelFields {...props} />;
  const isArray = board.device_type === 'note_array';
  return (
    <>
      {isArray && (
        <Panel title={texts.sizeTitle}>
          <ArraySize board={board} onChange={onChange} />
        </Panel>
      )}
      <Panel title={texts.connectionTitle}>
        {isArray ? (
          <ArrayFields board={board} onChange={onChange} />
        ) : (
          <VestaboardFields board={board} boardId={boardId} onChange={onChange} />
        )}
      </Panel>
    </>
  );
};

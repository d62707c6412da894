import { layoutLines } from '../../../src/core/flaps/message.ts';
import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import type { DeviceType, Dimensions } from '../../../src/schema/common.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { Choices } from '../../kit/choice.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';

/** The kinds of boards, in the order of the choice. */
const KINDS = ['flagship', 'note', 'note_array', 'panel'] as const;

const FORMS: Readonly<Record<DeviceType, Dimensions>> = {
  flagship: { device_type: 'flagship' },
  note: { device_type: 'note' },
  note_array: { device_type: 'note_array', notes_wide: 2, notes_tall: 2 },
  panel: { device_type: 'panel', grid_rows: 4, grid_cols: 16 },
};

const PICTURES = Object.fromEntries(
  KINDS.map((kind) => {
    const form = geometryOf(FORMS[kind]);
    return [kind, { form, characters: gridToRows(layoutLines([...texts.samples[kind]], form)) }];
  }),
);

const Picture = ({ kind }: { kind: DeviceType }) => {
  const picture = PICTURES[kind];
  return (
    <span class="choice-picture" aria-hidden="true">
      {picture && <BoardPicture form={picture.form} characters={picture.characters} label={texts.kinds[kind][0]} />}
    </span>
  );
};

/** Chooses what kind of a board it is, by a picture of each. */
export const KindChoice = ({ value, onChange }: { value: DeviceType | null; onChange: (kind: DeviceType) => void }) => (
  <Choices
    label={texts.kindTitle}
    value={value}
    row
    options={KINDS.map((kind) => ({
      value: kind,
      name: texts.kinds[kind][0],
      note: texts.kinds[kind][1],
      picture: <Picture kind={kind} />,
    }))}
    onChange={onChange}
  />
);

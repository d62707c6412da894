import { NOTES, WALL_COLS, WALL_ROWS } from '../../src/schema/limits.ts';
import type { BoardInstance } from '../../src/schema/boards/boards.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import type { Dimensions, DeviceType } from '../../src/schema/common.ts';
import { NumberField, SelectField, membersOf } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { api } from '../api.ts';
import { pages } from '../strings/pages.ts';
import { describeSize } from './size.ts';

/** The members of a page that make its size. */
export interface PageSize {
  readonly device_type: DeviceType;
  readonly notes_wide: number;
  readonly notes_tall: number;
  readonly grid_rows: number | null;
  readonly grid_cols: number | null;
}

/** The size of a page made for a board. */
export const sizeForBoard = (board: Dimensions & Pick<BoardInstance, 'device_type'>): PageSize => ({
  device_type: board.device_type,
  notes_wide: board.notes_wide ?? 1,
  notes_tall: board.notes_tall ?? 1,
  grid_rows: board.device_type === 'panel' ? (board.grid_rows ?? 6) : null,
  grid_cols: board.device_type === 'panel' ? (board.grid_cols ?? 22) : null,
});

const DEVICES = ['flagship', 'note', 'note_array', 'panel'] as const;

const sameSize = (a: PageSize, b: PageSize): boolean => {
  const [one, other] = [geometryOf(a), geometryOf(b)];
  return one.device_type === other.device_type && one.rows === other.rows && one.cols === other.cols;
};

const Measures = ({ size, onChange }: { size: PageSize; onChange: (size: PageSize) => void }) => {
  const field = membersOf(size, (change) => onChange({ ...size, ...change }));
  if (size.device_type === 'note_array') {
    return (
      <div class="pair pair-short">
        <NumberField label={pages.notesWide} range={NOTES} {...field('notes_wide')} empty={1} />
        <NumberField label={pages.notesTall} range={NOTES} {...field('notes_tall')} empty={1} />
      </div>
    );
  }
  if (size.device_type !== 'panel') return null;
  return (
    <div class="pair pair-short">
      <NumberField label={pages.gridRows} range={WALL_ROWS} {...field('grid_rows')} empty={1} />
      <NumberField label={pages.gridCols} range={WALL_COLS} {...field('grid_cols')} empty={1} />
    </div>
  );
};

const ofDevice = (device_type: DeviceType): PageSize => ({
  device_type,
  notes_wide: 1,
  notes_tall: 1,
  grid_rows: device_type === 'panel' ? 6 : null,
  grid_cols: device_type === 'panel' ? 22 : null,
});

/** Chooses the size of a page: that of one of the boards, or any other. */
export const SizeFields = ({ size, onChange }: { size: PageSize; onChange: (size: PageSize) => void }) => {
  const { value } = useResource('boards of sizes', api.boardSettings, ['boards', 'settings']);
  const boards = value?.boards ?? [];
  const board = boards.find((one) => sameSize(sizeForBoard(one), size));
  const choose = (choice: string) => {
    const wanted = boards.find(({ id }) => id === choice);
    onChange(wanted ? sizeForBoard(wanted) : ofDevice(choice as DeviceType));
  };
  const options = [
    ...boards.map((one) => [one.id, pages.likeBoard(one.name, describeSize(geometryOf(sizeForBoard(one))))] as const),
    ...DEVICES.map((device) => [device, pages.devices[device]] as const),
  ];
  return (
    <>
      <SelectField label={pages.forSize} value={board?.id ?? size.device_type} options={options} onChange={choose} />
      {!board && <Measures size={size} onChange={onChange} />}
    </>
  );
};

import { NOTES, WALL_COLS, WALL_ROWS } from '../../src/schema/limits.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import type { DeviceType } from '../../src/schema/common.ts';
import { NumberField, SelectField, membersOf } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { api } from '../api.ts';
import { pages } from '../strings/pages.ts';
import { pageSizeOf, type PageSize } from './editor/page-draft.ts';
import { describeSize } from './size.ts';

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

/** Chooses the size of a page: that of one of the boards, or any other. */
export const SizeFields = ({ size, onChange }: { size: PageSize; onChange: (size: PageSize) => void }) => {
  const { value } = useResource('boards of sizes', api.boardSettings, ['boards', 'settings']);
  const boards = value?.boards ?? [];
  const board = boards.find((one) => sameSize(pageSizeOf(one), size));
  const choose = (choice: string) => {
    const wanted = boards.find(({ id }) => id === choice);
    onChange(pageSizeOf(wanted ?? { device_type: choice as DeviceType }));
  };
  const options = [
    ...boards.map((one) => [one.id, pages.likeBoard(one.name, describeSize(geometryOf(pageSizeOf(one))))] as const),
    ...DEVICES.map((device) => [device, pages.devices[device]] as const),
  ];
  return (
    <>
      <SelectField label={pages.forSize} value={board?.id ?? size.device_type} options={options} onChange={choose} />
      {!board && <Measures size={size} onChange={onChange} />}
    </>
  );
};

import { useState } from 'preact/hooks';
import type { MappedModule } from '../../../../src/core/flaps/module-layout.ts';
import type { Panel } from '../../../../src/schema/boards/boards.ts';
import { Button } from '../../../kit/button.tsx';
import { Choices } from '../../../kit/choice.tsx';
import { NumberField } from '../../../kit/field.tsx';
import { boards as texts } from '../../../strings/settings/boards.ts';
import {
  addressesByCell,
  doubleAddresses,
  freeAddress,
  modulesOf,
  withModule,
  within,
  type WallSize,
} from './module-plan.ts';
import { WallPicture } from '../wall-picture.tsx';

type Modules = Panel['modules'];

interface MapProps {
  readonly size: WallSize;
  readonly onChange: (modules: Modules) => void;
}

const LAYOUTS = ['rows', 'zigzag', 'dual_zigzag', 'own'] as const;

const problemOf = (modules: readonly MappedModule[]): string | null => {
  const twice = doubleAddresses(modules);
  if (twice.length > 0) return texts.map.twice(twice);
  return modules.length === 0 ? texts.map.empty : null;
};

const OwnMap = ({ modules, size, onChange }: MapProps & { modules: readonly MappedModule[] }) => {
  const [next, setNext] = useState(() => freeAddress(modules, 0));
  const [chosen, setChosen] = useState<number | null>(null);
  const here =
    chosen !== null && chosen < size.rows * size.cols
      ? { row: Math.floor(chosen / size.cols), col: chosen % size.cols }
      : null;
  const found = here && modules.find(({ row, col }) => row === here.row && col === here.col);
  const choose = (cell: number) => {
    setChosen(cell);
    const place = { row: Math.floor(cell / size.cols), col: cell % size.cols };
    if (modules.some(({ row, col }) => row === place.row && col === place.col)) return;
    const address = freeAddress(modules, next);
    const mapped = withModule(modules, place, address);
    setNext(freeAddress(mapped, address));
    onChange(mapped);
  };
  const empty = () => {
    onChange([]);
    setNext(0);
    setChosen(null);
  };
  const problem = problemOf(modules);
  return (
    <>
      <WallPicture size={size} addresses={addressesByCell(modules, size)} chosen={chosen} onChoose={choose} />
      <p class={problem ? 'field-note is-wrong' : 'field-note'} aria-live="polite">
        {problem ?? texts.map.count(within(modules, size).length, size.rows * size.cols)}
      </p>
      <div class="pair">
        <NumberField
          label={texts.map.next}
          hint={texts.map.nextHint}
          min={0}
          value={next}
          onChange={(address) => setNext(address ?? 0)}
        />
        {here && found && (
          <NumberField
            label={`${texts.map.address} (${texts.map.chosen(here.row + 1, here.col + 1)})`}
            min={0}
            value={found.address}
            onChange={(address) => address !== null && onChange(withModule(modules, here, address))}
          />
        )}
      </div>
      <div class="row row-start">
        {here && found && <Button text={texts.map.take} onClick={() => onChange(withModule(modules, here, null))} />}
        <Button text={texts.map.clearAll} disabled={modules.length === 0} onClick={empty} />
      </div>
    </>
  );
};

/** Which module of a wall shows which of its places: a common wiring, or a map that is made place by place. */
export const ModuleMap = ({ modules, size, onChange }: MapProps & { modules: Modules }) => {
  const layout = Array.isArray(modules) ? 'own' : modules.layout;
  const mapped = modulesOf(modules, size);
  const choose = (next: (typeof LAYOUTS)[number]) => {
    if (next === layout) return;
    onChange(
      next === 'own' ? [...within(mapped, size)] : { layout: next, first: Array.isArray(modules) ? 0 : modules.first },
    );
  };
  return (
    <>
      <p class="meta">{texts.map.note}</p>
      <Choices
        label={texts.map.layout}
        value={layout}
        row
        options={LAYOUTS.map((one) => ({
          value: one,
          name: texts.map.layouts[one][0],
          note: texts.map.layouts[one][1],
        }))}
        onChange={choose}
      />
      {Array.isArray(modules) ? (
        <OwnMap modules={modules} size={size} onChange={onChange} />
      ) : (
        <>
          <NumberField
            label={texts.map.first}
            min={0}
            value={modules.first}
            onChange={(first) => onChange({ ...modules, first: first ?? 0 })}
          />
          <WallPicture size={size} addresses={addressesByCell(mapped, size)} chosen={null} />
        </>
      )}
    </>
  );
};

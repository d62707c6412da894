import { useState } from 'preact/hooks';
import type { MappedModule } from '../../../../src/core/flaps/module-layout.ts';
import type { Panel } from '../../../../src/schema/boards/boards.ts';
import { Button } from '../../../kit/button.tsx';
import { Choices, choicesOf } from '../../../kit/choice.tsx';
import { NumberField, Note } from '../../../kit/field.tsx';
import { boards as texts } from '../../../strings/settings/boards.ts';
import {
  addressesByCell,
  doubleAddresses,
  freeAddress,
  modulesOf,
  placeOf,
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
  const addresses = addressesByCell(modules, size);
  const here = chosen !== null && chosen < size.rows * size.cols ? placeOf(chosen, size) : null;
  const found = chosen === null ? undefined : addresses.get(chosen);
  const choose = (cell: number) => {
    setChosen(cell);
    if (addresses.has(cell)) return;
    const address = freeAddress(modules, next);
    const mapped = withModule(modules, placeOf(cell, size), address);
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
      <WallPicture size={size} addresses={addresses} chosen={chosen} onChoose={choose} />
      <Note live problem={problem} hint={texts.map.count(within(modules, size).length, size.rows * size.cols)} />
      <div class="pair">
        <NumberField
          label={texts.map.next}
          hint={texts.map.nextHint}
          min={0}
          value={next}
          onChange={(address) => setNext(address ?? 0)}
        />
        {here && found !== undefined && (
          <NumberField
            label={`${texts.map.address} (${texts.map.chosen(here.row + 1, here.col + 1)})`}
            min={0}
            value={found}
            onChange={(address) => address !== null && onChange(withModule(modules, here, address))}
          />
        )}
      </div>
      <div class="row row-start">
        {here && found !== undefined && (
          <Button text={texts.map.take} onClick={() => onChange(withModule(modules, here, null))} />
        )}
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
        options={choicesOf(LAYOUTS, texts.map.layouts)}
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

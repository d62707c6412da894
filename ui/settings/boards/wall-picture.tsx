import { useMemo, useRef, useState } from 'preact/hooks';
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { boards as texts } from '../../strings/settings/boards.ts';
import type { WallSize } from './hardware/module-plan.ts';
import { ARROWS } from '../../arrow-keys.ts';

interface Props {
  readonly size: WallSize;
  /** The address at each cell that has a module, by `row * cols + col`. */
  readonly addresses: ReadonlyMap<number, number>;
  /** The cell that is being changed; null when none is. */
  readonly chosen: number | null;
  /** Cells of which several can be chosen at once. */
  readonly several?: ReadonlySet<number>;
  /** What the live picture is for those who do not see it. */
  readonly label?: string;
  /** Absent: the picture is only looked at. */
  readonly onChoose?: (cell: number) => void;
}

interface RowProps {
  readonly row: number;
  readonly addresses: readonly (number | undefined)[];
  /** Of a live picture: which cells are chosen, and the one that the keyboard stands on. */
  readonly live?: { readonly chosen: ReadonlySet<number>; readonly current: number };
}

const Row = ({ row, addresses, live }: RowProps) =>
  // A row that is the same is not drawn again: walls have up to twelve thousand places.
  useMemo(
    () => (
      <div class="wall-row" role={live && 'row'}>
        {addresses.map((address, col) => {
          const cell = row * addresses.length + col;
          return (
            <div
              key={col}
              class={`wall-cell ${address === undefined ? '' : 'is-mapped'}`}
              {...(live && {
                role: 'gridcell',
                'data-cell': cell,
                tabIndex: cell === live.current ? 0 : -1,
                'aria-selected': live.chosen.has(cell),
                'aria-label': texts.map.cell(row + 1, col + 1, address),
              })}
            >
              {address}
            </div>
          );
        })}
      </div>
    ),
    [row, addresses.join(), live && [...live.chosen].join(), live?.current],
  );

const cellOf = (target: EventTarget | null): number | null => {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
  return found === undefined ? null : Number(found);
};

/** The addresses of a wall, row by row. */
const rowsOf = ({ size: { rows, cols }, addresses }: Pick<Props, 'size' | 'addresses'>) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_cell, col) => addresses.get(row * cols + col)),
  );

const StillPicture = (props: Props) => (
  <div class="wall" role="img" aria-label={texts.map.title}>
    {rowsOf(props).map((addresses, row) => (
      <Row key={row} row={row} addresses={addresses} />
    ))}
  </div>
);

const LivePicture = ({
  size,
  addresses,
  chosen,
  several,
  label = texts.map.grid,
  onChoose,
}: Props & { onChoose: (cell: number) => void }) => {
  const { rows, cols } = size;
  const grid = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState(0);
  const current = chosen ?? last;
  const pick = (cell: number) => {
    setLast(cell);
    onChoose(cell);
  };
  const click = (event: TargetedEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    if (cell !== null) pick(cell);
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    const step = ARROWS[event.key];
    if (cell === null) return;
    if (event.key === 'Enter' || event.key === ' ') pick(cell);
    else if (!step) return;
    event.preventDefault();
    const [right, down] = step ?? [0, 0];
    const to =
      Math.min(rows - 1, Math.max(0, Math.floor(cell / cols) + down)) * cols +
      Math.min(cols - 1, Math.max(0, (cell % cols) + right));
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to}"]`)?.focus();
  };
  return (
    <div
      class="wall is-live"
      role="grid"
      aria-label={label}
      aria-multiselectable={several ? true : undefined}
      ref={grid}
      onClick={click}
      onKeyDown={press}
    >
      {rowsOf({ size, addresses }).map((there, row) => {
        const here = new Set(
          [...(several ?? []), ...(chosen === null ? [] : [chosen])].filter((cell) => Math.floor(cell / cols) === row),
        );
        const keyboard = Math.floor(current / cols) === row ? current : -1;
        return <Row key={row} row={row} addresses={there} live={{ chosen: here, current: keyboard }} />;
      })}
    </div>
  );
};

/** A wall drawn as the grid that it is, with the address of the module at each place. */
export const WallPicture = (props: Props) => (
  <div
    class="wall-frame"
    tabIndex={props.onChoose ? undefined : 0}
    role={props.onChoose ? undefined : 'group'}
    aria-label={props.onChoose ? undefined : texts.map.title}
  >
    {props.onChoose ? <LivePicture {...props} onChoose={props.onChoose} /> : <StillPicture {...props} />}
  </div>
);

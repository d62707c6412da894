import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { NOTES } from '../../../src/schema/limits.ts';
import { bareHost } from '../../../src/core/pasted-address.ts';
import type { Tile } from '../../../src/schema/boards/boards.ts';
import { NumberField, Switch, TextField, membersOf } from '../../kit/field.tsx';
import { SecretField } from '../../kit/secret-field.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { type BoardFieldsProps } from './board-form.ts';
import { WayChoice } from './vestaboard-fields.tsx';
import { placeOf } from './hardware/module-plan.ts';

type FullTile = Required<Tile>;

const cellsOf = (cols: number, rows: number) =>
  Array.from({ length: rows * cols }, (_, cell) => placeOf(cell, { cols }));

const TileFields = ({ tile, onChange }: { tile: FullTile; onChange: (tile: FullTile) => void }) => (
  <fieldset class="tile rows-12">
    <legend>{texts.tile(tile.row + 1, tile.col + 1)}</legend>
    <TextField
      exact
      label={texts.host}
      value={tile.host}
      onChange={(host) => onChange({ ...tile, host })}
      onDone={(host) => onChange({ ...tile, host: bareHost(host) })}
    />
    <SecretField
      label={texts.localKey}
      value={tile.local_api_key}
      onChange={(local_api_key) => onChange({ ...tile, local_api_key })}
    />
    {tile.host !== '' && (
      <Switch label={texts.tileOn} value={tile.enabled} onChange={(enabled) => onChange({ ...tile, enabled })} />
    )}
  </fieldset>
);

/** How many Notes an array has. */
export const ArraySize = ({ board, onChange }: BoardFieldsProps) => {
  const { rows, cols } = geometryOf(board);
  const field = membersOf(board, onChange);
  return (
    <>
      <div class="pair">
        <NumberField label={texts.wide} range={NOTES} {...field('notes_wide')} empty={1} />
        <NumberField label={texts.tall} range={NOTES} {...field('notes_tall')} empty={1} />
      </div>
      <p class="field-note">{texts.resulting(rows, cols)}</p>
    </>
  );
};

/** How the Notes of an array are reached. */
export const ArrayFields = ({ board, onChange }: BoardFieldsProps) => {
  const tiles = board.tiles ?? [];
  const tileAt = (row: number, col: number): FullTile => {
    const known = tiles.find((tile) => tile.row === row && tile.col === col);
    return {
      row,
      col,
      host: known?.host ?? '',
      local_api_key: known?.local_api_key ?? '',
      enabled: known?.enabled ?? true,
    };
  };
  const change = (next: FullTile) =>
    onChange({ tiles: [...tiles.filter((tile) => tile.row !== next.row || tile.col !== next.col), next] });
  const field = membersOf(board, onChange);
  return (
    <>
      <WayChoice board={board} onChange={onChange} />
      {board.way === 'cloud' && (
        <SecretField label={texts.arrayToken} hint={texts.arrayTokenHint} {...field('note_array_token')} />
      )}
      {board.way === 'local' && (
        <>
          <p class="meta">{texts.tilesNote}</p>
          <div class="tiles rows-16">
            {cellsOf(board.notes_wide, board.notes_tall).map(({ row, col }) => (
              <TileFields key={`${row},${col}`} tile={tileAt(row, col)} onChange={change} />
            ))}
          </div>
        </>
      )}
    </>
  );
};

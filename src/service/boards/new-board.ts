import { usualGlyph } from '../../core/flaps/geometry.ts';
import { Fault } from '../../fault.ts';
import { PLAIN_BOARD, type BoardInstanceWrite, type StoredBoard } from '../../schema/boards/boards.ts';
import { newId } from '../lookup.ts';

/** Words that stand for boards where an id may stand. */
const WORDS = new Map([
  ['primary', 'the first board'],
  ['all', 'every board'],
]);

/** Throws 400 for an id that stands for other boards. */
export const requireOwnId = (id: string): void => {
  const named = WORDS.get(id);
  if (named) throw new Fault(400, `id: "${id}" names ${named} and cannot be an id.`);
};

/** A board of the first start or of `add`, before the sent fields are applied. */
export const newBoard = (body: BoardInstanceWrite, others: readonly StoredBoard[]): StoredBoard => {
  requireOwnId(body.id ?? '');
  return {
    ...PLAIN_BOARD,
    id: body.id || newId(),
    name: nextName(others),
    device_type: body.device_type ?? 'flagship',
    code62_glyph: usualGlyph(body.device_type ?? 'flagship'),
  };
};

const nextName = (others: readonly StoredBoard[]): string => {
  const names = new Set(others.map((board) => board.name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'My Board' : `My Board ${n}`;
    if (!names.has(name)) return name;
  }
};

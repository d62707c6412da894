import { useState } from 'preact/hooks';
import { LONGEST_NAME, MESSAGE_MINUTES } from '../../src/schema/limits.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import type { CodeRows } from '../../src/core/look/shown.ts';
import { Button, sending } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { NumberField, TextField } from '../kit/field.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { favourites as texts } from '../strings/favourites.ts';
import { favouriteOperations } from './operations.ts';

interface KeepProps {
  readonly board: BoardDetail;
  readonly characters: CodeRows;
  readonly onClose: () => void;
}

/** Keeps what is or was on a board as a favourite of that board. */
export const KeepDialog = ({ board, characters, onClose }: KeepProps) => {
  const [name, setName] = useState('');
  const [minutes, setMinutes] = useState<number | null>(null);
  const { busy, result, act } = useWork();
  const keep = act(async () => {
    const rows = characters.map((row) => [...row]);
    await favouriteOperations.create({ name: name.trim(), boards: [board.id], minutes, characters: rows });
    onClose();
  });
  return (
    <Dialog title={texts.keep} onClose={onClose}>
      <form class="form" onSubmit={sending(keep)}>
        <BoardPicture form={board} characters={characters} />
        <TextField label={texts.name} value={name} maxLength={LONGEST_NAME} required onChange={setName} />
        <NumberField
          label={texts.minutes}
          hint={texts.minutesHint}
          value={minutes}
          range={MESSAGE_MINUTES}
          onChange={setMinutes}
        />
        <Button submit main text={texts.save} disabled={busy || name.trim() === ''} />
        <Report result={result} />
      </form>
    </Dialog>
  );
};

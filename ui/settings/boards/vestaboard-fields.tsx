import { useState } from 'preact/hooks';
import { LONGEST_SECRET } from '../../../src/schema/limits.ts';
import { bareHost } from '../../../src/core/pasted-address.ts';
import { Button } from '../../kit/button.tsx';
import { Choices, choicesOf } from '../../kit/choice.tsx';
import { TextField, membersOf } from '../../kit/field.tsx';
import { SecretField } from '../../kit/secret-field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import type { BoardFieldsProps, Way } from './board-form.ts';

const WAYS: readonly Way[] = ['screen', 'local', 'cloud'];

/** Chooses how a Vestaboard is reached. */
export const WayChoice = ({ board, onChange }: BoardFieldsProps) => (
  <Choices
    label={texts.connectionTitle}
    hideLabel
    value={board.way}
    options={choicesOf(WAYS, texts.ways)}
    onChange={(way) => onChange({ way })}
  />
);

/** Trades the maker's token for the key of the board; for a stored board it is stored at once. */
const Enablement = ({ board, boardId, onChange }: BoardFieldsProps & { boardId: string | null }) => {
  const [token, setToken] = useState('');
  const { busy, result, act } = useWork(board.host);
  const enable = act(async () => {
    const host = bareHost(board.host);
    if (host === '') return { tone: 'bad', text: texts.hostFirst };
    const answer = await boardOperations.enable({
      enablement_token: token.trim(),
      host,
      ...(boardId === null ? {} : { board_id: boardId }),
    });
    if (!answer.success) return { tone: 'bad', text: `${answer.message} ${answer.error ?? ''}`.trim() };
    setToken('');
    if (answer.local_api_key !== null) onChange({ local_api_key: answer.local_api_key });
    return boardId === null ? texts.enabledNew : texts.enabledStored;
  });
  return (
    <details class="fold">
      <summary>{texts.tokenTitle}</summary>
      <div class="form">
        <p class="meta">{texts.tokenNote}</p>
        <TextField exact label={texts.token} value={token} onChange={setToken} maxLength={LONGEST_SECRET} />
        <p>
          <Button text={busy ? texts.enabling : texts.enable} disabled={busy || token.trim() === ''} onClick={enable} />
        </p>
        <Report result={result} />
      </div>
    </details>
  );
};

/** How a flagship or a Note is reached. */
export const VestaboardFields = ({ board, boardId, onChange }: BoardFieldsProps & { boardId: string | null }) => {
  const field = membersOf(board, onChange);
  return (
    <>
      <WayChoice board={board} onChange={onChange} />
      {board.way === 'local' && (
        <>
          <TextField
            exact
            label={texts.host}
            hint={texts.hostHint}
            required
            {...field('host')}
            onDone={(host) => onChange({ host: bareHost(host) })}
          />
          <SecretField label={texts.localKey} hint={texts.localKeyHint} {...field('local_api_key')} />
          <Enablement board={board} boardId={boardId} onChange={onChange} />
        </>
      )}
      {board.way === 'cloud' && (
        <SecretField label={texts.cloudKey} hint={texts.cloudKeyHint} {...field('cloud_key')} />
      )}
    </>
  );
};

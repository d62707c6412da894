import { useState } from 'preact/hooks';
import { LONGEST_NAME } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { TextField } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { screens as texts } from '../../strings/settings/screens.ts';
import { FormCard } from '../section.tsx';
import { BoardChoice } from './board-choice.tsx';
import { screenOperations } from './screen-operations.ts';

/** Makes an address that shows boards without a login, for a page of somebody else. */
export const EmbedForm = ({ onMade }: { onMade: () => void }) => {
  const [name, setName] = useState('');
  const [boards, setBoards] = useState<string[]>([]);
  const [address, setAddress] = useState<string | null>(null);
  const { busy, result, run } = useWork();
  const make = () =>
    void run(async () => {
      const { token } = await screenOperations.confirm({ name: name || null, board_ids: boards });
      setAddress(`${location.origin}/screen#token=${token ?? ''}`);
      onMade();
    });
  return (
    <FormCard onSubmit={make} title={texts.embedTitle}>
      <p class="meta">{texts.embedNote}</p>
      <TextField label={texts.name} maxLength={LONGEST_NAME} value={name} onChange={setName} />
      <BoardChoice value={boards} onChange={setBoards} />
      <div class="actions">
        <Button submit text={texts.embed} disabled={busy || boards.length === 0} />
      </div>
      {address !== null && (
        <div class="notice notice-good form" role="status">
          <p>{texts.embedOnce}</p>
          <Copyable label={texts.embedName} text={address} />
        </div>
      )}
      <Report result={result} />
    </FormCard>
  );
};

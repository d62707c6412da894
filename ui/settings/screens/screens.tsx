import { useState } from 'preact/hooks';
import { LONGEST_NAME } from '../../../src/schema/limits.ts';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { useDraft } from '../../kit/draft.ts';
import { TextField } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { screens as texts } from '../../strings/settings/screens.ts';
import { screenOperations } from '../api.ts';
import { Section, FormCard } from '../section.tsx';
import { PairForm } from './pair-form.tsx';
import { ScreenList } from './screen-list.tsx';
import { BoardChoice } from './board-choice.tsx';

const LOOK_MS = 5000;

const NOTHING = { name: '', boards: [] as string[] };

/** Makes an address that shows boards without a login, for a page of somebody else. */
const EmbedForm = ({ onMade }: { onMade: () => void }) => {
  const [draft, setDraft] = useDraft<typeof NOTHING>('screen.embed');
  const { name, boards } = draft ?? NOTHING;
  const [address, setAddress] = useState<string | null>(null);
  const { busy, result, act } = useWork();
  const make = act(async () => {
    const { token } = await screenOperations.confirm({ name: name || null, board_ids: boards });
    setDraft(null);
    setAddress(`${location.origin}/screen#token=${token ?? ''}`);
    onMade();
  });
  return (
    <FormCard onSubmit={make} title={texts.embedTitle}>
      <p class="meta">{texts.embedNote}</p>
      <TextField
        label={texts.name}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(typed) => setDraft({ name: typed, boards })}
      />
      <BoardChoice value={boards} onChange={(chosen) => setDraft({ name, boards: chosen })} />
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

/** Browsers that show boards: pairing, settings, revoking. `?code=` comes from the square that a screen shows. */
export const Screens = ({ query }: { query: URLSearchParams }) => {
  const screens = useResource('screens', screenOperations.list, ['boards']);
  usePoll(screens.reload, LOOK_MS);
  return (
    <Section name="screens">
      <PairForm code={query.get('code') ?? ''} onPaired={screens.reload} />
      <ScreenList screens={screens} />
      <EmbedForm onMade={screens.reload} />
    </Section>
  );
};

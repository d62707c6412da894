import { useState } from 'preact/hooks';
import { LONGEST_NAME } from '../../src/schema/limits.ts';
import { DAY_MS } from '../../src/core/time/durations.ts';
import { Button, sending } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { shares } from '../strings/shares.ts';
import { shareOperations } from './operations.ts';

/** What is shared: a board or a stored page. */
export type Shared = { readonly board_id: string } | { readonly page_id: string };

const DAYS = { never: null, day: 1, week: 7, month: 30 } as const;
type Ending = keyof typeof DAYS;

const endOf = (ending: Ending): string | null => {
  const days = DAYS[ending];
  return days && new Date(Date.now() + days * DAY_MS).toISOString();
};

const Made = ({ url, title }: { url: string; title: string }) => (
  <div class="notice notice-good form" role="status">
    <p>
      {shares.made}
      <a href="/settings/account">{shares.place}</a>.
    </p>
    <Copyable label={shares.link} text={url} />
    {'share' in navigator && (
      <p>
        <Button main text={shares.send} onClick={() => void navigator.share({ title, url }).catch(() => undefined)} />
      </p>
    )}
    <p class="meta">{shares.near}</p>
  </div>
);

/** Makes a link to a board or page, and hands it over. */
export const ShareDialog = ({ what, name, onClose }: { what: Shared; name: string; onClose: () => void }) => {
  const [title, setTitle] = useState('');
  const [ending, setEnding] = useState<Ending>('never');
  const [url, setUrl] = useState<string | null>(null);
  const { busy, result, act } = useWork();
  const make = act(async () => {
    const { path } = await shareOperations.create({
      ...what,
      name: title.trim() || null,
      expires_at: endOf(ending),
    });
    setUrl(location.origin + path);
  });
  const endings = Object.entries(shares.endings) as [Ending, string][];
  return (
    <Dialog title={shares.title(name)} onClose={onClose}>
      <div class="form">
        <p>{shares.intro}</p>
        {url === null ? (
          <form class="rows-14" onSubmit={sending(make)}>
            <TextField
              label={shares.name}
              hint={shares.nameHint}
              maxLength={LONGEST_NAME}
              value={title}
              onChange={setTitle}
            />
            <SelectField label={shares.ends} value={ending} options={endings} onChange={setEnding} />
            <p>
              <Button submit main text={shares.make} disabled={busy} />
            </p>
          </form>
        ) : (
          <Made url={url} title={title.trim() || name} />
        )}
        <Report result={result} />
      </div>
    </Dialog>
  );
};

import { useRef, useState } from 'preact/hooks';
import { LONGEST_PASSWORD } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { LANGUAGE } from '../../kit/language.ts';
import type { UnconfirmedDestination } from '../../../src/schema/plugins/plugins.ts';
import { Confirm } from '../../kit/dialog.tsx';
import { Field, TextField } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { pluginOperations } from '../../plugins/api.ts';
import { ConsentBox } from '../../plugins/consent.tsx';
import { loadServiceState } from '../../service-state.ts';
import { consent } from '../../strings/consent.ts';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { readBackup } from './backup-contents.ts';
import type { BackupContents } from './backup-contents.ts';
import { BackupPreview } from './backup-preview.tsx';

const texts = system.backup;

const formatDate = (instant: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? instant
    : date.toLocaleString(LANGUAGE, { dateStyle: 'long', timeStyle: 'short' });
};

const FileField = ({ problem, onChoose }: { problem: string | null; onChoose: (file: File | undefined) => void }) => (
  <Field
    label={texts.file}
    problem={problem}
    control={({ id, describedBy }) => (
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={describedBy}
        aria-invalid={problem === null ? undefined : true}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
    )}
  />
);

const Secrets = ({
  contents,
  passphrase,
  onChange,
}: {
  contents: BackupContents;
  passphrase: string;
  onChange: (passphrase: string) => void;
}) =>
  contents.hasSecrets ? (
    <TextField
      type="password"
      label={texts.restorePassphrase}
      hint={`${texts.withSecrets} ${texts.restorePassphraseHint}`}
      maxLength={LONGEST_PASSWORD}
      value={passphrase}
      onChange={onChange}
    />
  ) : (
    <p class="meta">
      {texts.noSecrets} {texts.keepsSecrets}
    </p>
  );

/** Reads a backup, shows what is in it, and replaces everything by it when that is wanted. */
export const RestoreBackup = () => {
  const [contents, setContents] = useState<BackupContents | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [asking, setAsking] = useState(false);
  const [waiting, setWaiting] = useState<readonly UnconfirmedDestination[]>([]);
  const form = useRef<HTMLDivElement>(null);
  const { busy, result, run, clear } = useWork();
  const choose = async (file: File | undefined) => {
    clear();
    const read = file ? readBackup(await file.text().catch(() => '')) : null;
    setContents(read);
    setPassphrase('');
    setProblem(file && !read ? texts.unreadable : null);
  };
  const restore = () => {
    setAsking(false);
    if (!contents) return;
    void run(async () => {
      const { restored, destinations = [] } = await systemOperations.restore({
        ...contents.file,
        passphrase: passphrase || null,
      });
      setContents(null);
      setWaiting(destinations);
      form.current?.querySelector('form')?.reset();
      await loadServiceState();
      return texts.restored(restored);
    });
  };
  return (
    <div ref={form}>
      <FormCard onSubmit={() => contents && setAsking(true)} title={texts.restoreTitle}>
        <p>{texts.restoreNote}</p>
        <FileField problem={problem} onChoose={(file) => void choose(file)} />
        {contents && (
          <>
            <BackupPreview contents={contents} made={formatDate(contents.createdAt)} />
            <Secrets contents={contents} passphrase={passphrase} onChange={setPassphrase} />
            <p>
              <Button submit main text={busy ? texts.restoring : texts.restore} disabled={busy} />
            </p>
          </>
        )}
        <Report result={result} />
        {[...new Set(waiting.map(({ plugin_id }) => plugin_id))].map((plugin) => (
          <ConsentBox
            key={plugin}
            note={consent.restored(plugin)}
            destinations={waiting.filter(({ plugin_id }) => plugin_id === plugin)}
            onConfirm={async () => {
              await pluginOperations.confirm(
                plugin,
                waiting.filter(({ plugin_id }) => plugin_id === plugin),
              );
              setWaiting(waiting.filter(({ plugin_id }) => plugin_id !== plugin));
            }}
          />
        ))}
        {asking && contents && (
          <Confirm
            title={texts.confirmTitle}
            text={texts.confirmText(formatDate(contents.createdAt))}
            action={texts.restore}
            onConfirm={restore}
            onClose={() => setAsking(false)}
          />
        )}
      </FormCard>
    </div>
  );
};

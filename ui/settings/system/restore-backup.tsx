import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { LONGEST_PASSWORD } from '../../../src/schema/limits.ts';
import type { UnconfirmedDestination } from '../../../src/schema/plugins/plugins.ts';
import { Button } from '../../kit/button.tsx';
import { formatMoment } from '../../kit/language.ts';
import { Confirm } from '../../kit/dialog.tsx';
import { Field, TextField } from '../../kit/field.tsx';
import { Loading, Report, useWork } from '../../kit/work.tsx';
import { pluginOperations } from '../../plugins/api.ts';
import { ConsentBox } from '../../plugins/consent.tsx';
import { loadServiceState } from '../../service-state.ts';
import { consent } from '../../strings/consent.ts';
import { system } from '../../strings/settings/system.ts';
import { useResource } from '../../kit/resource.ts';
import { systemOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { isCutBackup, isNewer, readBackup, BACKUP_KINDS, type BackupContents } from './backup-contents.ts';
import { Table } from '../facts.tsx';

const texts = system.backup;

/** So many names of a kind are written out. */
const NAMED = 4;

const readPresent = async (): Promise<BackupContents | null> =>
  readBackup(JSON.stringify(await systemOperations.backup(null)));

const formatDate = (instant: string): string => (Number.isNaN(Date.parse(instant)) ? instant : formatMoment(instant));

const Held = ({ names }: { names: readonly string[] | undefined }) => {
  if (!names) return <td>…</td>;
  const named = names.filter((name) => name !== '').slice(0, NAMED);
  return (
    <td>
      <strong>{names.length}</strong>
      {named.length > 0 && <span class="meta"> {texts.names(named, names.length - named.length)}</span>}
    </td>
  );
};

/** What a backup holds beside what is here now. */
const BackupPreview = ({ contents, here }: { contents: BackupContents; here: BackupContents | null }) => (
  <div class="part rows-12">
    <p>
      <strong>{texts.contents}</strong>{' '}
      <span class="meta">
        {texts.made} {formatDate(contents.createdAt)}
      </span>
    </p>
    <Table label={texts.contents} columns={['', texts.here, texts.inFile]}>
      {BACKUP_KINDS.map((kind) => (
        <tr key={kind}>
          <th scope="row">{texts.holds[kind]}</th>
          <Held names={here?.names[kind]} />
          <Held names={contents.names[kind]} />
        </tr>
      ))}
    </Table>
    <p class="meta">{texts.settingsToo}</p>
  </div>
);

const FileField = ({ problem, onChoose }: { problem: string | null; onChoose: (file: File | undefined) => void }) => (
  <Field
    label={texts.file}
    problem={problem}
    control={(tied) => (
      <input
        type="file"
        accept=".json,application/json"
        {...tied}
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

/** What was chosen, with the way to restore it, unless this appliance is too old for it. */
const ChosenBackup = ({ contents, children }: { contents: BackupContents; children: ComponentChildren }) => {
  const here = useResource('backup-here', readPresent, ['boards', 'pages', 'schedules', 'collections', 'plugins']);
  if (!here.value && here.problem === null) return <Loading problem={null} onRetry={here.reload} />;
  if (here.value && isNewer(contents, here.value))
    return (
      <p class="notice notice-bad" role="alert">
        {texts.newer}
      </p>
    );
  return (
    <>
      <BackupPreview contents={contents} here={here.value} />
      {children}
    </>
  );
};

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
    const text = (await file?.text().catch(() => '')) ?? '';
    const read = readBackup(text);
    setContents(read);
    setPassphrase('');
    if (file && !read) setProblem(isCutBackup(text) ? texts.cutOff : texts.unreadable);
    else setProblem(null);
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
          <ChosenBackup contents={contents}>
            <Secrets contents={contents} passphrase={passphrase} onChange={setPassphrase} />
            <p>
              <Button submit main text={busy ? texts.restoring : texts.restore} disabled={busy} />
            </p>
          </ChosenBackup>
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

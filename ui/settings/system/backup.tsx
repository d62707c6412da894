import { useState } from 'preact/hooks';
import { LONGEST_PASSWORD } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { Section, FormCard } from '../section.tsx';
import { systemOperations } from '../api.ts';
import { RestoreBackup } from './restore-backup.tsx';

const texts = system.backup;

/** Puts everything into a file: without secrets, or with them under a passphrase. */
const SaveBackup = () => {
  const [passphrase, setPassphrase] = useState('');
  const { busy, result, act } = useWork();
  const save = act(async (phrase: string | null) => {
    const file = await systemOperations.backup(phrase);
    saveFile(`flapbox-${file.created_at.slice(0, 10)}.json`, 'application/json', JSON.stringify(file, null, 2));
    setPassphrase('');
    return texts.downloaded;
  });
  return (
    <FormCard onSubmit={() => save(passphrase)} title={texts.saveTitle}>
      <p>{texts.saveNote}</p>
      <div class="part rows-12">
        <p class="meta">{texts.plainNote}</p>
        <p>
          <Button text={busy ? texts.saving : texts.plain} disabled={busy} onClick={() => save(null)} />
        </p>
      </div>
      <div class="part rows-12">
        <TextField
          type="password"
          label={texts.passphrase}
          hint={texts.passphraseHint}
          required
          maxLength={LONGEST_PASSWORD}
          value={passphrase}
          onChange={setPassphrase}
        />
        <p>
          <Button submit text={busy ? texts.saving : texts.secret} disabled={busy} />
        </p>
      </div>
      <Report result={result} />
    </FormCard>
  );
};

/** Everything out as one file, and in again. */
export const Backup = () => (
  <Section name="backup">
    <SaveBackup />
    <RestoreBackup />
  </Section>
);

import { Section } from '../section.tsx';
import { RestoreBackup } from './restore-backup.tsx';
import { SaveBackup } from './save-backup.tsx';

/** Everything out as one file, and in again. */
export const Backup = () => (
  <Section name="backup">
    <SaveBackup />
    <RestoreBackup />
  </Section>
);

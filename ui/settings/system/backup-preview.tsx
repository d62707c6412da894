import { useResource } from '../../kit/resource.ts';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { BACKUP_KINDS, readBackup } from './backup-contents.ts';
import type { BackupContents } from './backup-contents.ts';

const texts = system.backup;
/** So many names of a kind are written out. */
const NAMED = 4;

const readPresent = async (): Promise<BackupContents | null> =>
  readBackup(JSON.stringify(await systemOperations.backup(null)));

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
export const BackupPreview = ({ contents, made }: { contents: BackupContents; made: string }) => {
  const here = useResource('backup-here', readPresent, ['boards', 'pages', 'schedules', 'collections', 'plugins']);
  return (
    <div class="part">
      <p>
        <strong>{texts.contents}</strong>{' '}
        <span class="meta">
          {texts.made} {made}
        </span>
      </p>
      <div class="table-frame" tabIndex={0} role="group" aria-label={texts.contents}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{texts.here}</th>
              <th scope="col">{texts.inFile}</th>
            </tr>
          </thead>
          <tbody>
            {BACKUP_KINDS.map((kind) => (
              <tr key={kind}>
                <th scope="row">{texts.holds[kind]}</th>
                <Held names={here.value?.names[kind]} />
                <Held names={contents.names[kind]} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="meta">{texts.settingsToo}</p>
    </div>
  );
};

import { Fault } from '../fault.ts';
import { toInstant } from '../platform/clock.ts';
import type { Clock } from '../platform/clock.ts';
import type { BackupImport, BackupImportAnswer } from '../schema/backup.ts';
import { exportBackup, importBackup } from '../store/backup.ts';
import type { Backup } from '../store/backup.ts';
import type { Store } from '../store/store.ts';
import { concealState } from '../store/secret-addresses.ts';
import { requireHosts } from './board-settings.ts';
import { settleSecrets } from './restored-secrets.ts';

/** Everything an owner made, out as one file and in again. */
export class BackupService {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Makes boards, plugins and the display loop follow what was restored. */
  readonly #restored: () => Promise<void>;

  constructor(store: Store, clock: Clock, restored: () => Promise<void>) {
    this.#store = store;
    this.#clock = clock;
    this.#restored = restored;
  }

  /** Everything but the account; secrets only with a passphrase, encrypted by it. 400 for one that is too short. */
  export(passphrase: string | null): Promise<Backup> {
    return exportBackup(this.#store.state, passphrase, toInstant(this.#clock.now()));
  }

  /**
   * Replaces everything by a backup, all or nothing: 400 says why a file cannot be used. A file with secrets needs its
   * passphrase;
   * null, said aloud, restores all but them. What is kept of the secrets here stays where it was given to.
   */
  async import({ passphrase, ...file }: BackupImport): Promise<BackupImportAnswer> {
    if (passphrase === undefined && file['secrets'])
      throw new Fault(
        400,
        'The backup has secrets: send its passphrase beside it, or null to restore everything but them.',
      );
    const current = this.#store.state;
    const restored = await importBackup(file, passphrase ?? null, current);
    const bringsSecrets = typeof passphrase === 'string' && Boolean(file['secrets']);
    const settled = bringsSecrets ? restored : settleSecrets(restored, current);
    const next = { ...settled, ...concealState(settled) };
    for (const board of next.boards) await requireHosts(board, true);
    await this.#store.update((state) => ({ ...next, auth: state.auth }));
    await this.#restored();
    const { boards, pages, schedules, collections, plugins } = next;
    return {
      status: 'ok',
      restored: {
        boards: boards.length,
        pages: pages.length,
        schedules: schedules.length,
        collections: collections.length,
        plugins: Object.keys(plugins).length,
      },
    };
  }
}

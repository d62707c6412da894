import { randomBytes } from 'node:crypto';
import { isRecord, mapValues } from '../core/record.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import { isElsewhere } from '../platform/places.ts';
import { isMaskedAddress, MASK, maskAddresses } from '../platform/network/secret-address.ts';
import type { BackupImport, BackupImportAnswer } from '../schema/appliance/backup.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { JsonObject } from '../schema/common.ts';
import type { State, StoredPlugin } from '../schema/state.ts';
import { exportBackup, importBackup, type Backup } from '../store/backup.ts';
import { concealState } from '../store/secrets/secret-addresses.ts';
import type { Store } from '../store/store.ts';
import { keepTokens } from './favourites.ts';
import { isSamePlace } from './inboxes.ts';
import { movedSecretOf } from './boards/secrets.ts';
import { requireOwnId } from './boards/new-board.ts';
import { requireHosts } from './boards/settings.ts';
import { isSameBroker } from './mqtt/mqtt.ts';
import type { PinUsers } from './pins/claims.ts';
import type { PinService } from './pins/pins.ts';

const refuse = (place: string): never => {
  throw new Fault(
    400,
    `${place}: a secret is stored for it here, and the backup would send it to another scheme, host or port: import with the passphrase of the backup, or remove the secret first and enter it again afterwards.`,
  );
};

/** A plugin's secrets for other settings: what an address of its own took the place of is gone. */
const settle = (config: JsonObject, secrets: JsonObject, place: string): JsonObject => {
  const kept: JsonObject = {};
  for (const [name, stored] of Object.entries(secrets)) {
    const open = config[name];
    if (open === undefined || JSON.stringify(open) === JSON.stringify(maskAddresses(stored))) kept[name] = stored;
    else if (isRecord(open) && isRecord(stored)) kept[name] = settle(open, stored, `${place}.${name}`);
    else if (hasMask(open)) refuse(`${place}.${name}`);
  }
  return kept;
};

const hasMask = (value: unknown): boolean => {
  if (typeof value === 'string') return isMaskedAddress(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasMask);
};

/** Whether there is a secret that no masked address stands for: a key or a password of its own. */
const hasOwnSecret = (config: JsonObject, secrets: JsonObject): boolean =>
  Object.entries(secrets).some(([name, stored]) => {
    const open = config[name];
    return isRecord(open) && isRecord(stored) ? hasOwnSecret(open, stored) : open === undefined;
  });

const settlePlugin = (key: string, plugin: StoredPlugin, before: StoredPlugin | undefined): StoredPlugin => {
  const secrets = settle(plugin.config, plugin.secrets, `plugins.${key}`);
  const moved = isElsewhere(before?.config ?? {}, plugin.config);
  if (moved && hasOwnSecret(plugin.config, secrets)) refuse(`plugins.${key}`);
  return { ...(moved ? signedOut(plugin) : plugin), secrets };
};

const signedOut = ({ sign_in: _tokens, ...plugin }: StoredPlugin): StoredPlugin => plugin;

const settleBoard = (board: StoredBoard, before: StoredBoard | undefined): StoredBoard => {
  const { panel_url, ...others } = board.secrets;
  const url = board.panel?.connection.url;
  const isSameUrl = panel_url !== undefined && url === maskAddresses(panel_url);
  if (panel_url !== undefined && !isSameUrl && url && isMaskedAddress(url))
    refuse(`boards.${board.id}.panel.connection.url`);
  const settled = isSameUrl ? board : { ...board, secrets: others };
  const moved = before ? movedSecretOf(before, settled) : null;
  return moved === null ? settled : refuse(`boards.${board.id}.${moved}`);
};

/**
 * Whether a plugin or instance is no source of the owner's own, or one with the file that its secrets were given to.
 */
const hasSameFile = (key: string, next: State, current: State): boolean => {
  const [id = key] = key.split(':');
  return next.plugins[id]?.source?.text === current.plugins[id]?.source?.text;
};

/**
 * A restored state that has kept the secrets stored here, which a backup without its passphrase does not have. Each
 * stays where it was given to: 400 names the first that the restored settings would send elsewhere.
 */
const settleSecrets = (next: State, current: State): State => {
  if (!isSameBroker(current.settings.mqtt, next.settings.mqtt)) refuse('settings.mqtt.password');
  for (const inbox of next.settings.inboxes) {
    const before = current.settings.inboxes.find(({ id }) => id === inbox.id);
    if (before && !isSamePlace(before, inbox)) refuse(`settings.inboxes.${inbox.id}.server`);
  }
  const boardsBefore = new Map(current.boards.map((board) => [board.id, board]));
  return {
    ...next,
    boards: next.boards.map((board) => settleBoard(board, boardsBefore.get(board.id))),
    plugins: mapValues(next.plugins, (plugin, key) =>
      hasSameFile(key, next, current)
        ? settlePlugin(key, plugin, current.plugins[key])
        : { ...signedOut(plugin), secrets: {} },
    ),
  };
};

/**
 * A restored state in which plugins may ask whom their owner confirmed here, for the same file. A backup confirms
 * nothing: it may be anybody's.
 */
const withConsentOf = (next: State, current: State): State => ({
  ...next,
  plugins: mapValues(next.plugins, ({ confirmed: _brought, ...plugin }, key): StoredPlugin => {
    const known = hasSameFile(key, next, current) ? current.plugins[key]?.confirmed : undefined;
    // Of what is switched off nothing counts as confirmed anyway.
    if (known === undefined && !plugin.enabled) return plugin;
    return { ...plugin, confirmed: (known ?? []).filter(({ destination }) => !destination.includes(MASK)) };
  }),
});

/** Restored from another appliance, which may still be there, its boards follow under ids of their own. */
const suffixOf = ({ settings: next }: State, { settings: current }: State): string =>
  next.mqtt.instance_id === current.mqtt.instance_id ? current.follower_suffix : `-${randomBytes(3).toString('hex')}`;

/**
 * Boards of which the drivers keep something else than the restored state does; where modules stand is in no backup.
 */
const withOtherMemory = ({ devices: before }: State, { devices: after }: State): string[] =>
  Object.keys({ ...before, ...after }).filter((id) => {
    const { resting: _places, ...kept } = before[id] ?? {};
    return JSON.stringify(kept) !== JSON.stringify(after[id] ?? {});
  });

const usersOf = ({ boards, settings }: State): PinUsers => ({ boards, gpio: settings.gpio });

/** What backups work with. */
export interface BackupServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly pins: PinService;
  /** Stops boards until `restored`: what their drivers keep then is what the backup says. */
  readonly release: (boardIds: readonly string[]) => Promise<void>;
  /** Makes boards, plugins and the display loop follow what was restored. */
  readonly restored: () => Promise<void>;
}

/** Everything an owner made, out as one file and in again. */
export class BackupService {
  readonly #options: BackupServiceOptions;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
  }

  /** Everything but the account; secrets only with a passphrase, encrypted by it. 400 for one that is too short. */
  export(passphrase: string | null): Promise<Backup> {
    const { store, clock } = this.#options;
    return exportBackup(store.state, passphrase, toInstant(clock.now()));
  }

  /**
   * Replaces everything by a backup, all or nothing: 400 says why a file cannot be used. A file with secrets needs its
   * passphrase; null, said aloud, restores all but them. What is kept of the secrets here stays where it was given to.
   */
  async import({ passphrase, ...file }: BackupImport): Promise<BackupImportAnswer> {
    if (passphrase === undefined && file['secrets'])
      throw new Fault(
        400,
        'The backup has secrets: send its passphrase beside it, or null to restore everything but them.',
      );
    const { store, pins } = this.#options;
    const current = store.state;
    const restored = await importBackup(file, passphrase ?? null, current);
    const bringsSecrets = typeof passphrase === 'string' && Boolean(file['secrets']);
    const settled = bringsSecrets ? restored : settleSecrets(restored, current);
    const next = withConsentOf({ ...settled, ...concealState(settled) }, current);
    for (const board of next.boards) {
      requireOwnId(board.id);
      await requireHosts(board, true);
    }
    pins.requireApart(usersOf(current), usersOf(next));
    await this.#options.release(withOtherMemory(current, next));
    try {
      await store.update((state) => {
        pins.requireApart(usersOf(state), usersOf(next));
        const settings = { ...next.settings, follower_suffix: suffixOf(next, state) };
        const isThere = (id: string) => next.favourites.some((one) => one.id === id);
        return { ...next, settings, auth: keepTokens(state.auth, isThere) };
      });
    } finally {
      await this.#options.restored();
    }
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

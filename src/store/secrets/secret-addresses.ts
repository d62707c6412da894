import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { isRecord } from '../../core/record.ts';
import type { JsonObject } from '../../schema/common.ts';
import { concealAddresses, maskAddress } from '../../platform/network/secret-address.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { State, StoredPlugin } from '../../schema/state.ts';
import { fileOf } from '../aggregates.ts';
import { backUp } from '../files/committer.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { Store } from '../store.ts';

/**
 * A board with its panel's address masked in the settings, and whole among its secrets where a part of it is secret.
 */
export const concealPanelUrl = (board: StoredBoard): StoredBoard => {
  const url = board.panel?.connection.url;
  const { panel_url: _url, ...secrets } = board.secrets;
  if (!board.panel || !url || maskAddress(url) === url) return { ...board, secrets };
  return {
    ...board,
    panel: { ...board.panel, connection: { ...board.panel.connection, url: maskAddress(url) } },
    secrets: { ...secrets, panel_url: url },
  };
};

const hasPlainUrl = ({ panel }: StoredBoard): boolean => {
  const url = panel?.connection.url;
  return typeof url === 'string' && maskAddress(url) !== url;
};

/** The settings are newer than what an earlier version left among the secrets. */
const merge = (older: JsonObject, newer: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(older), ...Object.keys(newer)])].map((name) => {
      const [one, other] = [older[name], newer[name]];
      return [name, isRecord(one) && isRecord(other) ? merge(one, other) : (other ?? one)];
    }),
  );

const concealPlugin = (plugin: StoredPlugin): StoredPlugin => {
  const { open, secret } = concealAddresses(plugin.config);
  return isRecord(open) && isRecord(secret)
    ? { ...plugin, config: open, secrets: merge(plugin.secrets, secret) }
    : plugin;
};

/**
 * The members of a state that have secrets in plain addresses, as files of earlier versions and backups do, with those
 * secrets moved; the others are absent.
 */
export const concealState = ({ boards, plugins }: Pick<State, 'boards' | 'plugins'>): Partial<State> => {
  const parted = Object.entries(plugins).map(([key, plugin]) => [key, concealPlugin(plugin)] as const);
  return {
    ...(boards.some(hasPlainUrl)
      ? { boards: boards.map((board) => (hasPlainUrl(board) ? concealPanelUrl(board) : board)) }
      : {}),
    ...(parted.some(([key, plugin]) => plugin !== plugins[key]) ? { plugins: Object.fromEntries(parted) } : {}),
  };
};

/**
 * Rewrites files in which an earlier version left secrets in plain addresses, and their previous versions too. What an
 * older build reads stays the same. A disk that cannot be written does not stop the appliance: the next start tries
 * again.
 */
export const concealFiles = async (store: Store, fs: FileSystem, dir: string, log: Log): Promise<void> => {
  const change = concealState(store.state);
  if (Object.keys(change).length === 0) return;
  try {
    await store.update(concealState);
    for (const member of ['boards', 'plugins'] as const)
      if (change[member]) await backUp(fs, join(dir, fileOf(member)));
    await fs.syncFolder(dir);
    log.info('the secrets in stored addresses are encrypted now', { files: Object.keys(change).join(' ') });
  } catch (error) {
    log.warn('the secrets in stored addresses cannot be encrypted now', { error });
  }
};

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { late } from '../../core/memo.ts';
import { putNewest } from '../../platform/newest.ts';
import type { CatalogueEntry } from '../../schema/plugins/sources.ts';
import type { StoredPlugins } from './configuration.ts';
import type { HostUse } from '../network/host-pace.ts';
import { parseKey } from '../contract/key.ts';
import type { Installed, LoadProblem } from './registry.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';
import type { LoadedSource, SourceEngine } from '../running/source-engine.ts';
import type { FileProblem } from '../../sources/compiling/read-source.ts';
import type { SourceNetPorts } from '../network/source-net.ts';

/** What the shelf of sources needs. */
export interface ShelfPorts extends SourceNetPorts {
  /** The folder with the stock as the build leaves it; null for none. */
  readonly folder: string | null;
  readonly stored: () => StoredPlugins;
  /** Whether the owner's own sources stay unread; they are read unless given. */
  readonly isClosed?: () => boolean;
}

/** A problem of a file, as a sentence. */
export const problemText = ({ line, column, path, message }: FileProblem): string =>
  `line ${line}, column ${column}${path === '' ? '' : ` (${path})`}: ${message}`;

interface Shelved {
  readonly loaded: LoadedSource;
  readonly installed: Installed;
  /** The owner's file that it was read from; null for one of the stock. */
  readonly own: string | null;
}

/** A file of the owner that cannot be used, and the first thing that is wrong with it. */
interface Broken {
  readonly own: string | null;
  readonly problem: FileProblem | undefined;
}

/** Sources that nobody uses, kept for the next look at them. */
const SPARE = 8;
const MOST_BROKEN = 40;
const ENDING = '.z';
/** The list of all of them. */
const LIST = 'list.br';

/** Sources that are data: those of the stock and the owner's own. None costs anything until it is used. */
export class SourceShelf {
  readonly #ports: ShelfPorts;
  readonly #loaded = new Map<string, Shelved>();
  /** What pages ask for again and again is not read each time to find that it cannot be used. */
  readonly #broken = new Map<string, Broken>();
  #stock: ReadonlySet<string> | null = null;
  readonly #engine = late(() => {
    const { SourceEngine: Loaded } =
      require('../running/source-engine.ts') as typeof import('../running/source-engine.ts');
    return new Loaded(this.#ports);
  });

  constructor(ports: ShelfPorts) {
    this.#ports = ports;
  }

  /** Whether there is a source of this id. */
  has(id: string): boolean {
    return this.isOwn(id) || this.#stockIds().has(id);
  }

  /** Whether it is the owner's own. */
  isOwn(id: string): boolean {
    const stored = this.#ports.stored();
    return Object.hasOwn(stored, id) && stored[id]?.source !== undefined;
  }

  /** A source as an installed plugin, read at its first use; undefined when there is none, or its file is unusable. */
  find(id: string): Installed | undefined {
    return this.#shelved(id)?.installed;
  }

  /** The sources that the owner has used: those of which anything is stored. */
  used(): Installed[] {
    return [...this.#usedIds()].flatMap((id) => this.find(id) ?? []);
  }

  /** Those of them that have been read. */
  loaded(): Installed[] {
    const used = this.#usedIds();
    return [...this.#loaded.keys()].flatMap((id) => (used.has(id) ? (this.find(id) ?? []) : []));
  }

  /** Files of the owner that cannot be used, such as those of a backup that another version wrote. */
  problems(): LoadProblem[] {
    if (this.#ports.isClosed?.()) return [];
    return Object.entries(this.#ports.stored()).flatMap(([id, { source }]) => {
      if (!source || this.find(id)) return [];
      const { problem } = this.#broken.get(id) ?? {};
      return [{ plugin_id: id, error: `its file cannot be used${problem ? `: ${problemText(problem)}` : ''}` }];
    });
  }

  /** A source with all that can be done with it; undefined when there is none. */
  load(id: string): LoadedSource | undefined {
    return this.#shelved(id)?.loaded;
  }

  /** Ids of the owner's own sources. */
  ownIds(): string[] {
    return Object.keys(this.#ports.stored()).filter((id) => this.isOwn(id));
  }

  /** The list of the stock, with the pictures of its samples. */
  stock(): CatalogueEntry[] {
    const { folder } = this.#ports;
    if (folder === null || !existsSync(join(folder, LIST))) return [];
    return JSON.parse(this.#readCompressed(LIST)) as CatalogueEntry[];
  }

  /** The hosts that sources asked today. */
  hosts(): HostUse[] {
    return this.#engine.made?.hosts() ?? [];
  }

  /** Reads a file of the owner without keeping it. */
  read(text: string): LoadedSource | { readonly problems: readonly FileProblem[] } {
    return this.engine().load(text, false);
  }

  /** What reads and runs sources; loaded at its first use. */
  engine(): SourceEngine {
    return this.#engine.get();
  }

  #shelved(id: string): Shelved | undefined {
    if (!this.has(id)) return undefined;
    const own = this.#ports.stored()[id]?.source?.text ?? null;
    if (own !== null && this.#ports.isClosed?.()) return undefined;
    const known = this.#loaded.get(id);
    if (known && known.own === own) return known;
    if (own !== null && this.#broken.get(id)?.own === own) return undefined;
    const loaded = this.engine().load(own ?? this.#readCompressed(`${id}${ENDING}`), own === null);
    if ('problems' in loaded) {
      putNewest(this.#broken, id, { own, problem: loaded.problems[0] }, MOST_BROKEN);
      return undefined;
    }
    // The engine has read its settings as the parts of a file that they are.
    const schema: SettingSchema = loaded.plugin.manifest.settings_schema;
    const installed = { plugin: loaded.plugin, schema, builtIn: own === null };
    const shelved = { loaded, installed, own };
    this.#loaded.set(id, shelved);
    this.#thin(id);
    return shelved;
  }

  /** Forgets sources that nobody uses, beyond the spare ones. */
  #thin(latest: string): void {
    const used = this.#usedIds();
    const idle = [...this.#loaded.keys()].filter((id) => id !== latest && !used.has(id));
    for (const id of idle.slice(0, Math.max(0, idle.length - SPARE))) this.#loaded.delete(id);
  }

  #usedIds(): Set<string> {
    const ids = Object.keys(this.#ports.stored()).map((key) => parseKey(key).id);
    return new Set(ids.filter((id) => this.has(id)));
  }

  #readCompressed(name: string): string {
    const { brotliDecompressSync } = require('node:zlib') as typeof import('node:zlib');
    return brotliDecompressSync(readFileSync(join(this.#ports.folder ?? '', name))).toString('utf8');
  }

  #stockIds(): ReadonlySet<string> {
    const { folder } = this.#ports;
    this.#stock ??= new Set(
      folder !== null && existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => name.endsWith(ENDING))
            .map((name) => name.slice(0, -ENDING.length))
        : [],
    );
    return this.#stock;
  }
}

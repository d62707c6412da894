import { decodePart } from '../../core/encode.ts';
import { Fault } from '../../fault.ts';
import { secretsIn } from '../../platform/network/secret-address.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Destination } from '../../schema/plugins/plugins.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import type { OwnAnswerFound, OwnCheckAnswer, OwnSave, OwnTrial, OwnTry } from '../../schema/plugins/sources.ts';
import type { FileProblem } from '../../sources/compiling/read-source.ts';
import type { AnswerKind } from '../../sources/trying/explore.ts';
import { askingFor, confirmAlso, requireConsent } from '../contract/consent.ts';
import { momentOf } from '../contract/plugin.ts';
import { isSecret, withDefaults, type SettingSchema } from '../contract/settings-schema.ts';
import type { PluginStore } from '../ports.ts';
import type { StoredPlugins } from './configuration.ts';
import { picturesOf } from '../running/page-picture.ts';
import type { TrialPorts } from '../running/plugin-trial.ts';
import type { LoadedSource } from '../running/source-engine.ts';
import type { Registry } from './registry.ts';
import { joinSecrets, splitSecrets } from './secrets.ts';
import { problemText, type SourceShelf } from './source-shelf.ts';

const MOST_OWN = 40;

/** What the owner's sources need. */
export interface OwnSourcePorts extends TrialPorts {
  readonly shelf: SourceShelf;
  readonly registry: Registry;
  readonly store: PluginStore;
  /** Ends the sign-in of a key that is about to be removed. */
  readonly leave: (key: string) => void;
  /** Starts a key anew after its file has changed. */
  readonly reset: (key: string) => Promise<void>;
}

const refuse = (problems: readonly FileProblem[]): never => {
  throw new Fault(400, `file: ${problems.slice(0, 5).map(problemText).join('; ')}.`);
};

const NEW = { enabled: false, config: {}, secrets: {} };

/** What is stored for a key, without the secrets that a schema would show. */
const withSecretsOf = (schema: SettingSchema, stored: StoredPlugin): StoredPlugin => {
  const still = splitSecrets(schema, joinSecrets(stored.config, stored.secrets)).secrets;
  const secrets = Object.entries(stored.secrets).filter(
    ([name, value]) => JSON.stringify(still[name]) === JSON.stringify(value),
  );
  return { ...stored, secrets: Object.fromEntries(secrets) };
};

/** Whether a key is that of a source or of one of its instances. */
export const isOf = (id: string, key: string): boolean => key === id || key.startsWith(`${id}:`);

/** The sources that an owner brings, as files: checked, tried, kept and removed. */
export class OwnSources {
  readonly #ports: OwnSourcePorts;

  constructor(ports: OwnSourcePorts) {
    this.#ports = ports;
  }

  /** The ids of the owner's sources, but for those that plugins have taken. */
  ids(plugins: StoredPlugins = this.#ports.store.read()): string[] {
    return Object.keys(plugins).filter((id) => plugins[id]?.source && !this.#ports.registry.isTaken(id));
  }

  /** What a file would bring, or what is wrong with it. */
  async check(file: string): Promise<OwnCheckAnswer> {
    const read = await this.#read(file);
    if ('problems' in read)
      return { id: null, name: null, hosts: [], problems: read.problems.map((one) => ({ ...one })) };
    const { manifest, notes } = read.plugin;
    return { id: manifest.id, name: manifest.name, hosts: notes.hosts, problems: [] };
  }

  /**
   * Keeps a file of the owner, switched off. One that takes the place of another and asks further hosts that are not
   * confirmed with it loses the secrets, and is switched off again: they were given to others. So are secrets lost that
   * would be none any more. Of another edition nothing is confirmed but what comes with it. Throws Fault 400 for a file
   * that is not in order, 409 for an id that is taken and for too many.
   */
  async save({ file, replace, local, confirm }: OwnSave): Promise<{ id: string; name: string; hosts: string[] }> {
    const { shelf, registry, store } = this.#ports;
    const read = await this.#read(file);
    if ('problems' in read) return refuse(read.problems);
    const { id, name, settings_schema: schema } = read.plugin.manifest;
    const { hosts } = read.plugin.notes;
    if (registry.isTaken(id) || (!shelf.isOwn(id) && shelf.has(id)))
      throw new Fault(409, `id: "${id}" is taken by a plugin.`);
    const known = new Set(shelf.load(id)?.plugin.notes.hosts ?? []);
    const given = new Set((confirm ?? []).map(({ destination }) => new URL(destination).host));
    await store.write((plugins) => {
      const isOwn = plugins[id]?.source !== undefined;
      if (isOwn && !replace) throw new Fault(409, `id: there is already a source "${id}" of yours.`);
      if (!isOwn && this.ids(plugins).length >= MOST_OWN)
        throw new Fault(409, `There can be no more than ${MOST_OWN} sources of your own.`);
      const isMoved = isOwn && hosts.some((host) => !known.has(host) && !given.has(host));
      const isSame = plugins[id]?.source?.text === file;
      const renew = ({ sign_in, ...stored }: StoredPlugin): StoredPlugin => ({
        ...(isMoved
          ? { ...stored, enabled: false, secrets: {} }
          : { ...withSecretsOf(schema, stored), ...(sign_in ? { sign_in } : {}) }),
        confirmed: isSame ? (stored.confirmed ?? []) : [],
      });
      const others = Object.entries(plugins).map(([key, stored]) => [key, isOf(id, key) ? renew(stored) : stored]);
      const own = renew(plugins[id] ?? NEW);
      const confirmed = confirmAlso(own.confirmed ?? [], [
        ...(local ? this.#writtenOut(read, own) : []),
        ...(confirm ?? []),
      ]);
      return Object.fromEntries([...others, [id, { ...own, confirmed, source: { text: file, local } }]]);
    });
    for (const key of Object.keys(store.read())) if (isOf(id, key)) await this.#ports.reset(key);
    return { id, name, hosts };
  }

  /** The file of one of the owner's sources. Throws Fault 404. */
  file(id: string): { id: string; file: string; local: boolean } {
    const stored = this.#ports.shelf.isOwn(id) ? this.#ports.store.read()[id]?.source : undefined;
    if (!stored) throw new Fault(404, `There is no source "${id.slice(0, 60)}" of yours.`);
    return { id, file: stored.text, local: stored.local };
  }

  /** Removes one of the owner's sources with its settings and instances. Throws Fault 404. */
  async remove(id: string): Promise<void> {
    this.file(id);
    const keys = Object.keys(this.#ports.store.read()).filter((key) => isOf(id, key));
    for (const key of keys) this.#ports.leave(key);
    await this.#ports.store.write((plugins) =>
      Object.fromEntries(Object.entries(plugins).filter(([key]) => !isOf(id, key))),
    );
    for (const key of keys) await this.#ports.reset(key);
  }

  /**
   * What a file gives now, asked at once with these settings. Throws Fault 400 for a file that is not in order, 409 for
   * destinations that are not confirmed with the request.
   */
  async tryOut({ file, config, confirm }: OwnTry): Promise<OwnTrial> {
    const read = await this.#read(file);
    if ('problems' in read) return refuse(read.problems);
    const { consent, wanted } = askingFor(confirm ?? []);
    const moment = { ...momentOf(this.#ports, withDefaults(read.plugin.manifest.settings_schema, config)), consent };
    requireConsent(read.plugin.destinations?.(moment) ?? [], consent.confirmed);
    const { data, error, ...pages } = await read.tryOut(moment);
    requireConsent(wanted, consent.confirmed);
    return { error, data, ...picturesOf(pages) };
  }

  /** What lies at an address that the owner wrote. Throws Fault 400 with a sentence. */
  async explore(address: string, kind: AnswerKind | null): Promise<OwnAnswerFound> {
    const found = await this.#ports.shelf.engine().explore(address, kind, momentOf(this.#ports, {}));
    if ('error' in found) throw new Fault(400, `address: ${found.error}.`);
    return { ...found, ...withoutSecrets(address) };
  }

  /** A file whose form is right, and which takes no damaged answer for a true one. */
  async #read(file: string): Promise<ReturnType<SourceShelf['read']>> {
    const read = this.#ports.shelf.read(file);
    if ('problems' in read) return read;
    const mistakes = await read.mistakes();
    return mistakes.length > 0 ? { problems: mistakes } : read;
  }

  /**
   * The places in the home network that a file writes out itself, with every secret that it knows: what programs that
   * send no destinations allow with `local`.
   */
  #writtenOut({ plugin }: LoadedSource, { config, secrets }: StoredPlugin): Destination[] {
    const schema: SettingSchema = plugin.manifest.settings_schema;
    const moment = momentOf(this.#ports, withDefaults(schema, joinSecrets(config, secrets)));
    const names = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => (isSecret(member) ? [name] : []));
    return (plugin.destinations?.(moment) ?? []).flatMap(({ destination, home, ofAuthor }) =>
      home && ofAuthor ? [{ destination, home, secrets: names }] : [],
    );
  }
}

/** An address as a file may write it: what is secret in it becomes settings. */
const withoutSecrets = (address: string): Pick<OwnAnswerFound, 'url' | 'settings' | 'config'> => {
  const settings: JsonObject = {};
  const config: JsonObject = {};
  let url = address;
  for (const [at, secret] of secretsIn(address).entries()) {
    const name = at === 0 ? 'key' : `key${at + 1}`;
    if (!url.includes(secret)) continue;
    url = url.replace(secret, `{{settings.${name}}}`);
    settings[name] = { type: 'string', title: at === 0 ? 'Key' : `Key ${at + 1}`, 'ui:widget': 'password' };
    config[name] = decodePart(secret);
  }
  return { url, settings, config };
};

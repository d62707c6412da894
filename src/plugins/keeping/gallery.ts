import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBudget } from '../../core/template/context.ts';
import { FLAGSHIP, NOTE } from '../../core/geometry.ts';
import type { Area } from '../../core/geometry.ts';
import { gridToRows } from '../../core/grid.ts';
import { compilePage } from '../../core/template/page.ts';
import { Fault } from '../../fault.ts';
import type { Documents } from '../../documents/port.ts';
import type { Clock } from '../../platform/clock.ts';
import { secretsIn } from '../../platform/secret-address.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Location } from '../../schema/location.ts';
import type { Destination } from '../../schema/plugins.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import type {
  Catalogue,
  CatalogueDetail,
  CatalogueEntry,
  OwnAnswerFound,
  OwnCheckAnswer,
  OwnSave,
  OwnTrial,
  OwnTry,
} from '../../schema/sources.ts';
import { requiredClientSettings } from '../../sources/sign-in/client-settings.ts';
import { CATEGORIES } from '../../sources/categories.ts';
import { confidenceOf, isUntested } from '../../sources/evidence.ts';
import type { FileProblem } from '../../sources/read-source.ts';
import type { AnswerKind } from '../../sources/explore.ts';
import { confirmAlso, requireConsent } from '../contract/consent.ts';
import type { Consent } from '../contract/consent.ts';
import type { Installation } from './installation.ts';
import type { Access, PluginMoment } from '../contract/plugin.ts';
import type { PluginStore } from '../ports.ts';
import type { Registry } from './registry.ts';
import { joinSecrets, splitSecrets } from './secrets.ts';
import { isSecret, withDefaults } from '../contract/settings-schema.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';
import type { Choices, LoadedSource, SamplePages } from '../running/source-engine.ts';
import { problemText } from './source-shelf.ts';
import type { SourceShelf } from './source-shelf.ts';

/** Most sources that an owner may bring. */
const MOST_OWN = 40;

/** So many cards are drawn before others get their turn: drawing all of them takes a small computer a while. */
const CARDS_AT_ONCE = 8;

/** What the gallery needs. */
export interface GalleryPorts {
  readonly shelf: SourceShelf;
  readonly registry: Registry;
  readonly installation: Installation;
  readonly store: PluginStore;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly zone: () => string;
  readonly location: () => Location;
  readonly accessOf: (key: string) => Access;
  /** Ends the sign-in of a key that is about to be removed. */
  readonly leave: (key: string) => void;
  /** Starts a key anew after its file has changed. */
  readonly reset: (key: string) => Promise<void>;
}

/** Rows of text as flap codes; tiles are written `{63}`. */
const codesOf = (rows: readonly string[], size: Area): number[][] => {
  const context = { now: 0, zone: 'UTC', budget: createBudget(), source: () => undefined };
  return gridToRows(compilePage({ template: rows }, size).render(context));
};

const picturesOf = ({ flagship, note }: SamplePages) => ({
  flagship: codesOf(flagship, FLAGSHIP),
  note: codesOf(note, NOTE),
});

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
const isOf = (id: string, key: string): boolean => key === id || key.startsWith(`${id}:`);

type Card = Omit<CatalogueEntry, 'reference'>;

/** The sources that there are, before and after they are switched on, and those that an owner brings. */
export class Gallery {
  readonly #ports: GalleryPorts;

  constructor(ports: GalleryPorts) {
    this.#ports = ports;
  }

  /** Every source with its sample pages, by category and name. */
  async list(): Promise<Catalogue> {
    const stock = this.#ports.shelf.stock().filter(({ id }) => !this.#isHidden(id));
    const own = await Promise.all(this.#ownIds().map((id) => this.#ownCard(id)));
    const sources: Catalogue['sources'] = [];
    for (const card of [...stock, ...own.flatMap((one) => one ?? [])]) {
      if (sources.length % CARDS_AT_ONCE === 0) await nextTurn();
      sources.push(this.#toCard(card));
    }
    const categories = Object.entries(CATEGORIES).map(([id, label]) => ({
      id,
      label,
      count: sources.filter(({ category }) => category === id).length,
    }));
    return { categories: categories.filter(({ count }) => count > 0), sources, total: sources.length };
  }

  /** One source with its settings. Throws Fault 404. */
  async detail(id: string): Promise<CatalogueDetail> {
    const { loaded, card } = await this.#known(id);
    const { hosts, lookups } = loaded.plugin.notes ?? { hosts: [], lookups: {} };
    const { settings_schema } = loaded.plugin.manifest;
    const { evidence } = loaded.source;
    return {
      ...this.#toCard(card),
      evidence: [...evidence],
      hosts: [...hosts],
      lookups: { ...lookups },
      settings_schema,
    };
  }

  /**
   * Choices for a setting of a source or one of its instances. Throws Fault 404, 400 with the sentence of a failure,
   * 409 for a destination that nobody has confirmed.
   */
  async lookUp(key: string, setting: string, query: string): Promise<Extract<Choices, { choices: unknown }>> {
    const { plugin, key: name, configuration } = this.#ports.installation.known(key);
    const { confirmed } = this.#ports.installation.consents.of(name);
    const { consent, wanted } = this.#asking(confirmed);
    const access = this.#ports.accessOf(name);
    const moment = { ...this.#momentOf(configuration.effective()), consent, access };
    const found = await this.#ports.shelf.lookUp(plugin.manifest.id, setting, query, moment);
    requireConsent(wanted, confirmed);
    if (!found) throw new Fault(404, `The setting "${setting.slice(0, 60)}" of "${name}" cannot be searched.`);
    if ('error' in found) throw new Fault(400, `${setting}: ${found.error}.`);
    return found;
  }

  /** What a file would bring, or what is wrong with it. */
  async check(file: string): Promise<OwnCheckAnswer> {
    const read = await this.#read(file);
    if ('problems' in read)
      return { id: null, name: null, hosts: [], problems: read.problems.map((one) => ({ ...one })) };
    const { manifest, notes } = read.plugin;
    return { id: manifest.id, name: manifest.name, hosts: [...(notes?.hosts ?? [])], problems: [] };
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
    const { manifest, notes } = read.plugin;
    const { id, name, settings_schema: schema } = manifest;
    const isOwn = shelf.isOwn(id);
    if (registry.isTaken(id) || (!isOwn && shelf.has(id))) throw new Fault(409, `id: "${id}" is taken by a plugin.`);
    if (isOwn && !replace) throw new Fault(409, `id: there is already a source "${id}" of yours.`);
    if (!isOwn && this.#ownIds().length >= MOST_OWN)
      throw new Fault(409, `There can be no more than ${MOST_OWN} sources of your own.`);
    const hosts = [...(notes?.hosts ?? [])];
    const known = new Set(shelf.load(id)?.plugin.notes?.hosts ?? []);
    const given = new Set((confirm ?? []).map(({ destination }) => new URL(destination).host));
    const isMoved = isOwn && hosts.some((host) => !known.has(host) && !given.has(host));
    await store.write((plugins) => {
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
  own(id: string): { id: string; file: string; local: boolean } {
    const stored = this.#ports.shelf.isOwn(id) ? this.#ports.store.read()[id]?.source : undefined;
    if (!stored) throw new Fault(404, `There is no source "${id.slice(0, 60)}" of yours.`);
    return { id, file: stored.text, local: stored.local };
  }

  /** Removes one of the owner's sources with its settings and instances. Throws Fault 404. */
  async remove(id: string): Promise<void> {
    this.own(id);
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
    const { consent, wanted } = this.#asking(confirm ?? []);
    const moment = { ...this.#momentOf(withDefaults(read.plugin.manifest.settings_schema, config)), consent };
    requireConsent(read.plugin.destinations?.(moment) ?? [], consent.confirmed);
    const { data, error, ...pages } = await read.tryOut(moment, this.#ports.documents);
    requireConsent(wanted, consent.confirmed);
    return { error, data, ...picturesOf(pages) };
  }

  /** What lies at an address that the owner wrote. Throws Fault 400 with a sentence. */
  async explore(address: string, kind: AnswerKind | null): Promise<OwnAnswerFound> {
    const { shelf, documents } = this.#ports;
    const found = await shelf.engine().explore(address, kind, this.#momentOf({}), documents);
    if ('error' in found) throw new Fault(400, `address: ${found.error}.`);
    return { ...found, ...withoutSecrets(address) };
  }

  /** A file whose form is right, and which takes no damaged answer for a true one. */
  async #read(file: string): Promise<ReturnType<SourceShelf['read']>> {
    const { shelf, documents } = this.#ports;
    const read = shelf.read(file);
    if ('problems' in read) return read;
    const mistakes = await read.mistakes(documents);
    return mistakes.length > 0 ? { problems: mistakes } : read;
  }

  /** Consent to what was confirmed, and what turned out to be wanted beside it. */
  #asking(confirmed: readonly Destination[]): { readonly consent: Consent; readonly wanted: Destination[] } {
    const wanted: Destination[] = [];
    return { consent: { confirmed, want: (one) => wanted.push(one) }, wanted };
  }

  /**
   * The places in the home network that a file writes out itself, with every secret that it knows: what programs that
   * send no destinations allow with `local`.
   */
  #writtenOut({ plugin }: LoadedSource, { config, secrets }: StoredPlugin): Destination[] {
    const schema: SettingSchema = plugin.manifest.settings_schema;
    const moment = this.#momentOf(withDefaults(schema, joinSecrets(config, secrets)));
    const names = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => (isSecret(member) ? [name] : []));
    return (plugin.destinations?.(moment) ?? []).flatMap(({ destination, home, ofAuthor }) =>
      home && ofAuthor ? [{ destination, home, secrets: names }] : [],
    );
  }

  async #known(id: string): Promise<{ loaded: LoadedSource; card: Card }> {
    const { shelf } = this.#ports;
    const loaded = this.#isHidden(id) ? undefined : shelf.load(id);
    const card = shelf.isOwn(id) ? await this.#ownCard(id) : shelf.stock().find((entry) => entry.id === id);
    if (!loaded || !card) throw new Fault(404, `There is no source "${id.slice(0, 60)}".`);
    return { loaded, card };
  }

  #isHidden(id: string): boolean {
    return this.#ports.registry.isTaken(id);
  }

  #ownIds(): string[] {
    return Object.keys(this.#ports.store.read()).filter((id) => this.#ports.shelf.isOwn(id) && !this.#isHidden(id));
  }

  async #ownCard(id: string): Promise<Card | null> {
    const loaded = this.#ports.shelf.load(id);
    if (!loaded) return null;
    const { source } = loaded;
    const { properties } = loaded.plugin.manifest.settings_schema as {
      properties?: Record<string, { title?: string }>;
    };
    return {
      id,
      name: source.name,
      description: source.description,
      category: source.category,
      icon: source.icon,
      attribution: source.attribution,
      account: source.account === 'none' ? null : { url: source.account.url, text: source.account.text },
      evidence: source.evidence.map(({ kind }) => kind),
      place: source.place,
      needs: [...requiredClientSettings(source), ...source.required].map((name) => ({
        name,
        title: properties?.[name]?.title ?? name,
      })),
      ...(await loaded.drawSample(this.#ports.documents)),
    };
  }

  #toCard({ flagship, note, ...card }: Card): Catalogue['sources'][number] {
    const { installation, shelf, store } = this.#ports;
    const stored = store.read();
    const keys = Object.keys(stored).filter((key) => isOf(card.id, key));
    const isUsed = keys.length > 0;
    const handle = isUsed ? installation.handleOf(card.id) : null;
    const configured = handle ? handle.configuration.missing().length === 0 : card.needs.length === 0;
    const { id, name, description, category, icon, attribution, account, place, needs } = card;
    return {
      id,
      name,
      description,
      category,
      icon,
      attribution,
      account,
      confidence: confidenceOf(card.evidence),
      untested: isUntested(card.evidence),
      place,
      needs,
      own: shelf.isOwn(id),
      enabled: keys.some((key) => stored[key]?.enabled === true),
      configured,
      instances: keys.filter((key) => key !== id).length,
      ...picturesOf({ flagship, note }),
    };
  }

  #momentOf(config: JsonObject): PluginMoment {
    const { clock, zone, location } = this.#ports;
    return { config, now: clock.now(), zone: zone(), location: location() };
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
    config[name] = decoded(secret);
  }
  return { url, settings, config };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

import { setImmediate as nextTurn } from 'node:timers/promises';
import { shareRuns } from '../../core/shared-run.ts';
import { Fault } from '../../fault.ts';
import { secretsIn } from '../../platform/secret-address.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Destination } from '../../schema/plugins/plugins.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import type {
  Catalogue,
  CatalogueDetail,
  CatalogueEntry,
  LookupSearch,
  OwnAnswerFound,
  OwnCheckAnswer,
  OwnSave,
  OwnTrial,
  OwnTry,
  PluginTry,
} from '../../schema/plugins/sources.ts';
import { distanceKm } from '../../service/gazetteer.ts';
import type { Gazetteer, Point } from '../../service/gazetteer.ts';
import { requiredClientSettings } from '../../sources/sign-in/client-settings.ts';
import { GALLERY_CATEGORIES, galleryCategory } from '../../sources/categories.ts';
import { servedBy } from '../../sources/countries.ts';
import { confidenceOf, isUntested } from '../../sources/evidence.ts';
import type { FileProblem } from '../../sources/read-source.ts';
import type { AnswerKind } from '../../sources/explore.ts';
import { confirmAlso, requireConsent } from '../contract/consent.ts';
import type { Consent } from '../contract/consent.ts';
import { isTransition } from '../contract/plugin.ts';
import type { PluginMoment } from '../contract/plugin.ts';
import { isSecret, withDefaults } from '../contract/settings-schema.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';
import type { PluginStore } from '../ports.ts';
import { picturesOf } from '../running/page-picture.ts';
import { drawSampleOf } from '../running/plugin-sample.ts';
import { PluginTrials } from '../running/plugin-trial.ts';
import type { TrialPorts } from '../running/plugin-trial.ts';
import type { Choices, LoadedSource } from '../running/source-engine.ts';
import type { Installed, Registry } from './registry.ts';
import { joinSecrets, splitSecrets } from './secrets.ts';
import { problemText } from './source-shelf.ts';
import type { SourceShelf } from './source-shelf.ts';

/** Most sources that an owner may bring. */
const MOST_OWN = 40;

/** So many cards are drawn before others get their turn: drawing all of them takes a small computer a while. */
const CARDS_AT_ONCE = 8;

/** What the gallery needs. */
export interface GalleryPorts extends TrialPorts {
  readonly shelf: SourceShelf;
  readonly registry: Registry;
  readonly store: PluginStore;
  /** The largest places of the world; none unless given. */
  readonly gazetteer?: () => Gazetteer;
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

/** What else settings say: the one that is searched for may be half a word. */
const without = (config: JsonObject, setting: string): JsonObject =>
  Object.fromEntries(Object.entries(config).filter(([name]) => name !== setting));

/** Whether a key is that of a source or of one of its instances. */
const isOf = (id: string, key: string): boolean => key === id || key.startsWith(`${id}:`);

type Card = Omit<CatalogueEntry, 'reference' | 'retired'>;
type Shown = Catalogue['sources'][number];

/** Where the appliance is, as far as that is known; a point that is guessed from the time zone says little. */
interface Here {
  readonly country: string | null;
  readonly point: Point | null;
  readonly withinKm: number;
}

/** A city's traffic is of use so far from it, and so far from the largest city of a time zone. */
const CITY_KM = 100;
const ZONE_KM = 1500;
const NOWHERE: Here = { country: null, point: null, withinKm: 0 };

/** Plugins and sources, before and after they are switched on, and those that an owner brings. */
export class Gallery {
  readonly #ports: GalleryPorts;
  readonly #trials: PluginTrials;
  /** Where the appliance was when somebody last looked, by what that was found out from. */
  #here: { readonly from: string; readonly here: Here } = { from: '', here: NOWHERE };

  readonly #shareList = shareRuns(() => this.#draw());

  constructor(ports: GalleryPorts) {
    this.#ports = ports;
    this.#trials = new PluginTrials(ports);
  }

  /** Every plugin and source with its sample pages, by category and name; drawn once for all who ask at once. */
  list(): Promise<Catalogue> {
    return this.#shareList();
  }

  async #draw(): Promise<Catalogue> {
    const { registry, shelf } = this.#ports;
    const here = await this.#locate();
    const stock = shelf
      .stock()
      .filter(({ id, retired }) => !this.#isHidden(id) && !(retired && !this.#useOf(id).isUsed));
    const own = await Promise.all(this.#ownIds().map((id) => this.#ownCard(id)));
    const plugins = registry.all().filter(({ plugin }) => registry.isTaken(plugin.manifest.id));
    const sources: Shown[] = [];
    const draw = async (make: () => Shown): Promise<void> => {
      if (sources.length % CARDS_AT_ONCE === 0) await nextTurn();
      sources.push(make());
    };
    for (const installed of plugins) await draw(() => this.#pluginCard(installed));
    for (const card of [...stock, ...own.flatMap((one) => one ?? [])]) await draw(() => this.#toCard(card, here));
    const categories = Object.entries(GALLERY_CATEGORIES).map(([id, label]) => ({
      id,
      label,
      count: sources.filter(({ category }) => category === id).length,
    }));
    sources.sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      categories: categories.filter(({ count }) => count > 0),
      sources,
      total: sources.length,
      country: here.country,
    };
  }

  /** One source with its settings. Throws Fault 404. */
  async detail(id: string): Promise<CatalogueDetail> {
    const { loaded, card } = await this.#known(id);
    const { hosts, lookups } = loaded.plugin.notes ?? { hosts: [], lookups: {} };
    const { settings_schema } = loaded.plugin.manifest;
    const { evidence, retired } = loaded.source;
    return {
      ...this.#toCard(card, await this.#locate()),
      evidence: [...evidence],
      successor: retired ? { id: retired.successor, name: retired.name, choice: retired.choice ?? null } : null,
      hosts: [...hosts],
      lookups: { ...lookups },
      settings_schema,
    };
  }

  /**
   * What a plugin, a source or an instance shows now, on or off: asked once, with the settings that are stored or with
   * others, and nothing of it is kept. Throws Faults as `PluginTrials` does.
   */
  tryPlugin(key: string, trial: PluginTry): Promise<OwnTrial> {
    return this.#trials.tryOut(key, trial);
  }

  /**
   * Choices for a setting of a source or one of its instances, with the settings that are stored or with others, of
   * which nothing is kept. Throws Fault 404, 400 with the sentence of a failure or for settings that are wrong, 409 for
   * a destination that nobody has confirmed.
   */
  async lookUp(
    key: string,
    setting: string,
    { q, config, confirm }: LookupSearch,
  ): Promise<Extract<Choices, { choices: unknown }>> {
    const { installation } = this.#ports;
    const { installed, name, configuration } = await installation.prepare(
      key,
      config ? without(config, setting) : null,
    );
    const { plugin } = installed;
    const confirmed = [...installation.consents.of(name).confirmed, ...(confirm ?? [])];
    const { consent, wanted } = this.#asking(confirmed);
    const access = this.#ports.accessOf(name);
    const moment = { ...this.#momentOf(configuration.effective()), consent, access };
    const found = await this.#ports.shelf.lookUp(plugin.manifest.id, setting, q ?? '', moment);
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

  #toCard({ flagship, note, ...card }: Card, here: Here): Shown {
    const { installation, shelf } = this.#ports;
    const { id, name, description, category, icon, attribution, account, place, needs } = card;
    const { isUsed, ...use } = this.#useOf(id);
    const handle = isUsed ? installation.handleOf(id) : null;
    const configured = handle ? handle.configuration.missing().length === 0 : needs.length === 0;
    const own = shelf.isOwn(id);
    const { countries, point } = own ? EVERYWHERE : servedBy(id);
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
      kind: own ? 'own' : 'stock',
      own,
      countries: [...countries],
      serves: servesFrom(here, countries, point),
      configured,
      ...use,
      ...picturesOf({ flagship, note }),
    };
  }

  #pluginCard(installed: Installed): Shown {
    const { plugin, schema, builtIn } = installed;
    const { id, name, description, icon, category } = plugin.manifest;
    const properties = schema.properties ?? {};
    const { clock, installation, zone, location } = this.#ports;
    const { configuration } = installation.known(id);
    const { isUsed, ...use } = this.#useOf(id);
    const at = { now: clock.now(), zone: zone(), location: location() };
    return {
      id,
      name,
      description,
      category: isTransition(plugin) ? 'transition' : galleryCategory(id, category),
      icon,
      attribution: null,
      account: null,
      confidence: null,
      untested: false,
      place: Object.hasOwn(properties, 'latitude'),
      needs: (schema.required ?? []).map((setting) => ({
        name: setting,
        title: properties[setting]?.title ?? setting,
      })),
      kind: isTransition(plugin) ? 'transition' : builtIn ? 'built-in' : 'other',
      own: false,
      countries: [],
      serves: 'all',
      configured: configuration.missing().length === 0,
      ...use,
      enabled: use.enabled || (!isUsed && configuration.enabled),
      ...(isTransition(plugin) ? { flagship: [], note: [] } : drawSampleOf(plugin, schema, at)),
    };
  }

  /** What the owner has of an id. */
  #useOf(id: string): { isUsed: boolean; enabled: boolean; instances: number } {
    const stored = this.#ports.store.read();
    const keys = Object.keys(stored).filter((key) => isOf(id, key));
    return {
      isUsed: keys.length > 0,
      enabled: keys.some((key) => stored[key]?.enabled === true),
      instances: keys.filter((key) => key !== id).length,
    };
  }

  /** Where the appliance is: by its place, else by its time zone. What was found out holds while these are the same. */
  async #locate(): Promise<Here> {
    const { location, zone, gazetteer } = this.#ports;
    const { latitude, longitude } = location();
    const point = latitude === null || longitude === null ? null : { latitude, longitude };
    const from = JSON.stringify([point, zone()]);
    if (gazetteer && this.#here.from !== from) {
      const found = await (point ? gazetteer().nearest(point) : gazetteer().ofZone(zone()));
      const here = found && { country: found.country, point: point ?? found, withinKm: point ? CITY_KM : ZONE_KM };
      this.#here = { from, here: here ?? NOWHERE };
    }
    return this.#here.here;
  }

  #momentOf(config: JsonObject): PluginMoment {
    const { clock, zone, location } = this.#ports;
    return { config, now: clock.now(), zone: zone(), location: location() };
  }
}

const EVERYWHERE = { countries: [], point: null } as const;

/** Whom somebody who stands here is served by. */
const servesFrom = (here: Here, countries: readonly string[], city: Point | null): Shown['serves'] => {
  if (countries.length === 0 || here.country === null) return 'all';
  if (!countries.includes(here.country)) return 'others';
  if (!city || !here.point) return 'country';
  return distanceKm(here.point, city) <= here.withinKm ? 'city' : 'others';
};

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

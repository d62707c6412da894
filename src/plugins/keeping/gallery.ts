import { setImmediate as nextTurn } from 'node:timers/promises';
import { shareRuns } from '../../core/shared-run.ts';
import { Fault } from '../../fault.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Catalogue, CatalogueDetail, CatalogueEntry, LookupSearch } from '../../schema/plugins/sources.ts';
import { distanceKm, type Gazetteer, type Point } from '../../service/location/gazetteer.ts';
import { GALLERY_CATEGORIES, galleryCategory } from '../../sources/form/categories.ts';
import { servedBy } from '../../sources/form/countries.ts';
import { confidenceOf, isUntested } from '../../sources/form/evidence.ts';
import { askingFor, requireConsent } from '../contract/consent.ts';
import { isTransition, momentOf } from '../contract/plugin.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';
import { drawSampleOf, picturesOf } from '../running/page-picture.ts';
import { PluginTrials } from '../running/plugin-trial.ts';
import type { Choices, LoadedSource } from '../running/source-engine.ts';
import { OwnSources, isOf, type OwnSourcePorts } from './own-sources.ts';
import type { Installed } from './registry.ts';

/** So many cards are drawn before others get their turn: drawing all of them takes a small computer a while. */
const CARDS_AT_ONCE = 8;

/** What the gallery needs. */
export interface GalleryPorts extends OwnSourcePorts {
  /** The largest places of the world; none unless given. */
  readonly gazetteer?: () => Gazetteer;
}

/** What else settings say: the one that is searched for may be half a word. */
const without = (config: JsonObject, setting: string): JsonObject =>
  Object.fromEntries(Object.entries(config).filter(([name]) => name !== setting));

const needsOf = ({ required = [], properties }: SettingSchema): CatalogueEntry['needs'] =>
  required.map((name) => ({ name, title: properties?.[name]?.title ?? name }));

type Listed = 'reference' | 'retired';
/** A source as the stock lists it, or one of the owner's. */
type Card = Omit<CatalogueEntry, Listed> & Partial<Pick<CatalogueEntry, Listed>>;
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

/** Plugins and sources, before and after they are switched on. */
export class Gallery {
  /** Those that the owner brings. */
  readonly own: OwnSources;
  readonly #ports: GalleryPorts;
  /** Plugins, sources and instances, on or off, asked once. */
  readonly trials: PluginTrials;
  /** Where the appliance was when somebody last looked, by what that was found out from. */
  #here: { readonly from: string; readonly here: Here } = { from: '', here: NOWHERE };

  readonly #shareList = shareRuns(() => this.#draw());

  constructor(ports: GalleryPorts) {
    this.#ports = ports;
    this.own = new OwnSources(ports);
    this.trials = new PluginTrials(ports);
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
      .filter(({ id, retired }) => !registry.isTaken(id) && !(retired && !this.#useOf(id).isUsed));
    const own = await Promise.all(this.own.ids().map((id) => this.#ownCard(id)));
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

  /** One plugin or source with its settings. Throws Fault 404. */
  async detail(id: string): Promise<CatalogueDetail> {
    const { registry } = this.#ports;
    const installed = registry.isTaken(id) ? registry.find(id) : undefined;
    if (installed) {
      const { settings_schema } = installed.plugin.manifest;
      return { ...this.#pluginCard(installed), evidence: [], successor: null, hosts: [], lookups: {}, settings_schema };
    }
    const { loaded, card } = await this.#known(id);
    const { hosts, lookups } = loaded.plugin.notes;
    const { settings_schema } = loaded.plugin.manifest;
    const { evidence, retired } = loaded.source;
    return {
      ...this.#toCard(card, await this.#locate()),
      evidence,
      successor: retired ? { id: retired.successor, name: retired.name, choice: retired.choice ?? null } : null,
      hosts,
      lookups,
      settings_schema,
    };
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
    const { consent, wanted } = askingFor(confirmed);
    const access = this.#ports.accessOf(name);
    const moment = { ...momentOf(this.#ports, configuration.effective()), consent, access };
    const found = await this.#ports.shelf.load(plugin.manifest.id)?.lookUp(setting, q ?? '', moment);
    requireConsent(wanted, confirmed);
    if (!found) throw new Fault(404, `The setting "${setting.slice(0, 60)}" of "${name}" cannot be searched.`);
    if ('error' in found) throw new Fault(400, `${setting}: ${found.error}.`);
    return found;
  }

  async #known(id: string): Promise<{ loaded: LoadedSource; card: Card }> {
    const { shelf } = this.#ports;
    const loaded = shelf.load(id);
    const card = shelf.isOwn(id) ? await this.#ownCard(id) : shelf.stock().find((entry) => entry.id === id);
    if (!loaded || !card) throw new Fault(404, `There is no source "${id.slice(0, 60)}".`);
    return { loaded, card };
  }

  async #ownCard(id: string): Promise<Card | null> {
    const loaded = this.#ports.shelf.load(id);
    if (!loaded) return null;
    const { name, description, category, icon, evidence, place } = loaded.source;
    const { manifest, notes } = loaded.plugin;
    return {
      id,
      name,
      description,
      category,
      icon,
      place,
      attribution: notes.attribution,
      account: notes.account,
      evidence: evidence.map(({ kind }) => kind),
      needs: needsOf(manifest.settings_schema),
      ...(await loaded.drawSample()),
    };
  }

  #toCard(card: Card, here: Here): Shown {
    const { flagship, note, evidence, reference: _reference, retired: _retired, ...described } = card;
    const { installation, shelf } = this.#ports;
    const { id, needs } = described;
    const { isUsed, ...use } = this.#useOf(id);
    const handle = isUsed ? installation.handleOf(id) : null;
    const configured = handle ? handle.configuration.missing().length === 0 : needs.length === 0;
    const own = shelf.isOwn(id);
    const { countries, point } = own ? EVERYWHERE : servedBy(id);
    return {
      ...described,
      confidence: confidenceOf(evidence),
      untested: isUntested(evidence),
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
    const { configuration } = this.#ports.installation.known(id);
    const { isUsed, ...use } = this.#useOf(id);
    return {
      id,
      name,
      description,
      icon,
      category: isTransition(plugin) ? 'transition' : galleryCategory(id, category),
      attribution: null,
      account: null,
      confidence: null,
      untested: false,
      place: Object.hasOwn(schema.properties ?? {}, 'latitude'),
      needs: needsOf(schema),
      kind: isTransition(plugin) ? 'transition' : builtIn ? 'built-in' : 'other',
      own: false,
      countries: [],
      serves: 'all',
      configured: configuration.missing().length === 0,
      ...use,
      enabled: use.enabled || (!isUsed && configuration.enabled),
      ...(isTransition(plugin) ? { flagship: [], note: [] } : drawSampleOf(plugin, schema, momentOf(this.#ports, {}))),
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
}

const EVERYWHERE = { countries: [], point: null } as const;

/** Whom somebody who stands here is served by. */
const servesFrom = (here: Here, countries: readonly string[], city: Point | null): Shown['serves'] => {
  if (countries.length === 0 || here.country === null) return 'all';
  if (!countries.includes(here.country)) return 'others';
  if (!city || !here.point) return 'country';
  return distanceKm(here.point, city) <= here.withinKm ? 'city' : 'others';
};

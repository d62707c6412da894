import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Geometry } from '../../src/core/flaps/geometry.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { PluginHost } from '../../src/plugins/host.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { createBodies } from '../../src/plugins/network/body-budget.ts';
import { createNet } from '../../src/plugins/network/net.ts';
import type { PluginHostPorts } from '../../src/plugins/ports.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Location } from '../../src/schema/appliance/location.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

/** Sizes of the usual displays. */
export const FLAGSHIP: Geometry = { device_type: 'flagship', rows: 6, cols: 22 };
export const NOTE: Geometry = { device_type: 'note', rows: 3, cols: 15 };

/** Every kind of size that a plugin may have to fill. */
export const SIZES: readonly Geometry[] = [
  FLAGSHIP,
  NOTE,
  { device_type: 'note_array', rows: 6, cols: 30 },
  { device_type: 'note_array', rows: 24, cols: 15 },
  { device_type: 'panel', rows: 96, cols: 128 },
];

/** A plugin store in memory. */
export const createMemoryStore = (plugins: StoredPlugins = {}) => ({
  plugins,
  read() {
    return this.plugins;
  },
  async write(change: (plugins: StoredPlugins) => StoredPlugins) {
    this.plugins = change(this.plugins);
  },
  async rename(from: string, to: string): Promise<string[]> {
    this.plugins = Object.fromEntries(
      Object.entries(this.plugins).map(([key, stored]) => [key === from ? to : key, stored]),
    );
    return [];
  },
});

/** Has a store show what is written a moment later, as a disk does; changes build on each other meanwhile. */
export const delayWrites = (store: ReturnType<typeof createMemoryStore>): void => {
  let newest = store.plugins;
  store.write = async (change) => {
    newest = change(newest);
    await nextTurn();
    store.plugins = newest;
  };
};

/** A host over fakes of everything but the network. */
export interface HostFixture {
  readonly host: PluginHost;
  readonly clock: FakeClock;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly logged: string[];
  readonly place: { location: Location; zone: string };
}

/** A host that stands at Friday, 20 November 2026, 14:30 in Berlin. */
export const createHost = (
  ports: Partial<PluginHostPorts> = {},
  plugins: StoredPlugins = {},
  at = '2026-11-20T13:30:00Z',
): HostFixture => {
  const clock = createFakeClock(at);
  const store = createMemoryStore(plugins);
  const logged: string[] = [];
  const place = { location: { latitude: 52.52, longitude: 13.41 } as Location, zone: 'Europe/Berlin' };
  const log = {
    info: (message: string) => void logged.push(message),
    warn: (message: string) => void logged.push(message),
  };
  const documents = createDirectDocuments();
  const sandbox = new Sandbox({ file: '', clock: systemClock });
  const host = new PluginHost({
    store,
    clock,
    log,
    net: createNet(documents),
    documents,
    bodies: createBodies(),
    env: {},
    zone: () => place.zone,
    location: () => place.location,
    pluginsDir: null,
    sandbox: () => sandbox,
    ...ports,
  });
  return { host, clock, store, logged, place };
};

/** Starts a host as the appliance does: what is stored as enabled is loaded soon after. */
export const startHost = async (host: PluginHost): Promise<void> => {
  await host.arrival.takeUp();
  await host.start();
  host.arrival.loadRest();
};

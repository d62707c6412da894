import { compose, type Persisted, type Runtime } from './app/runtime.ts';
import type { AppOptions } from './app/options.ts';
import type { Route } from './http/route.ts';
import { knowsZone, setProcessZone, machineZone } from './platform/home-zone.ts';
import { bootName } from './platform/hardware.ts';
import { secretsIn } from './platform/network/secret-address.ts';
import { createFirstBoard } from './service/boards/first-board.ts';
import { SafeStart } from './service/system/safe-start.ts';
import { claimFolder, type Unlock } from './store/files/folder-lock.ts';
import { openLastWrites } from './store/last-writes.ts';
import { openRunRecord, type RunRecord } from './store/run-record.ts';
import { openSessionKey } from './store/secrets/session-key.ts';
import { openStore } from './store/open-store.ts';
import type { State } from './schema/state.ts';
import type { Store } from './store/store.ts';

/** A running appliance. */
export interface App {
  readonly port: number;
  readonly store: Store;
  /** Every operation of the API. */
  readonly routes: readonly Route[];
  /** Lets running sends end within 3 s, flushes the store and releases everything. */
  stop(): Promise<void>;
}

const SEND_GRACE_MS = 3000;
/** When the pins are opened: the first answers do not wait for what finds no finger in that time. */
const PINS_AFTER_MS = 100;

/**
 * Starts the appliance; resolves when every endpoint answers. Rejects when the data folder or the port cannot be used.
 */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { settings, clock, log } = options;
  const release = await claimFolder(settings.dataDir);
  // It is on the disk before anything of others runs; meanwhile the files are read.
  const record = openRunRecord({ dir: settings.dataDir, clock, log: log.child('store'), boot: bootName() });
  try {
    return await startClaimed(options, record, release);
  } catch (error) {
    await (await record).close();
    release();
    throw error;
  }
};

const startClaimed = async (options: AppOptions, opening: Promise<RunRecord>, release: Unlock): Promise<App> => {
  const { settings, log } = options;
  const { secretKey, mqttUrl, vestaboardRwUrl, vestaboardCloudUrl } = settings;
  log.redact('environment', [
    secretKey ?? '',
    ...[mqttUrl, vestaboardRwUrl, vestaboardCloudUrl].flatMap((url) => secretsIn(url ?? '')),
  ]);
  const persisted = await openPersisted(options);
  const { store } = persisted;
  const record = await opening;
  const safeStart = new SafeStart({ record, store, clock: options.clock, log: log.child('start') });
  await safeStart.begin();
  const runtime = compose(options, persisted, safeStart);
  const { plugins } = runtime.engine;
  await plugins.arrival.takeUp();
  await runtime.engine.boards.sync(store.state.boards);
  await runtime.following.start();
  const port = await runtime.server.listen(settings.port, settings.host);
  store.onChange((_state, _previous, changed) => changed.has('boards') && void runtime.parts.followLocalApi());
  // A board that wants the port of the appliance itself must not keep it from starting.
  await runtime.parts.followLocalApi();
  const installed = plugins.start();
  runtime.engine.loop.start();
  await installed;
  runtime.gpio.showSafeStart(safeStart.isActive);
  options.clock.after(PINS_AFTER_MS, () => runtime.gpio.start());
  runtime.parts.start();
  runtime.machine.start();
  plugins.arrival.loadRest();
  return {
    port,
    store,
    get routes() {
      return runtime.server.routes;
    },
    stop: () => stop(runtime, store, record).finally(release),
  };
};

const openPersisted = async ({ settings, clock, log }: AppOptions): Promise<Persisted> => {
  const own = log.child('store');
  const store = await openStore({ dir: settings.dataDir, clock, log: own, secretKey: settings.secretKey });
  await createFirstBoard(store, clock);
  const floors = await openLastWrites({ dir: settings.dataDir, clock, log: own, damage: store.damage });
  const sessionKey = await openSessionKey({ dir: settings.dataDir, damage: store.damage });
  return { store, floors, sessionKey, zone: followZone(store, settings.timezone) };
};

/** The zone of the appliance, which the process's own clock follows: a stored one counts where the machine knows it. */
const followZone = (store: Store, pinned: string | undefined): (() => string) => {
  const machine = machineZone();
  let zone = machine;
  const follow = ({ settings: { general } }: State): void => {
    const stored = general.timezone !== null && knowsZone(general.timezone) ? general.timezone : null;
    zone = pinned ?? stored ?? machine;
    setProcessZone(zone);
  };
  follow(store.state);
  store.onChange((state, _previous, changed) => changed.has('settings') && follow(state));
  return () => zone;
};

/** Whatever goes wrong from here on, this end was asked for. */
const stop = async (runtime: Runtime, store: Store, record: RunRecord): Promise<void> => {
  const closed = record.close();
  await stopRuntime(runtime, store);
  await closed;
};

const stopRuntime = async (
  { engine, frames, auth, gpio, parts, following, machine, server }: Runtime,
  store: Store,
): Promise<void> => {
  const machineStopped = machine.stop();
  gpio.stop();
  engine.loop.end();
  await Promise.all([
    machineStopped,
    parts.stop(),
    following.stop(),
    engine.boards.stop(SEND_GRACE_MS),
    server.stop(SEND_GRACE_MS),
    engine.plugins.stop(),
  ]);
  await Promise.all([engine.sandbox.made?.stop(), auth.stop(), frames.close()]);
  await store.close();
};

import { isFollowed } from '../core/inbox-kinds.ts';
import { late } from '../core/memo.ts';
import type { Route } from '../http/route.ts';
import type { Intake } from '../http/wire/intake.ts';
import { actAs } from '../platform/actor.ts';
import { ownAddress } from '../platform/network/own-address.ts';
import type { MqttStatus } from '../schema/appliance/mqtt.ts';
import type { Audit } from '../service/auth/audit.ts';
import { ServedBoards } from '../service/wiring/served-boards.ts';
import type { UpdateService } from '../service/update/update.ts';
import type { MachineOptions } from './machine-options.ts';

/** What these parts are made of. */
export interface LatePartsOptions extends Omit<MachineOptions, 'gpio' | 'outlet'> {
  readonly audit: () => Audit;
  readonly intake: Intake;
  /** Where the appliance listens; null before it does. */
  readonly port: () => number | null;
  readonly updates: () => UpdateService;
  /** What screens show has changed. */
  readonly onScreens: () => void;
}

/** The connection to a broker while nobody has asked for one: what keeps it is not loaded. */
const NO_BROKER: MqttStatus = {
  enabled: false,
  running: false,
  connected: false,
  broker: null,
  source: 'settings',
  error: null,
  last_connected_at: null,
};

const createMqtt = ({ app, store, services, port, updates }: LatePartsOptions) => {
  const { MqttBridge } = require('../mqtt/bridge.ts') as typeof import('../mqtt/bridge.ts');
  const { announcedPlaces } = require('../store/announced-places.ts') as typeof import('../store/announced-places.ts');
  const { clock, log: all, version, settings } = app;
  const log = all.child('mqtt');
  const bridge = new MqttBridge({
    store,
    services: services(),
    clock,
    log,
    version,
    places: announcedPlaces(settings.dataDir, log),
    url: settings.mqttUrl,
    ownAddress: () => ownAddress(settings.host, port() ?? settings.port),
    updateStatus: () => updates().status(),
  });
  bridge.start();
  return bridge;
};

const createInboxes = ({ app: { clock, log: all, settings }, store, services }: LatePartsOptions) => {
  const { Inboxes } = require('../inboxes/inboxes.ts') as typeof import('../inboxes/inboxes.ts');
  const { openInboxPositions } = require('../store/inbox-positions.ts') as typeof import('../store/inbox-positions.ts');
  const log = all.child('inboxes');
  const openPositions = () => openInboxPositions(settings.dataDir, clock, log);
  const inboxes = new Inboxes({ store, clock, log, service: services().inboxes, openPositions });
  inboxes.start();
  return inboxes;
};

const createMcp = ({ app: { clock, log, version }, services }: LatePartsOptions) => {
  const { McpEndpoint } = require('../mcp/endpoint.ts') as typeof import('../mcp/endpoint.ts');
  return new McpEndpoint({ services: services(), clock, log: log.child('mcp'), version });
};

const createScreens = ({ app: { clock }, store, engine, zone, services, audit, onScreens }: LatePartsOptions) => {
  const { ScreenService } = require('../service/screens/screens.ts') as typeof import('../service/screens/screens.ts');
  return new ScreenService({
    store,
    clock,
    zone,
    audit: audit(),
    shown: (boardId) => services().boards.picture(boardId),
    light: (boardId) => engine.boards.get(boardId)?.light ?? null,
    onChange: onScreens,
  });
};

const createShareLinks = ({ app: { clock }, store, services, audit }: LatePartsOptions) => {
  const { ShareLinkService } = require('../service/share-links.ts') as typeof import('../service/share-links.ts');
  const { pictures, timeline } = services();
  return new ShareLinkService({ store, clock, audit: audit(), pictures, timeline });
};

const createLocalApi = (
  { app: { settings, clock, log, version }, store, services, intake, port }: LatePartsOptions,
  served: ServedBoards,
) => {
  const { LocalApi } = require('../http/local-api/local-api.ts') as typeof import('../http/local-api/local-api.ts');
  return new LocalApi({
    host: settings.host,
    ownPort: port,
    intake,
    clock,
    log: log.child('local-api'),
    version,
    boards: () => store.state.boards,
    characters: (boardId) => services().boards.picture(boardId),
    send: (boardId, message) => actAs({ by: 'token' }, () => services().messages.deliver(boardId, message)),
    enable: (boardId) => served.enable(boardId),
  });
};

/** What most appliances need seldom or never: each part is loaded when somebody needs it. */
export const createLateParts = (options: LatePartsOptions) => {
  const { app, store, services } = options;
  const mqtt = late(() => createMqtt(options));
  const inboxes = late(() => createInboxes(options));
  const mcp = late(() => createMcp(options));
  const screens = late(() => createScreens(options));
  const shareLinks = late(() => createShareLinks(options));
  const served: ServedBoards = new ServedBoards(
    store,
    (boardId) => localApi.made?.serving(boardId) ?? { listening: false, error: null },
  );
  const localApi = late(() => createLocalApi(options, served));
  // Links end with what they show, whether or not somebody looks.
  if (store.state.auth.shares.length > 0) shareLinks.get();
  const begin = (): void => {
    const { mqtt: broker, inboxes: followed } = store.state.settings;
    if (app.settings.mqttUrl !== undefined || broker.enabled) mqtt.get();
    if (followed.some(isFollowed)) inboxes.get();
  };
  return {
    mqtt,
    mcp,
    screens,
    shareLinks,
    served,
    /** The pages that people open by a link. */
    sharedRoutes: (): readonly Route[] => {
      const { sharePageRoutes } =
        require('../http/flat/share-links.ts') as typeof import('../http/flat/share-links.ts');
      const { favouritePageRoutes } =
        require('../http/flat/favourites.ts') as typeof import('../http/flat/favourites.ts');
      return [...sharePageRoutes(shareLinks.get()), ...favouritePageRoutes(() => services().favourites, app.clock)];
    },
    brokerStatus: () => mqtt.made?.status() ?? NO_BROKER,
    /** Serves the boards that have a port of their own, and no others. */
    followLocalApi: async () => {
      const isWanted = store.state.boards.some(({ local_api_port }) => local_api_port !== null);
      if (isWanted || localApi.made) await localApi.get().follow();
    },
    /** Connects to a broker and to inboxes as soon as the settings name any. */
    start: () => {
      store.onChange((_state, _previous, changed) => changed.has('settings') && begin());
      begin();
    },
    stop: () => Promise.all([inboxes, mqtt, mcp, localApi].map(async ({ made }) => made?.stop())),
  };
};

/** The parts that are made at their first use. */
export type LateParts = ReturnType<typeof createLateParts>;

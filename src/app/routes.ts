import { authRoutes } from '../http/flat/auth.ts';
import { backupRoutes } from '../http/flat/backup.ts';
import { boardSettingsRoutes } from '../http/flat/boards.ts';
import { flatCollectionRoutes } from '../http/flat/collections.ts';
import { conditionRoutes } from '../http/flat/conditions.ts';
import { boardControlRoutes, loopRoutes } from '../http/flat/control.ts';
import { displayRoutes } from '../http/flat/displays.ts';
import { favouriteRoutes } from '../http/flat/favourites.ts';
import { followRoutes } from '../http/flat/follow.ts';
import { historyRoutes } from '../http/flat/history.ts';
import { gpioRoutes } from '../http/flat/gpio.ts';
import { inboxRoutes } from '../http/flat/inboxes.ts';
import { pinRoutes } from '../http/flat/pins.ts';
import { locationRoutes } from '../http/flat/location.ts';
import { messageRoutes } from '../http/flat/messages.ts';
import { mqttRoutes, type BrokerConnection } from '../http/flat/mqtt.ts';
import { networkRoutes } from '../http/flat/network.ts';
import { overrideRoutes } from '../http/flat/overrides.ts';
import { flatPageRoutes } from '../http/flat/pages.ts';
import { flatPluginRoutes } from '../http/flat/plugins.ts';
import { sourceRoutes } from '../http/flat/sources.ts';
import { flatScheduleRoutes } from '../http/flat/schedules.ts';
import { shareLinkRoutes } from '../http/flat/share-links.ts';
import { screenRoutes } from '../http/flat/screens.ts';
import { settingsRoutes } from '../http/flat/settings.ts';
import { signInRoutes } from '../http/flat/sign-in.ts';
import { silenceRoutes } from '../http/flat/silence.ts';
import { healthRoutes, systemInfoRoutes } from '../http/flat/system.ts';
import { flatTemplateRoutes } from '../http/flat/templates.ts';
import { pictureRoutes } from '../http/flat/pictures.ts';
import { brightnessRoutes } from '../http/flat/brightness.ts';
import { stayRoutes } from '../http/flat/stays.ts';
import { timelineRoutes } from '../http/flat/timeline.ts';
import { transitionRoutes } from '../http/flat/transitions.ts';
import { triggerRoutes } from '../http/flat/triggers.ts';
import { updateRoutes } from '../http/flat/update.ts';
import { vbmlRoutes } from '../http/flat/vbml.ts';
import { wallRoutes } from '../http/flat/walls.ts';
import { servedBoardRoutes, wiringRoutes } from '../http/flat/wiring.ts';
import { mcpRoutes } from '../http/mcp.ts';
import type { Route } from '../http/route.ts';
import { VERSIONED } from '../http/surface.ts';
import { boardRoutes } from '../http/v1/boards.ts';
import { clockRoutes } from '../http/flat/clock.ts';
import { collectionRoutes } from '../http/v1/collections.ts';
import { deprecatedRoutes } from '../http/v1/deprecated.ts';
import { pageRoutes } from '../http/v1/pages.ts';
import { pluginRoutes } from '../http/v1/plugins.ts';
import { scheduleRoutes } from '../http/v1/schedules.ts';
import { statusRoutes } from '../http/v1/system.ts';
import { templateRoutes } from '../http/v1/templates.ts';
import type { Authenticator } from '../http/access.ts';
import type { EventHub } from '../http/events.ts';
import type { McpEndpoint } from '../mcp/endpoint.ts';
import type { Auth } from '../service/auth/auth.ts';
import type { SafeStart } from '../service/system/safe-start.ts';
import type { ScreenService } from '../service/screens/screens.ts';
import type { GpioService } from '../service/gpio/gpio.ts';
import { usesOf } from '../service/pages/uses.ts';
import type { ShareLinkService } from '../service/share-links.ts';
import type { ServedBoards } from '../service/wiring/served-boards.ts';
import type { Store } from '../store/store.ts';
import type { Machine } from './machine.ts';
import type { AppOptions } from './options.ts';
import type { Services } from './services.ts';

/** What some routes need beside the services. */
export interface RouteDependencies {
  readonly auth: Auth;
  readonly safeStart: SafeStart;
  readonly authenticator: Authenticator;
  readonly events: EventHub;
  readonly screens: () => ScreenService;
  readonly shareLinks: ShareLinkService;
  readonly mcp: () => McpEndpoint;
  readonly gpio: GpioService;
  readonly served: ServedBoards;
  readonly mqtt: BrokerConnection;
  readonly machine: Pick<Machine, 'wifi' | 'updates' | 'clock'>;
}

const versionedRoutes = (services: Services): Route[] => [
  ...boardRoutes(services.boards, services.messages),
  ...pageRoutes(VERSIONED, services.pages),
  ...scheduleRoutes(VERSIONED, services.schedules),
  ...collectionRoutes(VERSIONED, services.collections),
  ...templateRoutes(services.render),
  ...statusRoutes(services.system),
  ...pluginRoutes(services.plugins, services.size),
  ...deprecatedRoutes(services.boards, services.messages),
];

const libraryRoutes = (services: Services, store: Store, { clock }: AppOptions): Route[] => {
  const { boards, previews, schedules, plugins, control, size } = services;
  const uses = (id: string) => usesOf(store.state, id);
  return [
    ...flatPageRoutes({ ...services, usesOf: uses }),
    ...flatScheduleRoutes({ schedules, boards, now: (boardId) => control.now(boardId) }),
    ...flatCollectionRoutes(services.collections, uses),
    ...flatTemplateRoutes(services),
    ...sourceRoutes(plugins),
    ...signInRoutes(plugins),
    ...flatPluginRoutes({ ...services, geometry: size }),
    ...triggerRoutes(plugins, clock),
    ...displayRoutes(plugins, previews, size),
    ...transitionRoutes(services.transitions, () => store.state.settings.beta.transition_plugins),
  ];
};

const applianceRoutes = (
  services: Services,
  store: Store,
  { log }: AppOptions,
  { auth, gpio, machine, mqtt, safeStart, served }: RouteDependencies,
): Route[] => [
  ...healthRoutes(services.system, safeStart),
  ...systemInfoRoutes(services.system, log, () => ({
    id: store.state.settings.mqtt.instance_id,
    name: store.state.settings.general.instance_name,
  })),
  ...settingsRoutes({ ...services, mqtt: services.mqttSettings }),
  ...loopRoutes(services.control),
  ...boardControlRoutes(services.control, services.boards, services.identify, services.stays),
  ...stayRoutes(services.stays),
  ...brightnessRoutes(services.brightness),
  ...messageRoutes(services.messages, services.queue),
  ...vbmlRoutes(services.vbml),
  ...conditionRoutes(services.conditions),
  ...historyRoutes(services.history),
  ...favouriteRoutes(services.favourites),
  ...silenceRoutes(services.silence),
  ...overrideRoutes(services.overrides),
  ...locationRoutes(services.location),
  ...timelineRoutes(services.timeline),
  ...pictureRoutes(services.pictures),
  ...wiringRoutes(services.wiring),
  ...followRoutes(services.follow),
  ...wallRoutes(services.walls),
  ...servedBoardRoutes(served),
  ...backupRoutes(
    services.backup,
    (actor) => auth.audit.note('restored', actor),
    () => services.plugins.unconfirmed(),
  ),
  ...gpioRoutes(services.settings, gpio),
  ...pinRoutes(services.pins),
  ...mqttRoutes(services.mqttSettings, mqtt),
  ...inboxRoutes(services.inboxes),
  ...networkRoutes(machine.wifi()),
  ...updateRoutes(machine.updates()),
  ...clockRoutes(machine.clock),
  ...boardSettingsRoutes(services.boardSettings),
];

/** Every operation of the API but those of the HTTP layer itself. */
export const routesOf = (
  services: Services,
  store: Store,
  options: AppOptions,
  dependencies: RouteDependencies,
): Route[] => [
  ...versionedRoutes(services),
  ...libraryRoutes(services, store, options),
  ...applianceRoutes(services, store, options, dependencies),
  ...authRoutes(dependencies.auth),
  ...screenRoutes(dependencies.screens, dependencies.events, dependencies.authenticator),
  ...shareLinkRoutes(dependencies.shareLinks),
  ...mcpRoutes({ respond: (request) => dependencies.mcp().respond(request) }, dependencies.authenticator),
];

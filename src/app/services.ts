import { createBrokerSearch, createWiringPort } from '../../hw/wiring-port.ts';
import { readHeader } from '../../hw/gpio/header.ts';
import { geometryOf } from '../core/flaps/geometry.ts';
import { once } from '../core/memo.ts';
import type { Following } from '../mqtt/follow.ts';
import { ownBroker } from '../mqtt/own-broker.ts';
import { toInstant } from '../platform/clock.ts';
import { readClockChip } from '../platform/clock-chip.ts';
import { hardwareModel } from '../platform/hardware.ts';
import { BackupService } from '../service/backup.ts';
import { BoardSettingsService } from '../service/boards/settings.ts';
import { BoardService } from '../service/boards/boards.ts';
import { CollectionService } from '../service/collections.ts';
import { ConditionService } from '../service/conditions.ts';
import { ControlService } from '../service/control/control.ts';
import { DemoPageService } from '../service/pages/demo-pages.ts';
import { createIdentify } from '../service/control/identify.ts';
import { FavouriteService } from '../service/favourites.ts';
import { FollowService } from '../service/follow.ts';
import { HistoryService } from '../service/history.ts';
import { InboxService } from '../service/inboxes.ts';
import { LocationService } from '../service/location/location.ts';
import { boardOf } from '../service/lookup.ts';
import { MessageService } from '../service/messages/messages.ts';
import { MessageQueueService } from '../service/messages/queue.ts';
import { MqttSettingsService } from '../service/mqtt/mqtt.ts';
import { PinService } from '../service/pins/pins.ts';
import { OverrideService } from '../service/overrides.ts';
import type { PauseService } from '../service/control/pause.ts';
import { PageService } from '../service/pages/pages.ts';
import { PreviewService } from '../service/pages/previews.ts';
import { sendPage } from '../service/pages/sends.ts';
import { createPageShares } from '../service/pages/shares.ts';
import { PictureService } from '../service/pictures.ts';
import { RenderService } from '../service/templates/render.ts';
import { ScheduleService } from '../service/schedules.ts';
import { SettingsService } from '../service/settings.ts';
import { SilenceService } from '../service/silence.ts';
import { BrightnessService } from '../service/brightness.ts';
import { StayService } from '../service/stays.ts';
import { StoredMessages } from '../service/messages/stored.ts';
import { SystemService } from '../service/system/system.ts';
import { TemplateCheckService } from '../service/templates/checks.ts';
import { TimelineService } from '../service/timeline.ts';
import { TransitionService } from '../service/transitions.ts';
import { WiringService } from '../service/wiring/wiring.ts';
import type { Target } from '../schema/appliance/settings.ts';
import type { ShownFrames } from '../store/shown-frames.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from './engine.ts';
import type { AppOptions } from './options.ts';

/** What use cases are made of. */
export interface ServiceParts {
  readonly app: AppOptions;
  readonly store: Store;
  readonly engine: Engine;
  readonly zone: () => string;
  readonly pause: PauseService;
  /** When the service began, on the monotonic clock. */
  readonly startedAt: number;
  readonly frames: ShownFrames;
  readonly following: Pick<Following, 'linkOf' | 'walls'>;
}

/** Every use case of the appliance, over one store and one engine. */
export const createServices = ({ app, store, engine, zone, pause, startedAt, frames, following }: ServiceParts) => {
  const { clock, version, settings, screenRoot } = app;
  const { plugins, renderer, programme, animation, pictures, boards, writer, loop, driverOf, findUnusableSetting } =
    engine;
  const stored = new StoredMessages(store, programme, clock);
  const parts = { store, boards, writer, stored, loop, programme, clock };
  const settle = () => boards.sync(store.state.boards);
  /** The size for which plugins are read when no board is named. */
  const size = () => geometryOf(boardOf(store.state, 'primary'));
  const sources = () => plugins.vocabularies(size());
  const enabledPlugins = () => plugins.installation.enabledKeys();
  const isEnabled = (key: string) => enabledPlugins().includes(key);
  const follow = new FollowService({
    ...parts,
    linkOf: (id) => following.linkOf(id),
    search: createBrokerSearch(clock),
    ownBroker: () =>
      settings.mqttUrl || store.state.settings.mqtt.enabled
        ? ownBroker(store.state.settings.mqtt, settings.mqttUrl, '')
        : null,
  });
  const boardService = new BoardService({
    ...parts,
    whyOf: (id) => frames.whyOf(id),
    followProblem: (id) => follow.problemOf(id),
    onPin: () => plugins.triggers.dismissAll(),
  });
  const stays = new StayService({ ...parts, service: boardService, zone, onPin: () => plugins.triggers.dismissAll() });
  const timeline = new TimelineService({ ...parts, zone, messagesOf: (id) => queue.list(id).messages });
  const messages = new MessageService({
    ...parts,
    renderer,
    animation,
    pictures,
    instantOf: (name, text) => timeline.instantOf(name, text),
    problemsOf: ({ template, line_metadata }, board) =>
      checks
        .check({ template, line_metadata }, { board: board.id })
        .problems.map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`),
  });
  const queue = new MessageQueueService({ ...parts, messages });
  const pages = new PageService(store, clock, (strategy) => animation.knows(strategy));
  const checks = new TemplateCheckService({ store, renderer, sources: plugins.values, clock, vocabularies: sources });
  const previews = new PreviewService({
    store,
    renderer,
    programme,
    clock,
    pluginData: (key, geometry) => plugins.data(key, geometry),
    isEnabled,
    draft: (body) => pages.draft(body),
  });
  const wiringPort = createWiringPort(clock, driverOf, screenRoot);
  const pins = new PinService({
    store,
    drivers: wiringPort.drivers,
    header: () => readHeader(app.gpioRoot ?? '', settings.gpioChip),
    prepared: { button: settings.gpioButton, led: settings.gpioLed },
    findUnusable: findUnusableSetting,
  });
  return {
    boards: boardService,
    follow,
    messages,
    queue,
    walls: once(() => {
      const { WallService: Loaded } = require('../service/walls.ts') as typeof import('../service/walls.ts');
      return new Loaded({ store, asking: () => following.walls });
    }),
    vbml: once(() => {
      const { VbmlService: Loaded } = require('../service/vbml.ts') as typeof import('../service/vbml.ts');
      return new Loaded({ store, messages, pages });
    }),
    history: new HistoryService({ store, frames, messages }),
    favourites: new FavouriteService({ store, clock, messages }),
    stays,
    brightness: new BrightnessService({ store, programme, clock, zone }),
    inboxes: new InboxService({
      store,
      clock,
      messages,
      // Loaded with the first thing that a program posts.
      readWebhook: (body) =>
        (require('../inboxes/webhook.ts') as typeof import('../inboxes/webhook.ts')).readWebhook(body),
    }),
    pages,
    previews,
    sendPage: (id: string, boardId: string, target: Target) => sendPage(store, previews, messages, id, boardId, target),
    shares: createPageShares(pages, (page) => renderer.sourcesOf(page), isEnabled),
    demos: new DemoPageService(store, pages, (key) => plugins.demoSource(key)),
    collections: new CollectionService(store, clock),
    schedules: new ScheduleService(store, clock, zone),
    render: new RenderService({
      store,
      renderer,
      sources: plugins.values,
      clock,
      vocabulary: () => plugins.report.variables(),
    }),
    checks,
    system: new SystemService({
      store,
      boards: boardService,
      loop,
      programme,
      clock,
      version,
      startedAt,
      zone,
      enabledPlugins,
      hardwareModel,
      clockChip: () => readClockChip(app.gpioRoot),
    }),
    settings: new SettingsService({
      store,
      writer,
      loop,
      pins,
      zone,
      knowsStrategy: (strategy) => animation.knows(strategy),
      pace: () => boards.pace(),
    }),
    boardSettings: new BoardSettingsService(store, pins, settle),
    location: new LocationService(store, clock, zone, engine.gazetteer),
    mqttSettings: new MqttSettingsService(store),
    pause,
    control: new ControlService({
      ...parts,
      service: boardService,
      refetch: () => plugins.values.need(new Set(enabledPlugins()), size()),
    }),
    conditions: new ConditionService({
      ...parts,
      service: boardService,
      missingOn: (page) => checks.missingOn(page),
      staleOn: (page) =>
        plugins.values
          .stale(renderer.sourcesOf(page), geometryOf(page), clock.now())
          .map(({ plugin, since }) => ({ plugin, since: toInstant(since) })),
    }),
    identify: createIdentify(parts),
    transitions: new TransitionService({ ...parts, renderer, runner: plugins.animations }),
    silence: new SilenceService(store, clock, zone),
    overrides: new OverrideService({ ...parts, messages }),
    timeline,
    pictures: new PictureService({
      store,
      programme,
      clock,
      shown: (id) => boardService.shown(id),
      renderer,
      pictures,
      animation,
      timeline,
      draft: (body) => pages.draft(body),
    }),
    wiring: new WiringService(store, wiringPort, pins, settle),
    pins,
    backup: new BackupService({
      store,
      clock,
      pins,
      release: (ids) => boards.release(ids),
      restored: async () => {
        await plugins.reload();
        await settle();
        boards.pace();
        loop.wakeAll();
      },
    }),
    plugins,
    size,
    sources,
    enabledPlugins,
  };
};

/** Every use case of the appliance. */
export type Services = ReturnType<typeof createServices>;

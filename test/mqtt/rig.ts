import { Fault } from '../../src/fault.ts';
import { MqttBridge, type MqttBridgeOptions } from '../../src/mqtt/bridge.ts';
import type { MqttServices } from '../../src/mqtt/services.ts';
import type { BrokerAddress, Session, SessionEvents } from '../../src/mqtt/session.ts';
import type { State } from '../../src/schema/state.ts';
import type { AnnouncedPlace } from '../../src/store/announced-places.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleState } from '../support/sample-state.ts';

/** Where the appliance and Home Assistant are at the broker. */
export const BASE = 'flapbox';
export const HA = 'homeassistant';

/** The bridge over a session of the test, and use cases that note what they are asked for. */
export const createBridge = (more: { url?: string; places?: readonly AnnouncedPlace[] } = {}) => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const sample = sampleState();
  const { mqtt } = sample.settings;
  let state: State = {
    ...sample,
    settings: {
      ...sample.settings,
      mqtt: { ...mqtt, enabled: true, broker_host: 'broker', base_topic: BASE, discovery_prefix: HA, pictures: false },
    },
  };
  let onChange = (): void => undefined;
  const store = {
    get state() {
      return state;
    },
    onChange: (call: () => void) => {
      onChange = call;
      return () => (onChange = () => undefined);
    },
  } as unknown as Store;
  const change = (next: Partial<State>): void => {
    state = { ...state, ...next };
    onChange();
  };
  const changeMqtt = (next: Partial<State['settings']['mqtt']>): void =>
    change({ settings: { ...state.settings, mqtt: { ...state.settings.mqtt, ...next } } });

  const facts = {
    uptime: 95,
    silent: false,
    strategy: null as string | null,
    error: null as string | null,
    update: { version: '1.2.3', system_version: null, pending: null, progress: null } as Awaited<
      ReturnType<MqttBridgeOptions['updateStatus']>
    >,
    /** Why no session can be opened; null: one can. */
    unopened: null as string | null,
    picture: 'ONE',
    /** Whether a refresh of all boards fails inside. */
    isBroken: true,
  };
  const commands: string[] = [];
  /** How often everything was told. */
  let tellings = 0;
  /** How often a picture was drawn, and the version looked up. */
  let drawn = 0;
  let lookups = 0;
  /** What a message waits for. */
  let posting: Promise<void> = Promise.resolve();
  const detailOf = (id: string) => ({
    ...state.boards.find((one) => one.id === id),
    rows: 6,
    cols: 22,
    active_page_id: 'p1',
    resolved_page_id: 'p1',
    source: 'manual',
    text: id === 'b2' ? 'SECOND' : 'HELLO\n  {63} YOU',
    characters: [[8]],
  });
  const services = {
    boards: {
      list: () => ({ boards: state.boards.map(({ id }) => detailOf(id)) }),
      detail: detailOf,
      status: () => ({ error: facts.error, drifted: false, quiet_until: null, last_sent_at: null }),
      pageShown: () => ({ page_id: 'p1', isCovered: false }),
    },
    brightness: { can: () => false },
    collections: { list: () => ({ collections: state.collections }) },
    control: {
      actions: () => ({ actions: [] }),
      start: async () => void commands.push('start'),
      stop: async () => {
        commands.push('stop');
        throw new Fault(409, 'Not now.');
      },
      forceRefresh: async () => {
        if (facts.isBroken) throw new TypeError('a secret inside');
        return { sent: true, message: 'Told.', code: 'sent' };
      },
      act: async () => void commands.push('home'),
    },
    favourites: { list: () => ({ favourites: state.favourites, total: state.favourites.length }) },
    messages: {
      post: async (id: string, { text }: { text: string }) => {
        commands.push(`post ${id} ${text}`);
        await posting;
        return { sent: true, reason: null, code: 'sent' };
      },
      clear: async () => {
        throw new Fault(500, 'The board is busy.', { code: 'too_soon' });
      },
    },
    pictures: {
      ofBoard: async (id: string, form: string) => {
        drawn++;
        return { etag: facts.picture, bytes: async () => Buffer.from(`${form} ${id} ${facts.picture}`) };
      },
    },
    pages: { list: () => ({ pages: state.pages }) },
    pause: { allPaused: false },
    queue: { list: () => ({ messages: [] }) },
    settings: {
      transitions: () => ({ strategy: facts.strategy }),
      polling: () => ({ interval_seconds: 60 }),
      setPolling: async ({ interval_seconds }: { interval_seconds: number }) =>
        void commands.push(`${interval_seconds}`),
    },
    silence: { status: () => ({ active: facts.silent }) },
    stays: { quietOf: () => ({ quiet_until: null }) },
    system: {
      status: () => {
        tellings++;
        return {
          running: true,
          config_summary: { uptime_seconds: facts.uptime, enabled_plugins: Object.keys(state.plugins) },
        };
      },
    },
  } as unknown as MqttServices;

  const opened: { address: BrokerAddress; will: { topic: string; payload: string }; events: SessionEvents }[] = [];
  const said: string[] = [];
  const connection = { connected: false, unconfirmed: 0 };
  const kept = new Map<string, string>();
  const log = createQuietLog();
  /** Where it was announced, as the disk has it. */
  let places = more.places ?? [];
  const bridge = new MqttBridge({
    store,
    services,
    clock,
    log,
    version: '1.2.3',
    url: more.url,
    places: { read: async () => places, keep: async (next) => void (places = next) },
    ownAddress: () => 'http://flapbox.local',
    updateStatus: async () => {
      lookups++;
      return facts.update;
    },
    open: (address, will, events): Session => {
      if (facts.unopened !== null) throw new Error(facts.unopened);
      opened.push({ address, will, events });
      return {
        get connected() {
          return connection.connected;
        },
        get unconfirmed() {
          return connection.unconfirmed;
        },
        publish: (topic, payload, retain, confirmed) => {
          if (!connection.connected) return;
          said.push(`${topic} ${String(payload)}`);
          if (retain && payload.length > 0) kept.set(topic, String(payload));
          else if (retain) kept.delete(topic);
          confirmed?.();
        },
        subscribe: (topics) => void said.push(`+ ${topics.join(' ')}`),
        unsubscribe: (topics) => void said.push(`- ${topics.join(' ')}`),
        end: async ({ topic, payload }) => {
          connection.connected = false;
          said.push(`end ${topic} ${payload}`);
        },
      };
    },
  });
  const connect = async () => {
    await settle();
    connection.connected = true;
    opened.at(-1)?.events.connected();
  };
  const start = async () => {
    bridge.start();
    await connect();
  };
  const hear = async (topic: string, payload: string, retained = false) => {
    if (retained) kept.set(topic, payload);
    opened.at(-1)?.events.message(topic, Buffer.from(payload), retained);
    await settle();
  };
  /** What was said since the last call, as far as it begins so. */
  const since = (begin = ''): string[] => said.splice(0).filter((one) => one.startsWith(begin));
  /** Lets messages wait until what it answers is called. */
  const holdMessages = (): (() => void) => {
    let release = (): void => undefined;
    posting = new Promise((resolve) => (release = resolve));
    return release;
  };
  return {
    clock,
    log,
    bridge,
    holdMessages,
    tellings: () => tellings,
    drawn: () => drawn,
    lookups: () => lookups,
    facts,
    commands,
    opened,
    connection,
    kept,
    places: () => places,
    change,
    changeMqtt,
    start,
    connect,
    hear,
    since,
    now: () => state,
  };
};

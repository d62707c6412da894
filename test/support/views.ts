import { until } from './until.ts';

/** Sends a request to the API and answers its JSON; fails when it is refused. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, never>>;

/** What an appliance is filled with to look at its interface. */
export const CONTENTS = ['usual', 'full', 'empty', 'faulty', 'long', 'rare'] as const;
/** What an appliance is filled with. */
export type Content = (typeof CONTENTS)[number];

/** Parts of the interface by the names of their views. */
const PARTS = {
  pages: /^(?:home|pages?(?:-|$)|favourites|history)/,
  schedule: /^(?:schedule|collections?(?:-|$))/,
  plugins: /^(?:plugin|own-source)/,
  settings: /^settings/,
  boards: /^(?:board|first-steps|api$)/,
} as const;
/** A part of the interface. */
export type Part = keyof typeof PARTS;

/** The part to which a view belongs. */
export const partOf = ({ name }: View): Part => {
  const [part, ...others] = (Object.keys(PARTS) as Part[]).filter((one) => PARTS[one].test(name));
  if (!part || others.length > 0) throw new Error(`The view "${name}" belongs to one part.`);
  return part;
};

/** The screens on which the interface is looked at. */
export const WINDOWS = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 430, height: 932 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;

/** What addresses need. */
interface Ids {
  readonly board: string;
  readonly wall: string;
  readonly page: string;
  readonly collection: string;
  readonly rule: string;
}

/** A view of the interface. */
export interface View {
  readonly name: string;
  readonly path: string;
  /** What somebody came for: it begins on the first screen. */
  readonly first?: string;
  /** The name of the button that opens it, for what has no address. */
  readonly press?: string;
}

const SECTIONS = [
  'screens',
  'output',
  'silence',
  'transitions',
  'display',
  'location',
  'general',
  'mqtt',
  'inboxes',
  'gpio',
  'network',
  'account',
  'backup',
  'update',
  'logs',
  'beta',
  'about',
];
/** Sections that other contents do not change. */
const PLAIN_SECTIONS = new Set(['output', 'transitions', 'display', 'location', 'backup', 'update', 'beta', 'network']);

const LONG = 'A name that is as long as the names of boards, pages and collections may be, with Donaudampfschifffahrt';
/** Nothing listens there. */
const NOBODY = '127.0.0.1:9';
const ZONE = 'Europe/Berlin';

/** Eight hours of silence that begin in ten: boards are looked at while they are awake. */
const quietHours = (now: number) => {
  const time = (hours: number) =>
    new Date(now + hours * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone: ZONE,
      hour: '2-digit',
      minute: '2-digit',
    });
  return { start_time: time(10), end_time: time(18) };
};

const MORNING = [
  '{center}{sun} GOOD MORNING {sun}',
  '',
  '{{date_time.day_of_week}}{{fill_space}}{{date_time.month_abbr}} {{date_time.day}}',
  '{yellow}{yellow} SUNRISE{{fill_space}}7:12',
  '{blue}{blue} TRAM M10{{fill_space}}4 MIN',
  '{center}HAVE A LOVELY DAY',
];
const EVENING = [
  '{center}DINNER AT SEVEN',
  '{center}LASAGNE',
  '',
  '{{fill_space_repeat:orange}}',
  '{center}TOMORROW',
  '{center}SCHOOL TRIP, PACK BAGS',
];
const WALL = ['{center}SPLIT FLAPS RUN BY HAND', '{{fill_space_repeat:red}}', 'ORDERS TODAY{{fill_space}}12'];

const idOf = (answer: Record<string, unknown>): string => String(answer['id'] ?? '');

const boardsOf = async (call: Call): Promise<{ id: string }[]> =>
  (await call('GET', '/settings/board'))['boards'] as unknown as { id: string }[];

const plainly = (name: string): string => name;
const asLong = (name: string): string => `${name} ${LONG}`.slice(0, 100);

/** Boards, pages, rules and sources under the names that `named` makes. */
const fillUsual = async (call: Call, now: number, named = plainly): Promise<Ids> => {
  const [first] = await boardsOf(call);
  const board = first?.id ?? '';
  await call('PUT', '/settings/location', { latitude: 52.52, longitude: 13.405 });
  await call('PATCH', `/v1/boards/${board}`, { name: named('Hall'), schedule_enabled: true });
  await call('POST', '/settings/board/add', { device_type: 'note', name: named('Kitchen'), board_color: 'white' });
  await call('POST', '/settings/board/add', {
    device_type: 'panel',
    name: named('Workshop'),
    grid_rows: 5,
    grid_cols: 40,
  });
  const all = await boardsOf(call);
  const wall = all[2]?.id ?? '';
  const page = async (name: string, template: readonly string[], more: object = {}) =>
    idOf(await call('POST', '/v1/pages', { name: named(name), type: 'template', template, ...more }));
  const morning = await page('Good morning', MORNING);
  const evening = await page('Evening', EVENING);
  const clock = await page('Clock', ['', '', '{center}{{date_time.time}}', '{center}{{date_time.day_of_week}}']);
  const small = await page('Kitchen clock', ['{center}{{date_time.time}}'], { device_type: 'note' });
  const large = await page('Workshop', WALL, { device_type: 'panel', grid_rows: 5, grid_cols: 40 });
  const collection = idOf(
    await call('POST', '/v1/collections', {
      name: named('Afternoon'),
      page_ids: [clock, evening],
      selection_mode: 'time',
      time: { interval_seconds: 60 },
    }),
  );
  const schedule = (body: object) => call('POST', '/v1/schedules', body).then(idOf);
  const rule = await schedule({ page_id: morning, start_time: '07:00', end_time: '09:30', day_pattern: 'weekdays' });
  await schedule({
    page_id: morning,
    start_time: '08:00',
    end_time: '11:00',
    day_pattern: 'weekends',
    start_type: 'sunrise',
  });
  await schedule({ page_id: collection, start_time: '12:00', end_time: '18:00' });
  await call('PUT', '/settings/silence-schedule', { enabled: true, ...quietHours(now) });
  await call('PATCH', `/v1/boards/${board}`, { default_page_id: morning });
  await call('POST', '/inboxes', { kind: 'webhook', name: named('Alerts') });
  await call('POST', '/inboxes', { kind: 'telegram', name: named('Family'), token: '1:a', enabled: false });
  await call('POST', '/plugins/date_time/enable');
  await call('POST', '/favourites', { name: named('Dinner'), text: 'DINNER IS READY', minutes: 20 });
  await call('POST', '/favourites', { name: named('Back at six'), text: 'BACK AT SIX', boards: 'all' });
  await call('POST', '/plugins/countdown/instances', {
    label: named === asLong ? 'the-longest-label-there-is' : 'holiday',
  });
  await call('PUT', `/v1/boards/${board}/active-page`, { page_id: null });
  await call('PUT', `/v1/boards/${all[1]?.id}/active-page`, { page_id: small });
  await call('PUT', `/v1/boards/${wall}/active-page`, { page_id: large });
  return { board, wall, page: morning, collection, rule };
};

const fillFull = async (call: Call, now: number): Promise<Ids> => {
  const ids = await fillUsual(call, now);
  for (let number = 1; number <= 9; number++) {
    await call('POST', '/settings/board/add', {
      device_type: number % 2 ? 'note' : 'flagship',
      name: `Room ${number}`,
    });
    await call('POST', '/v1/schedules', {
      page_id: ids.page,
      start_time: `${String(number + 9)}:00`,
      end_time: `${String(number + 10)}:30`,
      day_pattern: 'all',
    });
  }
  for (let number = 1; number <= 30; number++)
    await call('POST', '/v1/pages', {
      name: `Page ${number}`,
      type: 'template',
      template: [`{center}NUMBER ${number}`],
    });
  for (let number = 1; number <= 8; number++)
    await call('POST', '/plugins/countdown/instances', { label: `day-${number}` });
  return ids;
};

const fillFaulty = async (call: Call, now: number): Promise<Ids> => {
  const ids = await fillUsual(call, now);
  await call('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Office',
    host: NOBODY,
    local_api_key: 'wrong',
  });
  await call('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Stairs',
    grid_rows: 1,
    grid_cols: 12,
    panel: { driver: 'mbus', connection: { path: '/dev/ttyUSB7' }, modules: { layout: 'rows', first: 0 } },
  });
  const wall = (await boardsOf(call)).at(-1)?.id ?? '';
  await call('PUT', '/settings/mqtt', { enabled: true, broker_host: '127.0.0.1', broker_port: 9 });
  await call('POST', '/inboxes', { kind: 'gotify', name: 'Notices', server: `http://${NOBODY}`, token: 'C.a' });
  await call('PUT', '/plugins/json/config', { config: { url: `http://${NOBODY}/data.json` } });
  await call('POST', '/plugins/json/enable');
  await call('GET', '/plugins/json/data');
  const page = idOf(
    await call('POST', '/v1/pages', {
      name: 'Nothing to show',
      type: 'template',
      template: ['{{json.temperature}}', '{{nowhere.at_all}}'],
    }),
  );
  await call('PUT', `/v1/boards/${ids.board}/active-page`, { page_id: page });
  // What fails is told a moment later.
  await until(async () => {
    const { conditions } = (await call('GET', '/boards/conditions')) as { conditions?: { error: string | null }[] };
    const { inboxes } = (await call('GET', '/inboxes')) as { inboxes?: { state: { problem: string | null } }[] };
    const { error } = await call('GET', '/mqtt/status');
    const failed = (conditions ?? []).filter((board) => board.error !== null).length;
    return failed === 2 && inboxes?.at(-1)?.state.problem !== null && error !== null;
  });
  return { ...ids, page, wall };
};

const fillEmpty = async (call: Call): Promise<Ids> => {
  const [board] = await boardsOf(call);
  const pages = (await call('GET', '/v1/pages'))['pages'] as unknown as { id: string }[];
  return { board: board?.id ?? '', wall: board?.id ?? '', page: pages[0]?.id ?? '', collection: '', rule: 'new' };
};

const FILLS: Readonly<Record<Content, (call: Call, now: number) => Promise<Ids>>> = {
  usual: fillUsual,
  full: fillFull,
  empty: fillEmpty,
  faulty: fillFaulty,
  long: (call, now) => fillUsual(call, now, asLong),
  rare: (call, now) => fillUsual(call, now),
};

/** What few owners have, and where it is seen. */
const addRare = async (call: Call, { board, wall, page }: Ids): Promise<View[]> => {
  const make = async (path: string, body: object) => idOf(await call('POST', path, body));
  const rules = await make('/collections', {
    name: 'By the weather',
    page_ids: [page],
    selection_mode: 'variable',
    variable: { rules: [{ expression: 'weather.temp > 20', page_id: page }], default_page_id: page },
  });
  const own = await make('/collections', {
    name: 'One by one',
    rotation: 'own',
    members: [
      { page_id: page, seconds: 60, days: ['monday'], from: '07:00', to: '09:00', condition: 'date_time.hour > 7' },
    ],
    fallback_page_id: page,
  });
  const yearly = await make('/v1/schedules', {
    page_id: page,
    start_time: '00:00',
    recurrence_type: 'annual_date',
    annual_date: '12-24',
    annual_end_date: '12-26',
  });
  const sun = await make('/v1/schedules', {
    page_id: page,
    start_time: '16:00',
    start_type: 'sunset',
    start_offset_minutes: -30,
    end_time: '23:00',
  });
  const composite = await make('/v1/pages', {
    name: 'Rows of sources',
    type: 'composite',
    rows: [{ source: 'date_time', row_index: 1, target_row: 2 }],
  });
  const single = await make('/v1/pages', { name: 'A source', type: 'single', display_type: 'date_time' });
  await call('POST', '/settings/board/add', {
    device_type: 'note_array',
    name: 'Array',
    notes_wide: 2,
    notes_tall: 2,
    host: NOBODY,
    local_api_key: 'k',
  });
  const array = (await boardsOf(call)).at(-1)?.id ?? '';
  await call('PUT', `/boards/${wall}/brightness`, { windows: [{ start: '22:00', end: '07:00', brightness: 10 }] });
  await call('POST', '/screens', {
    name: 'Tablet in the hall',
    board_ids: [board],
    options: { sound: true, night: { start: '22:00', end: '07:00', level: 5 } },
  });
  await call('POST', '/shares', { board_id: board, name: 'Our kitchen' });
  await call('PUT', '/settings/silence-schedule', {
    enabled: true,
    indicator_text: 'SHH',
    windows: [
      { start: '22:00', end: '06:00', mode: 'page', page_id: page },
      { start: 'sunset', end: 'sunset+60', days: ['sunday'], mode: 'indicator' },
    ],
  });
  return [
    { name: 'collection-rules', path: `/schedule/collections/${encodeURIComponent(rules)}` },
    { name: 'collection-members', path: `/schedule/collections/${encodeURIComponent(own)}` },
    { name: 'schedule-yearly', path: `/schedule/rules/${yearly}` },
    { name: 'schedule-sun', path: `/schedule/rules/${sun}` },
    { name: 'page-composite', path: `/pages/${composite}` },
    { name: 'page-single', path: `/pages/${single}` },
    { name: 'favourites-codes', path: '/favourites', press: 'Make codes for all' },
    { name: 'board-array', path: `/settings/boards/${array}` },
    { name: 'board-windows', path: `/settings/boards/${wall}` },
    { name: 'settings-screens', path: '/settings/screens' },
    { name: 'settings-screen', path: '/settings/screens', press: 'Change Tablet in the hall' },
    { name: 'settings-account', path: '/settings/account' },
    { name: 'settings-silence', path: '/settings/silence' },
    { name: 'settings-general', path: '/settings/general' },
    { name: 'plugin-sign-in', path: '/plugins/google_calendar' },
    { name: 'plugin-receive', path: '/plugins/webhook' },
    { name: 'plugin-instance', path: '/plugins/countdown%2Fholiday' },
    { name: 'plugin-lists', path: '/plugins/stocks' },
    { name: 'plugin-home', path: '/plugins/home_assistant' },
    { name: 'plugin-entries', path: '/plugins/chores' },
    { name: 'plugin-none', path: '/plugins/none' },
  ];
};

/**
 * Fills an appliance whose clock says `now`, and answers the views that are worth a look with it, the first ones first.
 */
export const fillViews = async (content: Content, call: Call, now = Date.now()): Promise<View[]> => {
  const ids = await FILLS[content](call, now);
  if (content !== 'empty') await call('PUT', '/settings/wizard', { state: 'completed' });
  return content === 'rare' ? addRare(call, ids) : viewsOf(content, ids);
};

/** Fills an appliance with what is usual and with what is rare, and answers the views of both. */
export const fillUsualAndRare = async (call: Call, now: number): Promise<View[]> => {
  const ids = await fillUsual(call, now);
  await call('PUT', '/settings/wizard', { state: 'completed' });
  return [...viewsOf('usual', ids), ...(await addRare(call, ids))];
};

const viewsOf = (content: Content, ids: Ids): View[] => {
  const isUsual = content === 'usual';
  return [
    { name: 'home', path: '/', first: 'main .board' },
    ...(isUsual || content === 'long'
      ? [{ name: 'home-wall', path: `/?board=${ids.wall}`, first: 'main .board' }]
      : []),
    { name: 'pages', path: '/pages', first: 'main .board' },
    { name: 'favourites', path: '/favourites', first: 'main .card' },
    { name: 'history', path: `/history?board=${ids.board}`, first: 'main .board' },
    { name: 'page-new', path: '/pages/new' },
    { name: 'page-editor', path: `/pages/${ids.page}`, first: 'main .canvas, main .board' },
    { name: 'schedule', path: '/schedule', first: '.scrubber' },
    { name: 'schedule-rule', path: `/schedule/rules/${ids.rule}` },
    { name: 'collections', path: '/schedule/collections' },
    ...(ids.collection === ''
      ? []
      : [{ name: 'collection', path: `/schedule/collections/${encodeURIComponent(ids.collection)}` }]),
    { name: 'plugins', path: '/plugins', first: '.plugin-card, .source-card' },
    { name: 'plugin', path: content === 'faulty' ? '/plugins/json' : '/plugins/date_time' },
    ...(content === 'long' || content === 'full'
      ? [{ name: 'plugin-instances', path: '/plugins/countdown' }]
      : [{ name: 'plugin-off', path: '/plugins/weather' }]),
    { name: 'plugins-found', path: '/plugins?q=weather', first: '.source-card' },
    { name: 'own-source', path: '/plugins?view=own' },
    { name: 'settings', path: '/settings', first: 'main a[href^="/settings/"]' },
    { name: 'settings-boards', path: '/settings/boards', first: 'main .board' },
    { name: 'board', path: `/settings/boards/${ids.board}`, first: 'main .board' },
    ...(ids.wall === ids.board
      ? []
      : [{ name: 'board-wall', path: `/settings/boards/${ids.wall}`, first: 'main .board' }]),
    ...SECTIONS.filter((section) => isUsual || !PLAIN_SECTIONS.has(section)).map((section) => ({
      name: `settings-${section}`,
      path: `/settings/${section}`,
    })),
    ...(isUsual
      ? [
          { name: 'home-more', path: '/', press: 'More' },
          { name: 'home-quiet', path: '/', press: 'Quiet' },
          { name: 'home-share', path: '/', press: 'Share' },
          { name: 'pages-show', path: '/pages', press: 'Show for a while' },
          { name: 'page-insert', path: `/pages/${ids.page}`, press: 'Insert data' },
          { name: 'schedule-date', path: '/schedule/rules/new?when=once' },
          { name: 'settings-inbox', path: '/settings/inboxes', press: 'Add an inbox' },
        ]
      : []),
    ...(isUsual || content === 'empty'
      ? [
          { name: 'board-new', path: '/settings/boards/new' },
          { name: 'board-new-pins', path: '/settings/boards/new/pins' },
          { name: 'first-steps-1', path: '/setup/1' },
          { name: 'first-steps-2', path: '/setup/2' },
          { name: 'first-steps-3', path: '/setup/3' },
          { name: 'api', path: '/api-help' },
        ]
      : []),
  ];
};

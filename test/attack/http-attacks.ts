import { MOST_WAITING } from '../../src/http/wire/limits.ts';
import { MOST_BOARDS } from '../../src/schema/limits.ts';
import { ACCOMPLICE, askFrom, ATTACKER, gather, pause, sendJson, type Crowd } from './crowd.ts';

/** What one client may try against the service at `port`; each ends by itself, and leaves nothing open. */
export interface Attack {
  readonly name: string;
  /** Resolves with what it saw, for a test to judge. `soon` is how long connections are held, in ms. */
  run(port: number, soon: number): Promise<Seen>;
  /** Whether what it saw is what the service's bounds promise. */
  readonly isRefused: (seen: Seen) => boolean;
}

/** What an attacker saw. */
export interface Seen {
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>;
}

const MIB = 1024 * 1024;
const HOST = 'Host: 127.0.0.1\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** How many connections stay open tells the number of files that the service has open. */
const anything = (): boolean => true;
/** Whether only these statuses came. */
export const only =
  (...wanted: string[]) =>
  ({ statuses }: Seen): boolean =>
    Object.keys(statuses).every((status) => wanted.includes(status));
const some =
  (wanted: string) =>
  ({ statuses }: Seen): boolean =>
    (statuses[wanted] ?? 0) > 0;

/** How often each status came. */
export const count = (statuses: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const statusesIn = ({ heard }: Crowd): string[] => heard.map((text) => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'none');

/** A busy machine answers nobody within the time that connections are held. */
const PATIENCE_MS = 20_000;

/** Holds connections for a while, with `untilAnswered` also until one was answered, and tells what they heard. */
const hold = async (crowds: readonly Crowd[], ms: number, untilAnswered = false): Promise<Seen> => {
  await pause(ms);
  const isAnswered = () => crowds.some((crowd) => statusesIn(crowd).some((status) => status !== 'none'));
  for (let waited = 0; untilAnswered && waited < PATIENCE_MS && !isAnswered(); waited += 100) await pause(100);
  for (const crowd of crowds) crowd.close();
  return { statuses: count(crowds.flatMap(statusesIn)) };
};

/** The largest file of the interface. */
const scriptOf = async (port: number): Promise<string> => {
  const { text } = await askFrom(ATTACKER, port, 'GET', '/');
  return /src="([^"]+\.js)"/.exec(text)?.[1] ?? '/';
};

const pipelining: Attack = {
  name: '2 connections that send 2,000 requests for a large file in one piece',
  isRefused: anything,
  run: async (port, soon) => {
    const path = await scriptOf(port);
    const bytes = `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(2000);
    return hold(
      await Promise.all([gather(ATTACKER, port, 1, bytes, true), gather(ATTACKER, port, 1, bytes, true)]),
      soon,
    );
  },
};

/** More than the room for answers holds of streams, if each kept its own. */
const LEFT_BEHIND = 300;
const leaving: Attack = {
  name: '300 connections that end before their large file is opened, and one that asks for it afterwards',
  isRefused: only('200'),
  run: async (port) => {
    const path = await scriptOf(port);
    // So many at once end the connection before the first is answered.
    const bytes = `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(MOST_WAITING + 2);
    for (let left = 0; left < LEFT_BEHIND; left += 30) (await gather(ATTACKER, port, 30, bytes)).close();
    await pause(500);
    return inTurn(1, async () => (await askFrom(ATTACKER, port, 'GET', path)).status);
  },
};

const slowBodies = (path: string, length: string, body: Buffer): Attack => ({
  name: `400 connections with bodies of 1 MiB for ${path} that do not end, ${length.split(':')[0]}`,
  isRefused: (seen) => some('413')(seen) || some('503')(seen),
  run: async (port, soon) =>
    hold(
      [
        await gather(
          ATTACKER,
          port,
          400,
          Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${HOST}${JSON_TYPE}${length}\r\n\r\n`), body]),
        ),
      ],
      soon,
      true,
    ),
});
const ALMOST = Buffer.alloc(MIB - 1, '"');
const announced = `Content-Length: ${MIB}`;
const chunked = 'Transfer-Encoding: chunked';
const ONE_CHUNK = Buffer.concat([Buffer.from(`${(MIB - 1).toString(16)}\r\n`), ALMOST, Buffer.from('\r\n')]);

const largeHeads: Attack = {
  name: '1,000 connections with 13 KB of headers that do not end',
  isRefused: anything,
  run: async (port, soon) =>
    hold(
      [
        await gather(
          ATTACKER,
          port,
          1000,
          `GET / HTTP/1.1\r\n${HOST}${`X-Filler: ${'x'.repeat(1000)}\r\n`.repeat(13)}`,
        ),
      ],
      soon,
    ),
};

const openHeads: Attack = {
  name: '1,000 connections with 7 KB of headers that do not end',
  isRefused: anything,
  run: async (port, soon) =>
    hold(
      [await gather(ATTACKER, port, 1000, `GET / HTTP/1.1\r\n${HOST}${`X-Filler: ${'x'.repeat(1000)}\r\n`.repeat(7)}`)],
      soon,
    ),
};

const neverRead = (path: string, each: number): Attack => ({
  name: `1,024 connections that ask for ${path} ${each} times and read nothing`,
  isRefused: anything,
  run: async (port, soon) =>
    hold([await gather(ATTACKER, port, 1024, `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(each), true)], soon),
});

const idle: Attack = {
  name: '1,024 connections that say nothing, from each of two addresses',
  isRefused: anything,
  run: async (port, soon) =>
    hold([await gather(ATTACKER, port, 1024, '', true), await gather(ACCOMPLICE, port, 1024, '', true)], soon),
};

/** What a request of the attacker was answered with. */
export const ask = (port: number, path: string, body: string, type: string | null) =>
  askFrom(ATTACKER, port, 'POST', path, body, type === null ? {} : { 'Content-Type': type }).then(
    ({ status }) => status,
    () => 'none' as const,
  );

const inTurn = async (times: number, once: (turn: number) => Promise<string | number>): Promise<Seen> => {
  const statuses: (string | number)[] = [];
  for (let turn = 0; turn < times; turn++) statuses.push(await once(turn));
  return { statuses: count(statuses) };
};

const brackets = (type: string | null, answer: string): Attack => ({
  name: `4 MB of opening brackets as a backup, ${type ?? 'of no type'}`,
  isRefused: only(answer),
  run: async (port) => inTurn(3, () => ask(port, '/api/backup/import', '['.repeat(4_000_000), type)),
});

const PAGE = { name: 'Long', type: 'template', template: ['A'] };

const lineMetadata: Attack = {
  name: '6 pages with 100,000 settings of lines',
  isRefused: only('400', '422'),
  run: async (port) => {
    const body = JSON.stringify({ ...PAGE, line_metadata: Array.from({ length: 100_000 }, () => ({})) });
    return inTurn(6, () => ask(port, '/api/v1/pages', body, 'application/json'));
  },
};

const largePages: Attack = {
  name: '28 pages of 1 MB',
  isRefused: only('422'),
  run: async (port) => {
    const body = JSON.stringify({ ...PAGE, template: ['x'.repeat(MIB - 100)] });
    return inTurn(28, () => ask(port, '/api/v1/pages', body, 'application/json'));
  },
};

const largestPages: Attack = {
  name: '200 pages of the largest size that is taken',
  isRefused: some('409'),
  run: async (port) => {
    const body = JSON.stringify({ ...PAGE, template: Array.from({ length: 16 }, () => 'x'.repeat(4096)) });
    return inTurn(200, () => ask(port, '/api/v1/pages', body, 'application/json'));
  },
};

const listings: Attack = {
  name: '1,024 connections that ask for as many pages as can be stored and read nothing',
  isRefused: anything,
  run: async (port, soon) => {
    await largestPages.run(port, soon);
    return neverRead('/api/v1/pages', 1).run(port, soon);
  },
};

const manyValues = (path: string, body: string): Attack => ({
  name: `300,000 empty objects for ${path}, 100 at once`,
  isRefused: only('400', '503'),
  run: async (port) => {
    const statuses = await Promise.all(Array.from({ length: 100 }, () => ask(port, path, body, 'application/json')));
    return { statuses: count(statuses) };
  },
});
const EMPTY_OBJECTS = `[${'{},'.repeat(299_999)}{}]`;

const manyObjects: Attack = {
  name: '2,600,000 empty objects as a backup, 3 in a row',
  isRefused: only('400'),
  run: async (port) => {
    const body = `[${'{},'.repeat(2_600_000)}{}]`;
    return inTurn(3, () => ask(port, '/api/backup/import', body, 'application/json'));
  },
};

/** The heaviest backup that passes the look at its form: what its parser makes of it is many times its size. */
const heavyBackup: Attack = {
  name: 'a backup of as many objects, numbers and wide characters as are taken, 3 in a row',
  isRefused: only('400'),
  run: async (port) => {
    const body = `{"format":"flapbox-backup","x":[${'{},'.repeat(99_000)}0],"y":[${'1.5,"",'.repeat(300_000)}0],"z":"${'ä'.repeat(2_300_000)}"}`;
    return inTurn(3, () => ask(port, '/api/backup/import', body, 'application/json'));
  },
};

const largePanels: Attack = {
  name: '270 panels of 96 rows and 128 columns, and the event stream of all',
  isRefused: ({ statuses }) => (statuses['201'] ?? 0) < MOST_BOARDS && some('409')({ statuses }),
  run: async (port, soon) => {
    const board = { device_type: 'panel', grid_rows: 96, grid_cols: 128, panel: { driver: 'virtual' } };
    const added = await inTurn(270, () =>
      ask(port, '/api/settings/board/add', JSON.stringify(board), 'application/json'),
    );
    const page = { ...PAGE, device_type: 'panel', grid_rows: 96, grid_cols: 128 };
    await sendJson(ATTACKER, port, 'POST', '/api/v1/pages', page);
    const stream = `GET /api/events HTTP/1.1\r\n${HOST}\r\n`;
    const [reading, deaf] = await Promise.all([
      gather(ATTACKER, port, 20, stream),
      gather(ACCOMPLICE, port, 100, stream, true),
    ]);
    await hold([reading, deaf], soon);
    return added;
  },
};

/** What one client can try over HTTP with connections alone. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  pipelining,
  leaving,
  slowBodies('/api/auth/login', announced, ALMOST),
  slowBodies('/api/auth/login', chunked, ONE_CHUNK),
  slowBodies('/api/v1/pages', announced, ALMOST),
  slowBodies('/api/backup/import', chunked, ONE_CHUNK),
  largeHeads,
  openHeads,
  neverRead('/api/openapi.json', 1),
  neverRead('/api/health', 16),
  neverRead('/api/events', 1),
  idle,
];

/** What it can try with what it sends, without a credential where login is off; the last ones fill the store. */
export const CONTENT_ATTACKS: readonly Attack[] = [
  brackets(null, '415'),
  brackets('text/plain', '415'),
  brackets('application/json', '400'),
  lineMetadata,
  largePages,
  manyValues('/api/v1/pages', EMPTY_OBJECTS),
  manyValues('/api/v1/plugins/webhook/receive', EMPTY_OBJECTS),
  manyObjects,
  heavyBackup,
  largestPages,
  listings,
  largePanels,
];

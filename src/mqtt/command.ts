import { MOST_LEVELS, isDeeperThan, parseObject } from '../core/json.ts';

/** What came in at a `set` topic. */
export interface Command {
  /** The board that the topic names; null for the flat topics, which mean the primary one or the appliance. */
  readonly boardId: string | null;
  readonly object: string;
  /** The text, or what stands for it in JSON. */
  readonly text: string;
  /** The members of a JSON command; null for a plain one. */
  readonly members: Readonly<Record<string, unknown>> | null;
  /** It has more bytes than any command: it was not read. */
  readonly isTooLarge?: boolean;
}

/** The bytes that a command may have. */
export const LARGEST_COMMAND = 16 * 1024;

/** The topic of a command below `base`, taken apart; null when it is none. */
export const parseTopic = (base: string, topic: string): Pick<Command, 'boardId' | 'object'> | null => {
  if (!topic.startsWith(`${base}/`)) return null;
  const parts = topic.slice(base.length + 1).split('/');
  if (parts.at(-1) !== 'set') return null;
  if (parts.length === 2 && parts[0]) return { boardId: null, object: parts[0] };
  if (parts.length === 4 && parts[0] === 'board' && parts[1] && parts[2])
    return { boardId: parts[1], object: parts[2] };
  return null;
};

// A value that is nested too deeply to be printed is no text.
const print = (value: unknown): string => (isDeeperThan(value, MOST_LEVELS) ? '' : JSON.stringify(value));

const textOf = (members: Readonly<Record<string, unknown>>): string => {
  const named = ['message', 'text', 'page', 'page_name', 'name', 'state', 'value']
    .map((key) => members[key])
    .find((value) => value !== undefined && value !== null);
  return typeof named === 'string' ? named : named === undefined ? '' : print(named);
};

/** In plain text a backslash with an n is a line break, two backslashes are one. */
const unescape = (text: string): string =>
  text.replace(/\\(\\|n)/g, (_match, what: string) => (what === 'n' ? '\n' : '\\'));

/** A command as it came; null for a topic that is none. */
export const parseCommand = (base: string, topic: string, payload: Buffer): Command | null => {
  const place = parseTopic(base, topic);
  if (!place) return null;
  if (payload.length > LARGEST_COMMAND) return { ...place, members: null, text: '', isTooLarge: true };
  const raw = payload.toString('utf8');
  const members = parseObject(raw.trim());
  return {
    ...place,
    members,
    text: members ? textOf(members) : place.object === 'send_message' ? unescape(raw) : raw.trim(),
  };
};

/** Whether a command is about one message of several that wait: a newer one does not take its place. */
export const waits = ({ members }: Command): boolean =>
  members !== null &&
  (members['when_busy'] === 'queue' || ['at', 'after_silence', 'id', 'boards'].some((name) => name in members));

/** A board as a command names it; anything but a text or a number names no board. */
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The boards that the members of a command name. */
export const boardsInMembers = ({ members }: Pick<Command, 'members'>): string[] =>
  [members?.['board_id'], members?.['board']].filter((value) => value !== undefined && value !== null).map(nameOf);

/** The boards that a command names, that of its topic first; they have to be one. */
export const boardsIn = (command: Pick<Command, 'boardId' | 'members'>): string[] => [
  ...(command.boardId === null ? [] : [command.boardId]),
  ...boardsInMembers(command),
];

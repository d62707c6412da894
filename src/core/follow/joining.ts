import { FORM_VERSION, readForm, readSize } from './frame.ts';

/** Below it walls without a topic say that they ask to join, and are answered. */
const JOINING = 'flapbox/joining';

/** The topic at which a wall asks. */
export const askTopic = (follower: string): string => `${JOINING}/${follower}`;
/** The topic at which it is answered. */
export const answerTopic = (follower: string): string => `${JOINING}/${follower}/topic`;

/** Longer messages are no question, nor an answer to one. */
export const LONGEST_ASK_BYTES = 1024;
const LONGEST_NAME = 60;
const FOLLOWER = /^[A-Za-z0-9_-]{1,140}$/;

/** A wall that asks to join: its words, of which none is believed but its size. */
export interface Ask {
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
}

/** The connection of a hub's board to its broker. */
export interface HubLine {
  /** Publishes a retained text; resolves when the broker has it, rejects when it is gone. */
  publish(topic: string, payload: string): Promise<void>;
  /** Listens to a topic; `anew`: what the broker keeps there is told again. A refusal is not told. */
  listen(topic: string, anew?: boolean): void;
  /** Ends it, with all that waits to be read: the board connects anew. */
  renew(): void;
}

/** What hears the walls that ask at the broker of one board. */
export interface JoiningDesk {
  /** There is a connection; what was heard over an earlier one counts no more. */
  opened(line: HubLine): void;
  heard(topic: string, payload: string): void;
  /** The connection is gone. */
  closed(): void;
}

/** The wall that asks at a topic; null for what is none. */
export const askerOf = (topic: string): string | null => {
  const follower = topic.startsWith(`${JOINING}/`) ? topic.slice(JOINING.length + 1) : '';
  return FOLLOWER.test(follower) ? follower : null;
};

/** A question as the text of a message. */
export const encodeAsk = ({ name, rows, cols }: Ask): string => JSON.stringify({ v: FORM_VERSION, name, rows, cols });

/** What a wall says of itself, its name cut and on one line; null for what is no question. Never throws. */
export const parseAsk = (text: string): Ask | null => {
  const form = readForm(text, 'The question');
  const size = 'problem' in form ? null : readSize(form.value);
  if ('problem' in form || !size) return null;
  const { name } = form.value;
  const words = typeof name === 'string' ? name.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : '';
  return { name: Array.from(words).slice(0, LONGEST_NAME).join(''), ...size };
};

/** An answer as the text of a message. */
export const encodeAnswer = (topic: string): string => JSON.stringify({ v: FORM_VERSION, topic });

/** The topic that a hub gives; null for what is no answer. Never throws. */
export const parseAnswer = (text: string): string | null => {
  const form = readForm(text, 'The answer');
  const topic = 'problem' in form ? null : form.value['topic'];
  return typeof topic === 'string' ? topic : null;
};

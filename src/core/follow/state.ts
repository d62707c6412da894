import type { OutcomeCode } from '../../schema/boards/outcomes.ts';
import { gridToRows, type Grid } from '../flaps/grid.ts';
import { FORM_VERSION, readCharacters, readForm, readSize, type Fit, type Reading } from './frame.ts';

/** What a follower says, with the topic before it, of a frame that came from its own board (rules, F9). */
export const IN_CIRCLE = 'in a circle';

/** What a follower tells its hub: what its flaps really show, by which frame, and why not (rules, F6). */
export interface FollowerReport {
  /** The name of its wall. */
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  /** The newest frame that it took; null for none. */
  readonly sequence: number | null;
  /** Whether its wall shows that frame. */
  readonly shows: boolean;
  /** Why not, or how; null while the flaps are on their way. */
  readonly code: OutcomeCode | null;
  readonly reason: string | null;
  readonly fit: Fit | null;
  /** Whether somebody else changed its flaps. */
  readonly drifted: boolean;
  /** What keeps its wall or its topic from working, in a sentence. */
  readonly error: string | null;
  /** What is on its flaps; null while nobody knows. */
  readonly characters: Grid | null;
}

/** A report as it travels. */
export interface ToldReport extends FollowerReport {
  /**
   * The topic of another state, whose follower shares the connection: when the broker says there that it is gone, this
   * one is gone too. Unless told, the broker says it at the follower's own topic.
   */
  readonly presence?: string | undefined;
}

/** What is known of a follower by its hub. */
export type FollowerState = { readonly online: false } | ({ readonly online: true } & ToldReport);

/** What the broker says of a follower that is gone. */
export const OFFLINE = JSON.stringify({ v: FORM_VERSION, online: false });

/** A report as the text of a message. */
export const encodeReport = ({ characters, ...report }: ToldReport): string =>
  JSON.stringify({ v: FORM_VERSION, online: true, ...report, characters: characters && gridToRows(characters) });

const LONGEST_TEXT = 300;
const LONGEST_TOPIC = 512;
const TOPIC = /^[^$+#\0][^+#\0]*$/;
/** A text within its bound; a part of a longer one is copied, for it would keep the whole in memory. */
const textOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  return value.length <= LONGEST_TEXT ? value : Buffer.from(value.slice(0, LONGEST_TEXT)).toString();
};

const isTopic = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_TOPIC && TOPIC.test(value);

/** What a follower said; or why it cannot be used, in a sentence. Never throws, whatever the text is. */
export const parseState = (text: string): Reading<FollowerState> => {
  const form = readForm(text, 'The state of the follower');
  if ('problem' in form) return form;
  const { online, name, sequence, shows, code, reason, fit, drifted, error, characters, presence } = form.value;
  if (online !== true) return { value: { online: false } };
  const size = readSize(form.value);
  if (!size) return { problem: 'The state of the follower cannot be used: it has no size.' };
  return {
    value: {
      online: true,
      name: textOf(name) ?? '',
      ...size,
      sequence: typeof sequence === 'number' && Number.isSafeInteger(sequence) ? sequence : null,
      shows: shows === true,
      // Codes of other versions are as good as none: they are words to people here.
      code: textOf(code) as OutcomeCode | null,
      reason: textOf(reason),
      fit: fit === 'exact' || fit === 'cropped' || fit === 'centered' ? fit : null,
      drifted: drifted === true,
      error: textOf(error),
      ...(isTopic(presence) ? { presence } : {}),
      characters: readCharacters(characters, size.rows, size.cols),
    },
  };
};

import type { OutcomeCode } from '../schema/boards/outcomes.ts';

/** The result of a command. */
export interface Outcome {
  readonly sent: boolean;
  /** Why nothing moved; null when flaps did, or when there was nothing to move. */
  readonly reason: string | null;
  /** The code of the reason; absent for commands that write nothing. */
  readonly code?: OutcomeCode | null;
  /** The board that it was about, when it was about one. */
  readonly boardId?: string;
  /** The event to publish, with its members. */
  readonly event?: {
    readonly object: 'display_updated' | 'page_changed' | 'settings_changed';
    readonly type: string;
    readonly more?: Readonly<Record<string, unknown>>;
  };
}

/** What became of a frame that a board does not show, though the command was carried out. */
const UNSEEN: ReadonlySet<OutcomeCode> = new Set(['covered', 'waiting', 'declined', 'superseded', 'interrupted']);

/** What became of a frame, and the event that a board shows something else, if it does. */
export const told = ({ sent, reason, code }: Pick<Outcome, 'sent' | 'reason' | 'code'>, type: string): Outcome => ({
  sent,
  reason,
  code: code ?? null,
  ...(!(code && UNSEEN.has(code)) && { event: { object: 'display_updated', type } }),
});

/** What became of a refresh, whose answer has a message in any case. */
export const refreshed = ({
  sent,
  message,
  code,
}: Pick<Outcome, 'sent' | 'code'> & { readonly message: string }): Outcome =>
  told({ sent, reason: sent ? null : message, code: code ?? null }, 'page_refreshed');

/** What a command does that writes nothing to a board. */
export const DONE: Outcome = { sent: false, reason: null };

/** Waits for what a command does, and tells the event of it. */
export const quietly = async (work: unknown, event?: Outcome['event']): Promise<Outcome> => {
  await work;
  return { ...DONE, ...(event ? { event } : {}) };
};

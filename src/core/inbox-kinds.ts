/** Members of an inbox that only some kinds have. */
export type InboxMember =
  | 'senders'
  | 'server'
  | 'topic'
  | 'room'
  | 'mailbox'
  | 'subject'
  | 'username'
  | 'token'
  | 'password';

/** What a kind of inbox needs, and what it may have besides. */
export interface InboxKindMembers {
  readonly needs: readonly InboxMember[];
  readonly takes: readonly InboxMember[];
}

/** Every kind of inbox: where messages come from that somebody has already (rules, I1). */
export const INBOX_KINDS = {
  webhook: { needs: [], takes: [] },
  ntfy: { needs: ['server', 'topic'], takes: ['username', 'token'] },
  gotify: { needs: ['server', 'token'], takes: [] },
  matrix: { needs: ['server', 'room', 'token'], takes: ['senders'] },
  telegram: { needs: ['token'], takes: ['senders', 'server'] },
  mail: { needs: ['server', 'username', 'password'], takes: ['senders', 'mailbox', 'subject'] },
} as const satisfies Readonly<Record<string, InboxKindMembers>>;

/** A kind of inbox. */
export type InboxKind = keyof typeof INBOX_KINDS;

/** Whether a kind of inbox has a member. */
export const hasMember = (kind: InboxKind, member: InboxMember): boolean => {
  const { needs, takes }: InboxKindMembers = INBOX_KINDS[kind];
  return needs.includes(member) || takes.includes(member);
};

/** Whether an inbox has to be followed: it is switched on, and is no webhook, which others post to. */
export const isFollowed = ({ enabled, kind }: { readonly enabled: boolean; readonly kind: InboxKind }): boolean =>
  enabled && kind !== 'webhook';

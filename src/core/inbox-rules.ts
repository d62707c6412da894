/** The port of a mailbox that names none: IMAP over TLS. */
const MAIL_PORT = 993;

/** Host and port of a mailbox's server; null for what is none. */
export const mailPlace = (server: string): { readonly host: string; readonly port: number } | null => {
  const [, v6, name, port] =
    /^(?:imaps:\/\/)?(?:\[([\da-f:]+)\]|([^\s:/@?#]+))(?::(\d{1,5}))?\/?$/i.exec(server.trim()) ?? [];
  const host = (v6 ?? name ?? '').toLowerCase();
  const number = port === undefined ? MAIL_PORT : Number(port);
  return host !== '' && number >= 1 && number <= 65_535 ? { host, port: number } : null;
};

/**
 * Whether somebody is among those who may write (rules, I2); names of users are told apart without their `@` and case.
 */
export const maySend = (senders: readonly string[], who: readonly string[]): boolean => {
  const plain = (name: string): string =>
    name
      .trim()
      .replace(/^@(?=\w+$)/, '')
      .toLowerCase();
  const allowed = new Set(senders.map(plain));
  return who.some((name) => name !== '' && allowed.has(plain(name)));
};

/** What a subject has to begin with, or to contain. */
export interface SubjectRule {
  readonly match: 'begins' | 'contains';
  readonly text: string;
}

/** The message that a subject is: without what it has to begin with; null where the rule is not met. */
export const readSubject = (subject: string, rule: SubjectRule | null): string | null => {
  const words = subject.trim();
  if (rule === null) return words;
  const at = words.toLowerCase().indexOf(rule.text.trim().toLowerCase());
  if (rule.match === 'contains') return at < 0 ? null : words;
  return at === 0 ? words.slice(rule.text.trim().length).trim() : null;
};

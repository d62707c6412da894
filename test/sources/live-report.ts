/** What became of one source that was asked. */
export interface LiveResult {
  readonly id: string;
  readonly outcome: 'fits' | 'fails' | 'left out';
  /** Why it fails or was left out: a sentence of the appliance. */
  readonly why: string;
  /** Hosts in the order in which they were asked, and how each answered. */
  readonly asked: readonly (readonly [host: string, status: string])[];
  /** Variables of the sample that had nothing. */
  readonly missing: readonly string[];
}

/** A host without what could tell where somebody lives or who asks. */
const publicHost = (host: string): string =>
  /^(?:\d+\.\d+\.\d+\.\d+|\[.*\]|[^.]+|.*\.(?:local|lan|home|internal))(?::\d+)?$/.test(host) ? 'a host at home' : host;

/** A sentence without addresses and without what was quoted from an answer or a setting. */
const plainWords = (text: string): string =>
  text.replace(/https?:\/\/\S+/g, '(address)').replace(/\b[\w-]{20,}\b/g, '(…)');

/** One line of what became of a source. */
export const resultLine = ({ id, outcome, why, asked, missing }: LiveResult): string =>
  [
    `${id}: ${outcome}`,
    ...(why === '' ? [] : [plainWords(why)]),
    ...(asked.length === 0 ? [] : [asked.map(([host, status]) => `${publicHost(host)} ${status}`).join(', ')]),
    ...(missing.length === 0 ? [] : [`nothing in ${missing.join(', ')}`]),
  ].join('; ');

/** What an owner can send: which services were asked, how they answered and what was missing; no settings, no keys. */
export const writeReport = (results: readonly LiveResult[], day: string): string => {
  const groups = (['fails', 'fits', 'left out'] as const).map((outcome) => ({
    outcome,
    lines: results.filter((one) => one.outcome === outcome).map((one) => `- ${resultLine(one)}`),
  }));
  return [
    `# Sources that were asked on ${day}`,
    '',
    groups.map(({ outcome, lines }) => `${lines.length} ${outcome}`).join(', '),
    ...groups.flatMap(({ outcome, lines }) => (lines.length === 0 ? [] : ['', `## ${outcome}`, '', ...lines])),
    '',
  ].join('\n');
};

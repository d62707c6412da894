import type { FlatMessage, FlatMessageAnswer } from '../../../src/schema/content/messages.ts';
import { request } from '../../api.ts';
import type { Alignment } from '../../canvas/alignments.tsx';
import { withLabels } from '../../kit/field-names.ts';
import { asSentence } from '../../kit/sentence.ts';
import { messages } from '../../strings/messages.ts';
import type { Result } from '../../kit/work.tsx';
import type { Flaps } from '../../service-state.ts';
import { answerText, resultOf } from '../outcome-text.ts';

/** What a message says beside its text and its time. */
export type MessageOptions = Partial<Pick<FlatMessage, 'at' | 'rows'>> & {
  readonly [Name in 'priority' | 'when_busy' | 'acknowledge' | 'after_silence' | 'template']?: NonNullable<
    FlatMessage[Name]
  >;
};

const listeners = new Set<() => void>();

/** Calls `listen` after each message that was sent or changed here, until the returned function is called. */
export const onPosted = (listen: () => void): (() => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Tells those who listen that a message was sent, or changed here. */
export const tellPosted = (): void => {
  for (const listen of listeners) listen();
};

/** A text as lines that lie as they are drawn while it is typed; what lies on a page is text from the left. */
export const linesOf = (
  text: string,
  alignment: Alignment,
  { template, rows: place }: MessageOptions,
  rows: number,
): Partial<FlatMessage> => {
  if (!template) return { text };
  const lines = text.split('\n').map((line) => `{wrap}{${alignment}}${line}`);
  const above = place ? 0 : Math.max(0, (rows - lines.length) >> 1);
  return { lines: [...new Array<string>(above).fill(''), ...lines] };
};

/** A warning for whoever wrote a text: lines and columns are those of what was sent for it. */
const warningText = (warning: string): string =>
  asSentence(withLabels(warning.replace(/^line \d+, column \d+: /i, '')));

/** Sends a message that says more than its text and time, and tells what became of it. */
export const postMessage = async (boardId: string, message: Partial<FlatMessage>, flaps: Flaps): Promise<Result> => {
  const answer = await request<FlatMessageAnswer>('POST', `/boards/${encodeURIComponent(boardId)}/message`, message);
  tellPosted();
  const { state, warnings } = answer;
  const { tone, text } = answerText(
    answer,
    flaps,
    state === 'planned' || state === 'queued' ? messages[state] : undefined,
  );
  return resultOf(state === 'planned' ? 'good' : tone, text, ...warnings.map(warningText));
};

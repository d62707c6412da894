import type { FlatMessage } from '../../../src/schema/content/messages.ts';

/** What a message says beside its text and its time. */
export type MessageOptions = Partial<
  Pick<FlatMessage, 'priority' | 'when_busy' | 'acknowledge' | 'at' | 'after_silence' | 'template' | 'rows'>
>;

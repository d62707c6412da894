import { plural } from '../../src/core/plural.ts';

/** Texts of walls of other appliances that ask to join. */
export const walls = {
  ask: (count: number) => (count === 1 ? 'A new wall asks to join.' : `${count} new walls ask to join.`),
  nameless: (id: string) => `Wall ${id}`,
  about: (rows: number, cols: number, topic: string) => `${rows} × ${cols}, will show ${topic}`,
  waiting: 'has its topic, and is not there yet',
  letIn: 'Let in',
  letInNamed: (name: string) => `Let in ${name}`,
  letAllIn: (count: number) => `Let all ${count} in`,
  decline: 'Decline',
  declineNamed: (name: string) => `Decline ${name}`,
  joined: (count: number) => `${plural(count, 'wall')} got a topic.`,
  notTaken: 'The broker did not take it. Look whether it is there.',
  more: (count: number) => `${count} more`,
  leftOut: (count: number) => `${count} more ask than are listed: decline what is not yours.`,
  declined: (count: number) => `${plural(count, 'wall')} declined.`,
  recall: 'Let them ask again',
} as const;

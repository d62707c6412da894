import { parseFrame, type PublishedFrame, type Reading } from '../../core/follow/frame.ts';

/** A message on the topic of frames. */
export interface FrameMessage {
  readonly text: string;
  readonly reading: Reading<PublishedFrame>;
}

const read = new WeakMap<Buffer, FrameMessage>();

/** What a message says: read once, however many boards follow its topic. */
export const readMessage = (payload: Buffer): FrameMessage => {
  const known = read.get(payload);
  if (known) return known;
  const text = payload.toString('utf8');
  const message = { text, reading: parseFrame(text) };
  read.set(payload, message);
  return message;
};

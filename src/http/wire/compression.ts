import { promisify } from 'node:util';
import type { ReplyHeaders } from '../reply.ts';

const isRefused = (word: string): boolean => /;\s*q=0(?:\.0*)?\s*$/.test(word);

/** Whether a header `Accept-Encoding` allows an encoding. */
export const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((word) => word.trim().split(/[;\s]/)[0]?.toLowerCase() === encoding && !isRefused(word));

/** Loaded with the first view, and not at the start. */
const loadZlib = () => require('node:zlib') as typeof import('node:zlib');

/** A text as a client takes it that sent this header `Accept-Encoding`, with the headers that say so. */
export const compressText = async (
  text: string,
  accepted: string,
): Promise<{ readonly body: string | Buffer; readonly headers: ReplyHeaders }> => {
  const headers = { Vary: 'Accept-Encoding' };
  if (!accepts(accepted, 'gzip')) return { body: text, headers };
  return { body: await promisify(loadZlib().gzip)(text), headers: { ...headers, 'Content-Encoding': 'gzip' } };
};

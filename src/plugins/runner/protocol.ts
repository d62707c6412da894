import type { JsonObject } from '../../schema/common.ts';

/** What the service asks of a plugin's process. Both directions are lines of JSON. */
export interface Call {
  readonly id: number;
  readonly name: 'fetchData' | 'receive' | 'checkTriggers' | 'validateConfig' | 'frames';
  readonly request: JsonObject;
  /** Ms that the call may take. */
  readonly limit: number;
}

/** What a plugin's process says. */
export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly frame: unknown }
  | { readonly id: number; readonly error: string; readonly kind: 'failed' | 'forbidden' | 'unsupported' }
  | { readonly log: string };

/** The file descriptor on which a plugin's process replies: its standard output belongs to the plugin. */
export const REPLY_FD = 3;

/** Longest line that is read, in bytes; a payload of 256 KiB fits with its escapes. */
export const LONGEST_LINE = 1024 * 1024;

/** Cuts a stream into lines. Tells when a line grows beyond the bound, and reads nothing after that. */
export const createLineReader = (onLine: (line: string) => void, onOverflow: () => void): ((chunk: Buffer) => void) => {
  let parts: Buffer[] = [];
  let size = 0;
  let isOver = false;
  return (chunk) => {
    let rest = chunk;
    while (!isOver) {
      const end = rest.indexOf(10);
      size += end < 0 ? rest.length : end;
      if (size > LONGEST_LINE) {
        isOver = true;
        parts = [];
        return onOverflow();
      }
      parts.push(end < 0 ? rest : rest.subarray(0, end));
      if (end < 0) return;
      const line = Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      rest = rest.subarray(end + 1);
      onLine(line);
    }
  };
};

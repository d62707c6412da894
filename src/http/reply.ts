import { encodeText } from '../core/encode.ts';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { Fault, UNEXPECTED } from '../fault.ts';
import type { Log } from '../platform/log.ts';
import type { OutcomeCode } from '../schema/boards/outcomes.ts';

/** Headers of an answer. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** What an answer carries. */
export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string | Buffer; readonly type: string }
  | { readonly kind: 'stream'; readonly source: Readable }
  | { readonly kind: 'open'; attach(response: ServerResponse): void };

const JSON_TYPE = 'application/json; charset=utf-8';
const NOTHING: Content = { kind: 'none' };

/** An answer that is ready to be sent. */
export class Reply {
  readonly status: number;
  readonly content: Content;
  readonly headers: ReplyHeaders;

  constructor(status: number, content: Content, headers: ReplyHeaders = {}) {
    this.status = status;
    this.content = content;
    this.headers = headers;
  }
}

/** An answer in compact JSON; 204 has no body, an undefined body is null. */
export const reply = (status: number, body: unknown, headers: ReplyHeaders = {}): Reply =>
  status === 204 ? new Reply(status, NOTHING, headers) : replyJsonText(status, JSON.stringify(body) ?? 'null', headers);

/** An answer whose JSON was made before, as for a large grid that many ask for. */
export const replyJsonText = (status: number, json: string | Buffer, headers: ReplyHeaders = {}): Reply =>
  new Reply(status, { kind: 'text', text: json, type: JSON_TYPE }, { 'Cache-Control': 'no-store', ...headers });

/** An answer of any other type. */
export const replyText = (status: number, text: string | Buffer, type: string, headers: ReplyHeaders = {}): Reply =>
  new Reply(status, { kind: 'text', text, type }, headers);

/** A page in HTML with the policy that it is sent with, which nobody keeps. */
export const replyPage = (
  status: number,
  { html, policy }: { readonly html: string; readonly policy: string },
  headers: ReplyHeaders = {},
): Reply =>
  replyText(status, html, 'text/html; charset=utf-8', {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    ...headers,
  });

/** An answer that is read from a stream; the stream is destroyed when the client goes away. */
export const replyStream = (status: number, source: Readable, headers: ReplyHeaders = {}): Reply =>
  new Reply(status, { kind: 'stream', source }, headers);

/** An answer that stays open: `attach` gets the response after its head is out, and ends it. */
export const replyOpen = (status: number, headers: ReplyHeaders, attach: (response: ServerResponse) => void): Reply =>
  new Reply(status, { kind: 'open', attach }, headers);

/** An answer without a body, as 304. */
export const replyEmpty = (status: number, headers: ReplyHeaders = {}): Reply => new Reply(status, NOTHING, headers);

/**
 * The header that tells the code of an outcome where bodies are those of the specification; absent when flaps were
 * moved.
 */
const outcomeHeader = (code: OutcomeCode | null | undefined): ReplyHeaders =>
  code == null || code === 'sent' ? {} : { 'Flapbox-Reason': code };

/**
 * Answers a body of the specification; the code of what became of the write travels in the header `Flapbox-Reason`,
 * what had no flap in `Flapbox-Missing`.
 */
export const replyOutcome = <Answer extends { readonly code: OutcomeCode | null }>(
  { code, ...body }: Answer,
  missing: readonly string[] = [],
): Reply => reply(200, body, { ...outcomeHeader(code), ...missingHeader(missing) });

/** Characters that had no flap, in UTF-8 with percent signs and commas between them: headers have ASCII alone. */
const missingHeader = (missing: readonly string[]): ReplyHeaders =>
  missing.length === 0 ? {} : { 'Flapbox-Missing': missing.map((one) => encodeText(one)).join(',') };

/** The answer that a fault stands for. */
export const replyFault = (fault: Fault): Reply => {
  const { code, retryAfter, body, headers } = fault.extras;
  const seconds: ReplyHeaders =
    retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) };
  return reply(fault.status, { detail: fault.detail, ...body }, { ...seconds, ...outcomeHeader(code), ...headers });
};

/** Where faults that nobody expected are told. */
export type HttpLog = Pick<Log, 'error'>;

/** The answer to what went wrong; what nobody expected is told to the log alone, as `what`, with more about it. */
export const replyFailure = (error: unknown, log: HttpLog, what: string, about: object = {}): Reply => {
  if (error instanceof Fault) return replyFault(error);
  log.error(what, { ...about, error });
  return replyFault(new Fault(500, UNEXPECTED));
};

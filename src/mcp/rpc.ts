import * as v from 'valibot';
import { Answer } from './answer.ts';
import { describeIssues } from './form.ts';
import { isDecodable } from '../core/encode.ts';
import { parseJson } from '../core/json.ts';
import { isRecord } from '../core/record.ts';

/** Codes of JSON-RPC, and of the protocol beside them. */
export const RPC = {
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  noSession: -32001,
  noResource: -32002,
  noVersion: -32022,
} as const;

/** The id of a request, or null where it is not known. */
export type RpcId = string | number | null;

/** A body that may or may not be a message. */
export interface Incoming {
  /** The messages of a batch; null for a single one. */
  readonly batch: readonly unknown[] | null;
  readonly method: string | null;
  readonly id: RpcId;
  readonly params: unknown;
}

/**
 * Method, id and params of a message, or the messages of a batch, before it is handled; the transport decides whether
 * it is a valid one.
 */
export const inspect = (body: Buffer): Incoming => {
  const value = parseJson(body.toString('utf8'));
  const { method, id, params } = isRecord(value) ? value : {};
  return {
    batch: Array.isArray(value) ? value : null,
    method: typeof method === 'string' ? method : null,
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    params,
  };
};

const NamedSchema = v.object({ name: v.string() });
const LocatedSchema = v.object({ uri: v.pipe(v.string(), v.check(isDecodable, 'It has a malformed escape sequence')) });
const reference = v.variant('type', [
  v.object({ type: v.literal('ref/prompt'), name: v.string() }),
  v.object({ type: v.literal('ref/resource'), uri: v.string() }),
]);

/** The params that each method requires. */
const PARAMS: Readonly<Record<string, v.GenericSchema>> = {
  initialize: v.object({
    protocolVersion: v.string(),
    capabilities: v.object({}),
    clientInfo: v.object({ name: v.string(), version: v.string() }),
  }),
  'tools/call': NamedSchema,
  'prompts/get': NamedSchema,
  'resources/read': LocatedSchema,
  'resources/subscribe': LocatedSchema,
  'resources/unsubscribe': LocatedSchema,
  'completion/complete': v.object({ ref: reference, argument: v.object({ name: v.string(), value: v.string() }) }),
};

/** What is wrong with the params of a message; null when nothing is. */
export const paramsProblem = ({ method, params }: Incoming): string | null => {
  const schema = method !== null && Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined;
  if (!schema) return null;
  const result = v.safeParse(schema, params ?? {});
  return result.success ? null : `Invalid params: ${describeIssues(result.issues)}.`;
};

/** The answer to a failed request; `data`: what the protocol tells a program with a code. */
export const rpcError = (status: number, code: number, message: string, id: RpcId = null, data?: object): Answer =>
  new Answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

/** The one message of a stream of events; null when there is none. */
export const messageOf = (events: string): string | null => /^data: (.*)$/m.exec(events)?.[1] ?? null;

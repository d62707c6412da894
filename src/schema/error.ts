import * as v from 'valibot';
import { whole } from './common.ts';

/** The single error body of the API. */
export const ErrorSchema = v.object({
  /** What is wrong, in a sentence. */
  detail: v.string(),
});

/** One finding in a body that has not the right form. */
export const ValidationIssueSchema = v.object({
  /** Where the field stands: `body`, `query` or `path`, and the way to it. */
  loc: v.array(v.union([v.string(), whole()])),
  /** What is wrong, in a sentence. */
  msg: v.string(),
  /** Kind of the problem, as a word. */
  type: v.string(),
  /** What was sent. */
  input: v.optional(v.unknown()),
  /** The bounds that were not kept. */
  ctx: v.optional(v.record(v.string(), v.unknown())),
});
/** One finding in a body that has not the right form. */
export type ValidationIssue = v.InferOutput<typeof ValidationIssueSchema>;

/** The body of a 422. */
export const ValidationErrorSchema = v.object({
  /** What is wrong, field by field. */
  detail: v.array(ValidationIssueSchema),
});

/** The error body of the Model Context Protocol. */
export const RpcErrorSchema = v.object({
  /** The version of JSON-RPC. */
  jsonrpc: v.literal('2.0'),
  /** The id of the request; null where none is known. */
  id: v.nullable(v.union([v.string(), whole()])),
  /** What is wrong. */
  error: v.object({
    /** The code of JSON-RPC or of the protocol. */
    code: whole(),
    /** What is wrong, in a sentence. */
    message: v.string(),
  }),
});

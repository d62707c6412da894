import * as v from 'valibot';
import { whole } from './common.ts';

/** The single error body of the API. */
export const ErrorSchema = v.object({ detail: v.string() });

/** One finding in a body that has not the right form. */
export const ValidationIssueSchema = v.object({
  loc: v.array(v.union([v.string(), whole()])),
  msg: v.string(),
  type: v.string(),
  input: v.optional(v.unknown()),
  ctx: v.optional(v.record(v.string(), v.unknown())),
});
/** One finding in a body that has not the right form. */
export type ValidationIssue = v.InferOutput<typeof ValidationIssueSchema>;

/** The body of a 422. */
export const ValidationErrorSchema = v.object({ detail: v.array(ValidationIssueSchema) });

/** The error body of the Model Context Protocol. */
export const RpcErrorSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.nullable(v.union([v.string(), whole()])),
  error: v.object({ code: whole(), message: v.string() }),
});

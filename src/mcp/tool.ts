import type { GenericSchema, InferOutput } from 'valibot';
import { Fault, UNEXPECTED } from '../fault.ts';
import type { Log } from '../platform/log.ts';
import type { PictureFile } from '../service/pictures.ts';
import { readArguments, type ArgumentSchema } from './form.ts';

/** What a client may show its owner of a tool before it is used. */
export interface Hints {
  readonly readOnlyHint: boolean;
  /** Whether something that was stored is lost. */
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether other machines are asked. */
  readonly openWorldHint: boolean;
}

/** Looks and changes nothing. */
export const READS: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Looks and changes nothing, but may fetch live data from elsewhere. */
export const FETCHES: Hints = { ...READS, openWorldHint: true };
/** Adds something; twice adds two. */
export const ADDS: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
/** Changes what can be changed back without knowing the former value. */
export const SWITCHES: Hints = { ...ADDS, idempotentHint: true };
/** Replaces or removes what was stored. */
export const REPLACES: Hints = { ...SWITCHES, destructiveHint: true };

interface ToolSpec<Input extends ArgumentSchema, Output extends GenericSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  readonly input: Input;
  /** What the arguments mean that do not say so themselves, by their names. */
  readonly notes?: Readonly<Record<string, string>>;
  /** What it answers; clients read that in the answer itself, and not at each start. */
  readonly output: Output;
  /** Arguments that an empty text clears, for clients that cannot send null. */
  readonly clears?: readonly string[];
  /** Answers what `output` describes; throws a Fault to refuse. */
  run(args: InferOutput<Input>): unknown;
  /** The result as a person reads it; JSON unless given. */
  format?(result: InferOutput<Output>): string;
  /** A picture to show beside the text; null when none was asked for. */
  picture?(args: InferOutput<Input>): Promise<PictureFile | null>;
}

/** A tool without its types, which were checked at its declaration. */
export type Tool = ToolSpec<ArgumentSchema, GenericSchema>;

/** Declares a tool; its arguments and its result are typed by the schemas. */
export const tool = <Input extends ArgumentSchema, Output extends GenericSchema>(spec: ToolSpec<Input, Output>): Tool =>
  spec; // `call` hands over exactly what the schemas promise

/** One part of what a call answers: a text, or a picture in base64. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/**
 * What a call answers: structured, as text for clients that know only that, and with the picture that was asked for; a
 * refusal has text alone.
 */
export interface ToolResult {
  readonly content: ToolContent[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

const refuse = (text: string): ToolResult => ({ isError: true, content: [{ type: 'text', text }] });

const describeFault = ({ status, detail, extras }: Fault): string => {
  const wait = extras.retryAfter === undefined ? '' : ` Try again in ${Math.max(1, Math.ceil(extras.retryAfter))} s.`;
  return `${status < 500 ? 'Refused' : 'Failed'} (${status}): ${detail}${wait}`;
};

/** Agents share a turn among those who wait for pictures. */
export const ASKER = { address: 'MCP' } as const;

const showPicture = async (picture: PictureFile): Promise<ToolContent> => ({
  type: 'image',
  data: (await picture.bytes(ASKER)).toString('base64'),
  mimeType: picture.type,
});

/**
 * Runs a tool. Never throws: what is refused or fails becomes a result that says why, without paths or stacks of the
 * machine.
 */
export const call = async (one: Tool, given: unknown, log: Pick<Log, 'error'>): Promise<ToolResult> => {
  const args = readArguments(one.input, given, one.clears);
  if (!args.ok) return refuse(args.problem);
  try {
    const result = await one.run(args.value);
    const picture = await one.picture?.(args.value);
    return {
      content: [
        { type: 'text', text: one.format?.(result) ?? JSON.stringify(result) },
        ...(picture ? [await showPicture(picture)] : []),
      ],
      structuredContent: result as Record<string, unknown>,
    };
  } catch (error) {
    if (error instanceof Fault) return refuse(describeFault(error));
    log.error('a tool failed unexpectedly', { tool: one.name, error });
    return refuse(UNEXPECTED);
  }
};

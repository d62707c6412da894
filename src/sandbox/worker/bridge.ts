import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { sentenceOf } from '../../core/sentence.ts';
import { LARGEST_FRAME } from '../limits.ts';

/** Longest text, and most bytes, that an interpreter may pass to a function of the worker. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/**
 * What may be passed in and out: plain values. Texts are passed as JSON, because the interpreter ends a raw text at its
 * first zero.
 */
export type Plain = string | number | boolean | ArrayBuffer | Uint8Array | null | undefined;

/**
 * A function of the worker that an interpreter can call. What it throws is thrown inside, as a new error with the same
 * message.
 */
export type Bridge = (...args: readonly Plain[]) => Plain | void;

const lengthOf = (context: QuickJSContext, text: QuickJSHandle): number =>
  context.getProp(text, 'length').consume((length) => context.getNumber(length));

/** The text behind a handle. Throws RangeError for one that is longer than may be passed. */
export const readText = (context: QuickJSContext, text: QuickJSHandle): string => {
  if (context.typeof(text) !== 'string') return '';
  if (lengthOf(context, text) > LONGEST_TEXT)
    throw new RangeError(`a text of more than ${LONGEST_TEXT / 1024 / 1024} MiB cannot be handed over`);
  return context.getString(text);
};

const viewBytes = (context: QuickJSContext, handle: QuickJSHandle) => {
  try {
    return context.getArrayBuffer(handle);
  } catch {
    throw new TypeError('there is neither a text nor bytes');
  }
};

/** The view ends with the next allocation inside: what is kept is a copy. Throws RangeError beyond `most` bytes. */
const readBytes = (context: QuickJSContext, handle: QuickJSHandle, most: number): Uint8Array =>
  viewBytes(context, handle).consume(({ value }) => {
    if (value.length > most) throw new RangeError(`more than ${most} bytes cannot be handed over here`);
    return value.slice();
  });

const toPlain = (context: QuickJSContext, handle: QuickJSHandle, most: number): Plain => {
  const type = context.typeof(handle);
  if (type === 'string') return readText(context, handle);
  if (type === 'number') return context.getNumber(handle);
  if (type === 'boolean') return context.dump(handle) === true;
  return type === 'object' && !context.eq(handle, context.null) ? readBytes(context, handle, most) : null;
};

/** A value as the interpreter holds it. */
export const fromPlain = (context: QuickJSContext, value: Plain): QuickJSHandle => {
  if (typeof value === 'string') return context.newString(value);
  if (typeof value === 'number') return context.newNumber(value);
  if (typeof value === 'boolean') return value ? context.true : context.false;
  if (value === null || value === undefined) return context.null;
  const bytes = value instanceof Uint8Array ? value : new Uint8Array(value);
  return context.newArrayBuffer(bytes.slice().buffer);
};

/** Makes functions of the worker callable, as the members of one object; frames are no larger than any board. */
export const exposeBridges = (context: QuickJSContext, bridges: Readonly<Record<string, Bridge>>): QuickJSHandle => {
  const object = context.newObject();
  for (const [name, bridge] of Object.entries(bridges)) {
    const most = name === 'frame' ? LARGEST_FRAME : LONGEST_TEXT;
    const call = context.newFunction(name, (...handles) => {
      try {
        return fromPlain(context, bridge(...handles.map((handle) => toPlain(context, handle, most))) ?? null);
      } catch (error) {
        return {
          error: context.newError({ name: 'Error', message: sentenceOf(error, 'failed') }),
        };
      }
    });
    call.consume((handle) => context.setProp(object, name, handle));
  }
  return object;
};

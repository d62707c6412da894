// The globals that a plugin has besides the language itself. This code runs inside each interpreter before the plugin
// does; whatever a plugin does to it concerns its own calls only.
import { RESULT_BYTES } from '../limits.ts';
import { createAddresses } from './address.ts';
import { makeFrames, type FramesRequest } from './frames.ts';
import { createCrypto } from './hashes.ts';
import type { Host } from './host.ts';
import { createNetwork, Headers } from './network.ts';
import { createAbortError, Signal } from './signal.ts';
import { createTextCoding } from './text.ts';

type Exports = Readonly<Record<string, unknown>>;
type Export = (request: unknown) => unknown;

const kindOf = (problem: unknown): string => {
  const { status, name } = (problem ?? {}) as { status?: unknown; name?: unknown };
  return status === 403 || name === 'PermissionError' ? 'forbidden' : 'failed';
};

const messageOf = (problem: unknown): string => (problem instanceof Error ? String(problem.message).slice(0, 500) : '');

/** A result that is far too long must not be copied to be measured. */
const toResult = (value: unknown): string => {
  const text = JSON.stringify(value ?? null) ?? 'null';
  if (text.length > RESULT_BYTES) throw new RangeError(`the result is larger than ${RESULT_BYTES / 1024} KiB`);
  return text;
};

const load = async (): Promise<Exports> => {
  // The name is put together so that the build does not look for the file.
  const module = (await import(/* @vite-ignore */ ['.', 'index.mjs'].join('/'))) as Exports;
  const { default: whole } = module;
  return typeof whole === 'object' && whole !== null ? { ...module, ...whole } : module;
};

/** Defines the globals of a plugin, and answers the functions with which the worker calls it. */
export const begin = (host: Host) => {
  const coding = createTextCoding(host);
  const addresses = createAddresses(host);
  const network = createNetwork(host, {
    encode: (text) => new coding.TextEncoder().encode(text),
    isForm: (body) => body instanceof addresses.URLSearchParams,
  });
  Object.assign(globalThis, coding, addresses, {
    fetch: network.fetch,
    Headers,
    crypto: createCrypto(host),
  });
  const signals = new Map<number, Signal>();
  let loading: Promise<Exports> | null = null;
  let isLoaded = false;

  const exportOf = async (name: string): Promise<Export> => {
    const found = (await (loading ??= load()))[name];
    isLoaded = true;
    if (typeof found === 'function') return found as Export;
    throw Object.assign(new Error(`the plugin has no ${name}`), { isMissing: true });
  };
  const attempt = async (id: number, work: () => Promise<string>): Promise<void> => {
    try {
      host.settle(id, await work());
    } catch (error) {
      const isMissing = (error as { isMissing?: unknown } | null)?.isMissing === true;
      host.fail(id, messageOf(error), isMissing ? 'unsupported' : kindOf(error), !isLoaded);
    } finally {
      signals.delete(id);
    }
  };
  const requestOf = (id: number, name: string, given: object): unknown => {
    if (name !== 'fetchData') return name === 'validateConfig' ? (given as { config: unknown }).config : given;
    const signal = new Signal();
    signals.set(id, signal);
    return { ...given, signal, log: (line: unknown) => host.log(id, String(line).slice(0, 500)) };
  };

  return {
    call: (id: number, name: string, request: string): void => {
      void attempt(id, async () => {
        const run = await exportOf(name);
        return toResult(await run(requestOf(id, name, JSON.parse(request) as object)));
      });
    },
    frames: (id: number, request: string, rows: number, cols: number): void => {
      void attempt(id, async () => {
        const frames = await exportOf('frames');
        await makeFrames(frames, JSON.parse(request) as FramesRequest, rows, cols, (codes, delay) =>
          host.frame(id, codes, delay),
        );
        return 'null';
      });
    },
    answer: network.answer,
    abort: (id: number, asks: string): void => {
      const signal = signals.get(id);
      signals.delete(id);
      for (const ask of JSON.parse(asks) as number[]) network.abandon(ask, createAbortError());
      if (signal) Signal.abort(signal, createAbortError());
    },
  };
};

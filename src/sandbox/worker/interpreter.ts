import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { MOST_PAGES, STACK_BYTES } from '../limits.ts';
import { exposeBridges, fromPlain, readText, type Bridge, type Plain } from './bridge.ts';
import { Modules, resolveModule } from './modules.ts';

/** Pages that the build begins with (`src/build/sandbox.mjs`). */
const FIRST_PAGES = 96;
/** Pages beyond which a failure is one of memory. */
const MANY_PAGES = 256;
const PAGE_BYTES = 65_536;
/** Of the stack that the build provides most is never used. */
const UNUSED_BYTES = 5 * 1024 * 1024 - STACK_BYTES;
/** Promise jobs that run before the limits are checked again. */
const JOBS_AT_ONCE = 256;

/**
 * The release build as Node's own modules have it: the package's entry would look for the file of the machine code by
 * itself.
 */
const variant = {
  type: 'sync',
  importFFI: async () => QuickJSFFI,
  importModuleLoader: async () => require('@jitl/quickjs-wasmfile-release-sync/emscripten-module') as never,
} satisfies QuickJSSyncVariant;

/** The interpreter's code, compiled once for all that this worker makes. */
let compiled: WebAssembly.Module | null = null;
const machineCode = (): WebAssembly.Module =>
  (compiled ??= new WebAssembly.Module(brotliDecompressSync(readFileSync(join(__dirname, 'quickjs.wasm.br')))));
let prelude: string | null = null;
const preludeText = (): string => (prelude ??= readFileSync(join(__dirname, 'inside.js'), 'utf8'));

/** Why an interpreter cannot be used any longer. */
export type Breakdown = 'memory' | 'stack' | 'interrupted' | 'broken';

/** What an interpreter depends on. */
export interface InterpreterPorts {
  readonly folder: string;
  readonly bridges: Readonly<Record<string, Bridge>>;
  /** Asked regularly while code runs: whether to interrupt it. */
  readonly isOver: () => boolean;
}

const WORDS = [
  ['memory', /out of memory/i],
  ['interrupted', /interrupted/],
  ['stack', /stack/i],
] as const;

const breakdownOf = (message: string): Breakdown => WORDS.find(([, words]) => words.test(message))?.[0] ?? 'broken';

/**
 * One plugin's interpreter: an instance of its own over a memory that ends at 24 MiB. Its globals are the language, and
 * what the prelude (`inside/`) makes of the functions that are passed in. Only texts are passed out.
 */
export class Interpreter {
  readonly #memory: WebAssembly.Memory;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #entries: QuickJSHandle;
  readonly #isOver: () => boolean;

  private constructor(memory: WebAssembly.Memory, runtime: QuickJSRuntime, ports: InterpreterPorts) {
    this.#memory = memory;
    this.#runtime = runtime;
    this.#isOver = ports.isOver;
    const modules = new Modules(ports.folder);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(ports.isOver);
    runtime.setModuleLoader((name) => modules.read(name), resolveModule);
    this.#context = runtime.newContext();
    this.#entries = this.#start(ports.bridges);
  }

  /** Makes an interpreter. Rejects when there is no memory for it. */
  static async create(ports: InterpreterPorts): Promise<Interpreter> {
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
    const module = await newQuickJSWASMModuleFromVariant(
      newVariant(variant, { wasmModule: machineCode(), wasmMemory: memory }),
    );
    return new Interpreter(memory, module.newRuntime(), ports);
  }

  /** Bytes of memory that it has taken; what it frees stays with it. */
  get bytes(): number {
    return this.#memory.buffer.byteLength - UNUSED_BYTES;
  }

  /** Whether it may have used up its memory. */
  hasGrown(): boolean {
    return this.#memory.buffer.byteLength > MANY_PAGES * PAGE_BYTES;
  }

  /**
   * Calls an entry of the prelude, and then all that waits for its turn. Answers what broke, if anything did; it must
   * not be used again then.
   */
  enter(entry: string, ...args: readonly Plain[]): Breakdown | null {
    try {
      // Code may have caught the interruption in a promise: it has ended all the same.
      return this.#callEntry(entry, args) ?? this.#settle() ?? (this.#isOver() ? 'interrupted' : null);
    } catch (error) {
      // Not the plugin's exception but the machine's: its own stack ran out, or its code trapped.
      if (error instanceof RangeError) return 'stack';
      return this.hasGrown() ? 'memory' : 'broken';
    }
  }

  #start(bridges: Readonly<Record<string, Bridge>>): QuickJSHandle {
    const context = this.#context;
    const begin = context.unwrapResult(context.evalCode(preludeText(), './prelude.js'));
    const exposed = exposeBridges(context, bridges);
    const entries = context.unwrapResult(context.callFunction(begin, context.undefined, exposed));
    begin.dispose();
    exposed.dispose();
    return entries;
  }

  #callEntry(entry: string, args: readonly Plain[]): Breakdown | null {
    const context = this.#context;
    const handles = args.map((arg) => fromPlain(context, arg));
    const called = context
      .getProp(this.#entries, entry)
      .consume((callee) => context.callFunction(callee, context.undefined, ...handles));
    for (const handle of handles) handle.dispose();
    if (called.error) return this.#explain(called.error);
    called.value.dispose();
    return null;
  }

  #settle(): Breakdown | null {
    while (this.#runtime.hasPendingJob() && !this.#isOver()) {
      const done = this.#runtime.executePendingJobs(JOBS_AT_ONCE);
      if (done.error) return this.#explain(done.error);
    }
    return null;
  }

  #explain(error: QuickJSHandle): Breakdown {
    return error.consume(() =>
      breakdownOf(this.#context.getProp(error, 'message').consume((message) => readText(this.#context, message))),
    );
  }
}

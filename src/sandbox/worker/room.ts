import { collectDue } from '../../platform/garbage.ts';
import { FLAP_CODES } from '../../schema/limits.ts';
import {
  LOG_FLOOD,
  LONGEST_ASK,
  LONGEST_MESSAGE,
  MOST_BYTES_OF_ALL,
  MOST_FETCHES,
  MOST_HEADERS,
  MOST_KEPT_AFTER_FAILURE,
  MOST_LOG_LINES,
  MOST_PAGES,
  MOST_SENT_BYTES,
  RESULT_BYTES,
  STACK_BYTES,
} from '../limits.ts';
import type { FailureKind, FetchAsk, FetchReply, FramesTask, Limits, MadeFrames, PluginTask } from '../protocol.ts';
import type { Bridge, Plain } from './bridge.ts';
import { codingBridges } from './coding.ts';
import { Meter, post } from './meter.ts';
import { Interpreter, type Breakdown } from './interpreter.ts';

const MIB = 1024 * 1024;

interface Call {
  readonly id: number;
  readonly task: PluginTask | FramesTask;
  readonly limits: Limits;
  readonly meter: Meter;
  timer: NodeJS.Timeout;
  readonly frames: { readonly codes: Uint8Array[]; readonly delays: number[] } | null;
  logged: number;
  fetched: number;
}

const REASONS: Readonly<Record<Exclude<Breakdown, 'interrupted'>, string>> = {
  memory: `the plugin needs more than ${(MOST_PAGES * 65_536) / 1024 / 1024} MiB of memory`,
  stack: `the plugin calls itself too deeply: there are ${STACK_BYTES / 1024} KiB of stack`,
  broken: 'the plugin broke its interpreter',
};

const KINDS: readonly FailureKind[] = ['failed', 'forbidden', 'unsupported'];

const late = ({ timeMs }: Limits): string => `no answer within ${Math.round(timeMs / 1000)} s`;

const isFrame = (codes: Plain, { rows, cols }: FramesTask): codes is Uint8Array =>
  codes instanceof Uint8Array && codes.length === rows * cols && codes.every((code) => code <= FLAP_CODES[1]);

const headersOf = (value: unknown): [string, string][] =>
  Array.isArray(value)
    ? value.slice(0, MOST_HEADERS).map((pair) => [String((pair as unknown[])[0]), String((pair as unknown[])[1])])
    : [];

/**
 * One plugin in the worker: its interpreter, and the calls that run in it. A plugin that exceeds a limit ends with all
 * its calls.
 */
export class Room {
  readonly #name: string;
  readonly #onEnd: () => void;
  readonly #onUse: () => void;
  readonly #calls = new Map<number, Call>();
  /** Calls that begin when there is an interpreter. */
  readonly #expected = new Set<number>();
  #opening: Promise<Interpreter> | null = null;
  #interpreter: Interpreter | null = null;
  #isOver = false;
  /** The call that code runs for just now. */
  #current: Call | null = null;
  #flooded = false;
  /** Why the room ends as soon as the interpreter returns; null when it does not. */
  #fatal: string | null = null;
  #asks = 0;
  readonly #asked = new Map<number, Call>();
  readonly #bodies = new Map<number, { readonly call: Call; readonly bytes: Uint8Array }>();

  /** `onUse` is called whenever its interpreter may have grown, `onEnd` once the room has ended. */
  constructor(name: string, onUse: () => void, onEnd: () => void) {
    this.#name = name;
    this.#onUse = onUse;
    this.#onEnd = onEnd;
  }

  /** Bytes that its interpreter has taken. */
  get bytes(): number {
    return this.#interpreter?.bytes ?? 0;
  }

  /** Ends it because all plugins together take too much, and it most of it. */
  giveUp(): void {
    this.#end(
      `the plugins of others need more than ${MOST_BYTES_OF_ALL / MIB} MiB of memory together, and it needs most: ` +
        `${Math.ceil(this.bytes / MIB)} MiB`,
      'failed',
    );
  }

  /** Begins a call; its result is posted to the service. */
  async run(id: number, task: PluginTask | FramesTask, limits: Limits): Promise<void> {
    this.#expected.add(id);
    try {
      const interpreter = await (this.#opening ??= this.#open(task.folder));
      // Of several that take all that one may, each finds the memory of the one before it released.
      collectDue();
      if (!this.#expected.delete(id)) return;
      const call = this.#begin(id, task, limits);
      const { request } = task;
      if (task.kind === 'frames') this.#enter(interpreter, call, 'frames', id, request, task.rows, task.cols);
      else this.#enter(interpreter, call, 'call', id, task.name, request);
    } catch (error) {
      this.#end(
        error instanceof RangeError ? 'there is no memory for one more plugin' : 'the sandbox cannot run plugins',
        'failed',
      );
    }
  }

  /** Ends one call without an answer. */
  cancel(id: number): void {
    this.#expected.delete(id);
    const call = this.#calls.get(id);
    if (call) this.#abort(call);
  }

  /** Hands a call the answer of the network. */
  reply(ask: number, reply: FetchReply): void {
    const call = this.#asked.get(ask);
    this.#asked.delete(ask);
    if (!call || !this.#calls.has(call.id) || !this.#interpreter) return;
    const { body, ...head } = { body: null, ...reply };
    if (body) this.#bodies.set(ask, { call, bytes: body });
    this.#enter(this.#interpreter, call, 'answer', ask, JSON.stringify(head));
  }

  /** Ends the room and its calls without a notice to the service. */
  close(): void {
    this.#isOver = true;
    this.#expected.clear();
    for (const { timer } of this.#calls.values()) clearTimeout(timer);
    this.#calls.clear();
    this.#asked.clear();
    this.#bodies.clear();
    this.#interpreter = null;
    this.#opening = null;
    this.#onEnd();
  }

  #begin(id: number, task: Call['task'], limits: Limits): Call {
    const frames = task.kind === 'frames' ? { codes: [], delays: [] } : null;
    const timer = setTimeout(() => this.#expire(call), limits.timeMs);
    const call: Call = { id, task, limits, meter: new Meter(id, limits), timer, frames, logged: 0, fetched: 0 };
    this.#calls.set(id, call);
    return call;
  }

  async #open(folder: string): Promise<Interpreter> {
    this.#interpreter = await Interpreter.create({
      folder,
      bridges: { ...codingBridges, ...this.#bridges() },
      isOver: () => this.#isTooMuch(),
    });
    return this.#interpreter;
  }

  #isTooMuch(): boolean {
    if (this.#flooded || !this.#current) return this.#flooded;
    const { id, meter } = this.#current;
    return meter.isSpent() || (meter.timeLeft() <= 0 && this.#calls.has(id));
  }

  #enter(interpreter: Interpreter, call: Call, entry: string, ...args: readonly Plain[]): void {
    if (this.#isOver) return;
    this.#current = call;
    const breakdown = call.meter.charge(() => interpreter.enter(entry, ...args));
    this.#current = null;
    if (this.#fatal !== null) return this.#end(this.#fatal, 'failed');
    if (breakdown !== null) return this.#breakDown(call, breakdown);
    // Nothing is pending that could still bring an answer: there was no memory left to report the failure.
    if (this.#calls.has(call.id) && this.#asked.size === 0 && interpreter.hasGrown())
      return this.#end(REASONS.memory, 'failed');
    this.#onUse();
  }

  #breakDown(call: Call, breakdown: Breakdown): void {
    const isLate = breakdown === 'interrupted' && !this.#flooded;
    if (isLate && call.frames && this.#calls.has(call.id)) this.#finishFrames(call, true, null);
    if (this.#flooded) return this.#end('the plugin floods the log', 'failed');
    if (breakdown !== 'interrupted') return this.#end(REASONS[breakdown], 'failed');
    this.#end(
      call.meter.timeLeft() <= 0
        ? late(call.limits)
        : `the plugin used more than ${call.limits.processorMs / 1000} s of processor time in one call`,
      'late',
    );
  }

  #end(message: string, kind: FailureKind): void {
    if (this.#isOver) return;
    post({ type: 'ended', room: this.#name, message, kind });
    this.close();
  }

  #expire(call: Call): void {
    if (!this.#calls.has(call.id)) return;
    const left = call.meter.timeLeft();
    if (left > 0) {
      call.timer = setTimeout(() => this.#expire(call), left);
      return;
    }
    if (call.frames) this.#finishFrames(call, true, null);
    else post({ type: 'failed', id: call.id, message: late(call.limits), kind: 'late' });
    this.#abort(call);
  }

  /** Aborts the signal of a call; what the plugin still does counts against the same limits. */
  #abort(call: Call): void {
    this.#forget(call);
    const asks = [...this.#asked].filter(([, one]) => one === call).map(([ask]) => ask);
    for (const ask of asks) this.#asked.delete(ask);
    if (this.#interpreter) this.#enter(this.#interpreter, call, 'abort', call.id, JSON.stringify(asks));
  }

  #forget(call: Call): void {
    clearTimeout(call.timer);
    this.#calls.delete(call.id);
    for (const [ask, body] of this.#bodies) if (body.call === call) this.#bodies.delete(ask);
  }

  #finishFrames(call: Call, isLate: boolean, error: string | null): void {
    const { codes = [], delays = [] } = call.frames ?? {};
    const all = new Uint8Array(Buffer.concat(codes));
    this.#forget(call);
    post({ type: 'done', id: call.id, result: { codes: all, delays, late: isLate, error } satisfies MadeFrames }, [
      all.buffer,
    ]);
  }

  #bridges(): Readonly<Record<string, Bridge>> {
    return {
      settle: (id, text) => this.#settle(Number(id), String(text)),
      fail: (id, message, kind, isFinal) =>
        this.#fail(Number(id), String(message), KINDS.find((one) => one === kind) ?? 'failed', isFinal === true),
      log: (id, line) => this.#log(Number(id), String(line)),
      frame: (id, codes, delay) => this.#addFrame(Number(id), codes, Number(delay)),
      fetch: (request, body) => this.#fetch(String(request), body instanceof Uint8Array ? body : null),
      body: (ask) => this.#takeBody(Number(ask)),
    };
  }

  #settle(id: number, text: string): void {
    const call = this.#calls.get(id);
    if (!call) return;
    if (call.frames) this.#finishFrames(call, false, null);
    else if (text.length > RESULT_BYTES || Buffer.byteLength(text) > RESULT_BYTES)
      return this.#fail(id, `the result is larger than ${RESULT_BYTES / 1024} KiB`, 'failed', false);
    else {
      this.#forget(call);
      post({ type: 'done', id, result: text });
    }
  }

  #fail(id: number, message: string, kind: FailureKind, isFinal: boolean): void {
    const call = this.#calls.get(id);
    // A call beyond its limits ends when the interpreter returns, with that reason and not with this one.
    if (!call || this.#isTooMuch()) return;
    const breakdown = this.#breakdownBehind(message);
    const text = breakdown ? REASONS[breakdown] : message.slice(0, LONGEST_MESSAGE) || 'the plugin failed';
    // What could not be loaded is loaded anew at the next call, and memory that was taken for nothing is given back.
    const isWasted = kind === 'failed' && this.#calls.size === 1 && this.bytes > MOST_KEPT_AFTER_FAILURE;
    if (isFinal || breakdown === 'memory' || isWasted) this.#fatal = text;
    if (call.frames) this.#finishFrames(call, false, text);
    else if (this.#fatal === null) {
      this.#forget(call);
      post({ type: 'failed', id, message: text, kind });
    }
  }

  /** An interpreter without any memory left cannot even make an error. */
  #breakdownBehind(message: string): 'memory' | 'stack' | null {
    if (message === 'out of memory' || (message === '' && this.#interpreter?.hasGrown())) return 'memory';
    return message === 'stack overflow' ? 'stack' : null;
  }

  #log(id: number, line: string): void {
    const call = this.#calls.get(id);
    if (!call) return;
    if (++call.logged <= MOST_LOG_LINES) post({ type: 'log', id, line: line.slice(0, LONGEST_MESSAGE) });
    this.#flooded ||= call.logged > LOG_FLOOD;
  }

  /** Adds a frame; answers whether there are enough. */
  #addFrame(id: number, codes: Plain, delay: number): boolean {
    const call = this.#calls.get(id);
    if (!call?.frames || call.task.kind !== 'frames') return true;
    // What made it may be no code of ours any more: a plugin can replace everything that lies inside.
    if (!isFrame(codes, call.task)) {
      this.#finishFrames(call, false, 'a frame is no grid of flap codes');
      return true;
    }
    call.frames.codes.push(codes);
    call.frames.delays.push(Number.isFinite(delay) ? delay : 0);
    if (call.frames.delays.length < call.task.most) return false;
    this.#finishFrames(call, false, null);
    return true;
  }

  /** Passes a request on; answers the number under which its response will come. */
  #fetch(text: string, body: Uint8Array | null): number {
    const call = this.#current;
    if (!call || !this.#calls.has(call.id)) throw new Error('the call is over');
    if (++call.fetched > MOST_FETCHES) throw new Error(`more than ${MOST_FETCHES} requests in one call`);
    if (text.length > LONGEST_ASK) throw new Error(`address and headers are longer than ${LONGEST_ASK / 1024} KiB`);
    if (body && body.length > MOST_SENT_BYTES) throw new Error(`the body is larger than ${MOST_SENT_BYTES / 1024} KiB`);
    const { url, method, headers } = JSON.parse(text) as Record<string, unknown>;
    const ask = ++this.#asks;
    this.#asked.set(ask, call);
    post({
      type: 'ask',
      id: call.id,
      ask,
      request: { url: String(url), method: String(method), headers: headersOf(headers), body } satisfies FetchAsk,
    });
    return ask;
  }

  #takeBody(ask: number): Uint8Array {
    const body = this.#bodies.get(ask);
    this.#bodies.delete(ask);
    return body?.bytes ?? new Uint8Array();
  }
}

import { isIP } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { NetError } from '../platform/network/exchange.ts';

/** One answer of a mail server: its line, and what it sent in whole beside it. */
export interface ImapResponse {
  readonly line: string;
  readonly literals: readonly Buffer[];
}

/** A part of a command: words as they are, or a text of any letters. */
export type ImapPart = string | { readonly text: string };

const SILENCE_MS = 60_000;
/** Of all answers to one command, and so of each line. */
const MOST_BYTES = 64 * 1024;

const tooMuch = (): NetError => new NetError('the mail server sends more than was asked for');

/** Reads lines and literals off a stream of bytes, within bounds. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);
  #left = MOST_BYTES;

  constructor(socket: AsyncIterable<Buffer>) {
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  /** Another command may be answered. */
  refill(): void {
    this.#left = MOST_BYTES;
  }

  async next(): Promise<ImapResponse> {
    const literals: Buffer[] = [];
    let line = '';
    for (;;) {
      const part = await this.#line();
      line += part;
      const length = /\{(\d{1,9})\+?\}$/.exec(part)?.[1];
      if (length === undefined) return { line, literals };
      literals.push(await this.#take(Number(length)));
    }
  }

  async #line(): Promise<string> {
    let end = this.#rest.indexOf('\r\n');
    while (end < 0) {
      if (this.#rest.length > MOST_BYTES) throw tooMuch();
      await this.#more();
      end = this.#rest.indexOf('\r\n');
    }
    return (await this.#take(end + 2)).toString('latin1').slice(0, -2);
  }

  async #take(length: number): Promise<Buffer> {
    this.#left -= length;
    if (this.#left < 0) throw tooMuch();
    while (this.#rest.length < length) await this.#more();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new NetError('the mail server ended the connection');
    this.#rest = Buffer.concat([this.#rest, value]);
  }
}

/** Letters that may stand between quotation marks as they are. */
const quotable = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** A connection to a mail server by IMAP over TLS (RFC 3501), as far as reading a few headers needs it. */
export class ImapConnection {
  readonly #socket: TLSSocket;
  readonly #reader: Reader;
  #commands = 0;

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    this.#reader = new Reader(socket);
  }

  /** Connects, and waits for the greeting. Rejects with NetError, or as a socket does. */
  static async open(host: string, port: number, options: ConnectionOptions = {}): Promise<ImapConnection> {
    const socket = connect({ ...options, host, port, ...(isIP(host) ? {} : { servername: host }) });
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new NetError('the mail server does not answer')));
    // Whoever waits for an answer is told; a fault while nobody waits is found with the next command.
    socket.on('error', () => undefined);
    const connection = new ImapConnection(socket);
    try {
      const { line } = await connection.#reader.next();
      if (!/^\* OK\b/i.test(line)) throw new NetError('the server is no mail server, or takes nobody now');
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** The answers to a command; null when the server refuses it. */
  async command(...parts: readonly ImapPart[]): Promise<readonly ImapResponse[] | null> {
    const tag = `F${++this.#commands}`;
    this.#reader.refill();
    await this.#send(tag, parts);
    const answers: ImapResponse[] = [];
    for (;;) {
      const answer = await this.#reader.next();
      if (answer.line.startsWith(`${tag} `)) return /^\w+ OK\b/i.test(answer.line) ? answers : null;
      answers.push(answer);
    }
  }

  /** Ends the connection at once. */
  close(): void {
    this.#socket.destroy();
  }

  async #send(tag: string, parts: readonly ImapPart[]): Promise<void> {
    let line = tag;
    for (const part of parts) {
      if (typeof part === 'string') line += ` ${part}`;
      else if (quotable(part.text)) line += ` "${part.text.replace(/["\\]/g, '\\$&')}"`;
      else {
        const bytes = Buffer.from(part.text);
        this.#socket.write(`${line} {${bytes.length}}\r\n`);
        while (!(await this.#reader.next()).line.startsWith('+'));
        this.#socket.write(bytes);
        line = '';
      }
    }
    this.#socket.write(`${line}\r\n`);
  }
}

import { MessageWriter, bytesIn, numberIn, readFields } from '../../panel/chainlink/protobuf.ts';

/** What a host asks of an emulated board. */
export type HostMessage =
  | {
      readonly kind: 'command';
      readonly nonce: number;
      readonly modules: readonly { readonly action: number; readonly param: number }[];
      readonly save: boolean;
    }
  | {
      readonly kind: 'config';
      readonly nonce: number;
      readonly modules: readonly { readonly flap: number; readonly movement: number; readonly reset: number }[];
    }
  | { readonly kind: 'state'; readonly nonce: number };

/** A module as a board reports it; `state` by the protocol's number. */
export interface ReportedModule {
  readonly state: number;
  readonly flap: number;
  readonly moving: boolean;
  readonly atHome: boolean;
  readonly unexpectedHomes: number;
  readonly missedHomes: number;
}

const EMPTY = new Uint8Array();

const wrap = (field: number, inside: MessageWriter): Uint8Array =>
  new MessageWriter().bytes(field, inside.finish()).finish();

/** Reads a message of a host; null when it is damaged or empty. */
export const decodeHostMessage = (bytes: Uint8Array): HostMessage | null => {
  const fields = readFields(bytes);
  if (!fields) return null;
  const nonce = numberIn(fields, 1);
  const kind = fields.find(({ number }) => number > 1)?.number;
  const inside = readFields(bytesIn(fields, kind ?? 0).at(-1) ?? EMPTY) ?? [];
  const numbers = (field: number) => bytesIn(inside, field).map((module) => readFields(module) ?? []);
  if (kind === 2)
    return {
      kind: 'command',
      nonce,
      modules: numbers(2).map((module) => ({ action: numberIn(module, 1), param: numberIn(module, 2) })),
      save: numberIn(inside, 3) !== 0,
    };
  if (kind === 3)
    return {
      kind: 'config',
      nonce,
      modules: numbers(1).map((module) => ({
        flap: numberIn(module, 1),
        movement: numberIn(module, 2),
        reset: numberIn(module, 3),
      })),
    };
  return kind === 4 ? { kind: 'state', nonce } : null;
};

/** An acknowledgement. */
export const encodeAck = (nonce: number): Uint8Array => wrap(3, new MessageWriter().number(1, nonce));

/** A line of the board's log. */
export const encodeLog = (text: string): Uint8Array => wrap(2, new MessageWriter().bytes(1, Buffer.from(text)));

/** The state of all modules. */
export const encodeState = (modules: readonly ReportedModule[], chainIntact: boolean): Uint8Array => {
  const state = new MessageWriter();
  for (const { state: number, flap, moving, atHome, unexpectedHomes, missedHomes } of modules) {
    state.bytes(
      1,
      new MessageWriter()
        .number(1, number)
        .number(2, flap)
        .number(3, Number(moving))
        .number(4, Number(atHome))
        .number(5, unexpectedHomes)
        .number(6, missedHomes)
        .finish(),
    );
  }
  return wrap(1, state.number(2, Number(chainIntact)));
};

/** What a board is and which reel it was built for. */
export const encodeGeneral = (uptimeMs: number, flaps: string | null): Uint8Array => {
  const general = new MessageWriter().number(1, 1).number(2, uptimeMs);
  return wrap(5, flaps === null ? general : general.bytes(4, Buffer.from(flaps, 'latin1')));
};

/** The power supply; a fault is named by the protocol's number. */
export const encodeSupervisor = (
  uptimeMs: number,
  fault: { readonly type: number; readonly text: string } | null,
): Uint8Array => {
  const channel = new MessageWriter()
    .float(1, fault ? 0 : 12)
    .float(2, 0.5)
    .number(3, Number(!fault));
  const supervisor = new MessageWriter()
    .number(1, uptimeMs)
    .number(2, fault ? 5 : 4)
    .bytes(3, channel.finish());
  if (fault)
    supervisor.bytes(
      4,
      new MessageWriter().number(1, fault.type).bytes(2, Buffer.from(fault.text)).number(3, uptimeMs).finish(),
    );
  return wrap(4, supervisor);
};

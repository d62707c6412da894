import { MessageWriter, bytesIn, floatIn, numberIn, readFields, textIn, type Field } from './protobuf.ts';

/**
 * What a module is asked for: a flap, and two counters of which a new value means "turn again" and "find home again".
 */
export interface ModuleConfig {
  readonly flap: number;
  readonly movement: number;
  readonly reset: number;
}

/** Commands to single modules, by the protocol's numbers. */
export const ACTIONS = {
  none: 0,
  go_to_flap: 1,
  reset_and_home: 2,
  offset_tenth: 90,
  offset_half: 91,
  set_offset: 92,
} as const;

/** A command to one module. */
export interface ModuleCommand {
  readonly action: keyof typeof ACTIONS;
  readonly param?: number;
}

/** States of a module, in the protocol's order. */
export const MODULE_STATES = ['normal', 'look_for_home', 'sensor_error', 'panic', 'disabled'] as const;

/** What a module tells of itself. `flap` is null where it is not known. */
export interface ModuleStatus {
  readonly state: (typeof MODULE_STATES)[number];
  readonly flap: number | null;
  readonly moving: boolean;
  readonly atHome: boolean;
  readonly unexpectedHomes: number;
  readonly missedHomes: number;
}

/** The supply of a power channel. */
export interface PowerChannel {
  readonly volts: number;
  readonly amps: number;
  readonly on: boolean;
}

/** What a device says. */
export type DeviceMessage =
  | { readonly kind: 'state'; readonly modules: readonly ModuleStatus[]; readonly chainIntact: boolean }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'ack'; readonly nonce: number }
  | { readonly kind: 'supervisor'; readonly fault: string | null; readonly channels: readonly PowerChannel[] }
  | { readonly kind: 'general'; readonly protocol: number; readonly uptimeMs: number; readonly flaps: string | null };

const SUPERVISOR_FAULT = 5;

const FAULT_TYPES = [
  'an unknown fault',
  'no fault',
  'an inrush current that does not settle',
  'a shutdown of the modules',
  'a voltage out of range',
  'too much current',
  'power where none should be',
];

const toDevice = (nonce: number): MessageWriter => new MessageWriter().number(1, nonce);

const EMPTY = new Uint8Array();

/** Asks for the state of all modules. */
export const encodeStateRequest = (nonce: number): Uint8Array => toDevice(nonce).bytes(4, EMPTY).finish();

/** What all modules shall show; one that is left out would turn home, so all have to be in it. */
export const encodeConfig = (nonce: number, modules: readonly ModuleConfig[]): Uint8Array => {
  const config = new MessageWriter();
  for (const { flap, movement, reset } of modules)
    config.bytes(
      1,
      new MessageWriter()
        .number(1, flap)
        .number(2, movement & 0xff)
        .number(3, reset & 0xff)
        .finish(),
    );
  return toDevice(nonce).bytes(3, config.finish()).finish();
};

/** Commands to modules, in their order along the chain. */
export const encodeCommand = (nonce: number, modules: readonly ModuleCommand[]): Uint8Array => {
  const command = new MessageWriter();
  for (const { action, param } of modules)
    command.bytes(
      2,
      new MessageWriter()
        .number(1, ACTIONS[action])
        .number(2, param ?? 0)
        .finish(),
    );
  return toDevice(nonce).bytes(2, command.finish()).finish();
};

/** Asks to keep all offsets beyond a restart; works only while no module turns. */
export const encodeSaveOffsets = (nonce: number): Uint8Array =>
  toDevice(nonce).bytes(2, new MessageWriter().number(3, 1).finish()).finish();

/** What a message from a device says; null when it is damaged or of a kind that is not known. */
export const decodeDeviceMessage = (bytes: Uint8Array): DeviceMessage | null => {
  const [field] = readFields(bytes) ?? [];
  if (!field || typeof field.value === 'number') return null;
  const inside = readFields(field.value);
  return inside ? (DECODERS[field.number]?.(inside) ?? null) : null;
};

const decodeModule = (bytes: Uint8Array): ModuleStatus => {
  const fields = readFields(bytes) ?? [];
  return {
    state: MODULE_STATES[numberIn(fields, 1)] ?? 'panic',
    flap: numberIn(fields, 2),
    moving: numberIn(fields, 3) !== 0,
    atHome: numberIn(fields, 4) !== 0,
    unexpectedHomes: numberIn(fields, 5),
    missedHomes: numberIn(fields, 6),
  };
};

const decodeSupervisor = (fields: readonly Field[]): DeviceMessage => {
  const fault = readFields(bytesIn(fields, 4).at(-1) ?? EMPTY) ?? [];
  const channels = bytesIn(fields, 3).map((bytes) => {
    const channel = readFields(bytes) ?? [];
    return { volts: floatIn(channel, 1), amps: floatIn(channel, 2), on: numberIn(channel, 3) !== 0 };
  });
  const text = textIn(fault, 2);
  const reason = `${FAULT_TYPES[numberIn(fault, 1)] ?? FAULT_TYPES[0] ?? ''}${text === '' ? '' : ` (${text})`}`;
  return { kind: 'supervisor', fault: numberIn(fields, 2) === SUPERVISOR_FAULT ? reason : null, channels };
};

const DECODERS: Readonly<Record<number, (fields: readonly Field[]) => DeviceMessage>> = {
  1: (fields) => ({
    kind: 'state',
    modules: bytesIn(fields, 1).map(decodeModule),
    chainIntact: numberIn(fields, 2) !== 0,
  }),
  2: (fields) => ({ kind: 'log', text: textIn(fields, 1) }),
  3: (fields) => ({ kind: 'ack', nonce: numberIn(fields, 1) }),
  4: decodeSupervisor,
  5: (fields) => {
    const flaps = Buffer.from(bytesIn(fields, 4).at(-1) ?? EMPTY).toString('latin1');
    return {
      kind: 'general',
      protocol: numberIn(fields, 1),
      uptimeMs: numberIn(fields, 2),
      flaps: flaps === '' ? null : flaps,
    };
  },
};

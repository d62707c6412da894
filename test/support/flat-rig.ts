import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { State } from '../../src/schema/state.ts';
import { startAppliance, type Answer, type Appliance } from './appliance.ts';

/** Any JSON object, as tests look into it. */
export type Json = Record<string, never>;

/** An appliance with two boards: the virtual primary, and a wall that is an emulated flagship. */
export interface FlatRig {
  readonly appliance: Appliance;
  readonly emulator: Emulator;
  /** Id of the emulated board. */
  readonly wall: string;
  /** A request of the appliance. */
  call<T = Json>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** Changes what is stored, past every rule. */
  store(change: (state: State) => Partial<State>): Promise<void>;
  /** Makes a template page and answers its id. */
  page(name: string, template: string[], more?: object): Promise<string>;
  /** The first code on the emulated board. */
  first(): number | undefined;
  close(): Promise<void>;
}

/** Starts the rig; output goes to both boards. */
export const startFlatRig = async (clock: Clock, env: Record<string, string> = {}): Promise<FlatRig> => {
  const emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  const appliance = await startAppliance({ clock, env });
  const added = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Wall',
    host: `127.0.0.1:${emulator.port}`,
    local_api_key: 'k',
  });
  const call = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
    appliance.call<T>(method, path, body);
  return {
    appliance,
    emulator,
    wall: added.body.boards[1]?.id ?? '',
    call,
    store: (change) => appliance.app.store.update(change),
    page: async (name, template, more = {}) =>
      (await call<{ id: string }>('POST', '/pages', { name, type: 'template', template, ...more })).body.id,
    first: () => emulator.shown()[0]?.[0],
    close: async () => {
      await appliance.close();
      await emulator.close();
    },
  };
};

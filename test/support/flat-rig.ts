import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { createRouteTable, type RouteTable } from '../../src/http/route-table.ts';
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
  /** A request whose answer is checked against what its route declares. */
  call<T = Json>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** Changes what is stored, past every rule. */
  store(change: (state: State) => Partial<State>): Promise<void>;
  /** Makes a template page and answers its id. */
  page(name: string, template: string[], more?: object): Promise<string>;
  /** The first code on the emulated board. */
  first(): number | undefined;
  close(): Promise<void>;
}

/** Statuses that the server gives before a route is asked. */
const ANYWHERE = [401, 409, 413, 415, 400];

const checkAnswer = (declared: RouteTable, method: string, path: string, answer: Answer<unknown>): void => {
  const match = declared.find(method, path.split('?')[0] ?? '');
  if (match.kind !== 'route') return;
  const { success, errors } = match.route;
  const where = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 600);
  if (answer.status < 300) {
    assert.is(answer.status, success.status, where);
    const parsed = success.schema ? v.safeParse(success.schema, answer.body) : null;
    assert.ok(!parsed || parsed.success, `${where} ${JSON.stringify(parsed?.issues?.map((issue) => [v.getDotPath(issue), issue.message]))}`);
    if (parsed) assert.equal(parsed.output, answer.body, `${where}: members that are not declared`);
    return;
  }
  const { detail } = answer.body as { detail: unknown };
  assert.ok(errors.includes(answer.status) || ANYWHERE.includes(answer.status), `${where}: not declared`);
  assert.ok(answer.status === 422 ? Array.isArray(detail) : typeof detail === 'string' && detail !== '', where);
};

/** Starts the rig; output goes to both boards. */
export const startFlatRig = async (clock: Clock, env: Record<string, string> = {}): Promise<FlatRig> => {
  const emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  const appliance = await startAppliance({ clock, env });
  const added = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', { device_type: 'flagship', name: 'Wall', host: `127.0.0.1:${emulator.port}`, local_api_key: 'k' });
  const declared = createRouteTable(appliance.app.routes);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const answer = await appliance.call<T>(method, path, body);
    checkAnswer(declared, method, path, answer);
    return answer;
  };
  return {
    appliance,
    emulator,
    wall: added.body.boards[1]?.id ?? '',
    call,
    store: (change) => appliance.app.store.update(change),
    page: async (name, template, more = {}) => (await call<{ id: string }>('POST', '/pages', { name, type: 'template', template, ...more })).body.id,
    first: () => emulator.shown()[0]?.[0],
    close: async () => {
      await appliance.close();
      await emulator.close();
    },
  };
};

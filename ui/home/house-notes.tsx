import type { MqttStatus } from '../../src/schema/mqtt.ts';
import type { Status } from '../../src/schema/status.ts';
import type { ConfigCheck } from '../../src/schema/system.ts';
import type { UpdateStatus } from '../../src/schema/update.ts';
import { request } from '../api.ts';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { library } from '../library.ts';
import type { Library } from '../library.ts';
import { useStore } from '../store.ts';
import { houseNotes } from '../strings/house-notes.ts';

const LOOK_MS = 60_000;
const DAY_MS = 86_400_000;

interface PluginError {
  readonly plugin_id: string;
  readonly error: string;
}

/** Something about the house that is not as it should be, and where it is put right. */
export interface Note {
  readonly text: string;
  readonly href: string;
  readonly action: string;
}

interface House {
  readonly status: Status;
  readonly check: ConfigCheck;
  readonly mqtt: MqttStatus;
  readonly update: UpdateStatus;
  readonly plugins: readonly PluginError[];
}

const loadHouse = async (): Promise<House> => {
  const [status, check, mqtt, update, { errors }] = await Promise.all([
    request<Status>('GET', '/v1/status'),
    request<ConfigCheck>('GET', '/config/validate'),
    request<MqttStatus>('GET', '/mqtt/status'),
    request<UpdateStatus>('GET', '/system/update/status'),
    request<{ errors: PluginError[] }>('GET', '/plugins/errors'),
  ]);
  return { status, check, mqtt, update, plugins: errors };
};

const ofUpdate = ({ state, last_update: last }: UpdateStatus): Note[] => {
  const to = { href: '/settings/update', action: houseNotes.toUpdate };
  if (state === 'on_trial') return [{ ...to, text: houseNotes.onTrial }];
  if (!last || last.result === 'kept' || Date.now() - Date.parse(last.at) > DAY_MS) return [];
  return [{ ...to, text: houseNotes.updateFailed(last.version, last.reason ?? '') }];
};

const ofBoards = ({ boards }: Status, names: Names, current: string): Note[] =>
  Object.entries(boards).flatMap(([id, { error }]) =>
    error === null || id === current ? [] : [{ text: houseNotes.board(names(id), error), href: `/?board=${encodeURIComponent(id)}`, action: houseNotes.toBoard }],
  );

/** The name of a board by its id. */
type Names = (id: string) => string;

/** What an owner should know of the house beside the board that is drawn large, which speaks for itself. */
export const notesOf = ({ status, check, mqtt, update, plugins }: House, names: Names, current: string): Note[] => {
  const told = new Set(Object.values(status.boards).map(({ error }) => error));
  return [
    ...check.errors.filter((error) => !told.has(error)).map((text) => ({ text, href: '/settings/logs', action: houseNotes.toLogs })),
    ...ofBoards(status, names, current),
    ...check.warnings.map((text) => ({ text, href: '/settings/about', action: houseNotes.toAbout })),
    ...(mqtt.enabled && !mqtt.connected ? [{ text: houseNotes.mqtt(mqtt.broker ?? '', mqtt.error ?? ''), href: '/settings/mqtt', action: houseNotes.toMqtt }] : []),
    ...ofUpdate(update),
    ...plugins.map(({ plugin_id, error }) => ({ text: houseNotes.plugin(plugin_id, error), href: `/plugins/${encodeURIComponent(plugin_id)}`, action: houseNotes.toPlugin })),
  ];
};

const boardsOf = ({ boards }: Library) => boards;

/** What is wrong in the house, in words, with the way to what mends it. */
export const HouseNotes = ({ current }: { current: string }) => {
  const { value, reload } = useResource('house', loadHouse, ['settings', 'plugins', 'boards']);
  const boards = useStore(library, boardsOf);
  usePoll(reload, LOOK_MS);
  const notes = value ? notesOf(value, (id) => boards?.find((board) => board.id === id)?.name ?? id, current) : [];
  if (notes.length === 0) return null;
  return (
    <section class="house-notes" aria-label={houseNotes.title}>
      <ul>
        {notes.map(({ text, href, action }) => (
          <li key={text} class="notice">
            {text}{' '}
            <a class="link" href={href}>
              {action}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};

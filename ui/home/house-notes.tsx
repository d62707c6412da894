import type { MqttStatus } from '../../src/schema/mqtt.ts';
import type { ConfigCheck } from '../../src/schema/system.ts';
import type { UpdateStatus } from '../../src/schema/update.ts';
import { request } from '../api.ts';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { library } from '../library.ts';
import type { Library } from '../library.ts';
import { useStore } from '../store.ts';
import { houseNotes } from '../strings/house-notes.ts';
import { notesOf } from './house.ts';
import type { House, Note, PluginError } from './house.ts';

const LOOK_MS = 60_000;

const loadHouse = async (): Promise<House> => {
  const [check, mqtt, update, { errors }] = await Promise.all([
    request<ConfigCheck>('GET', '/config/validate'),
    request<MqttStatus>('GET', '/mqtt/status'),
    request<UpdateStatus>('GET', '/system/update/status'),
    request<{ errors: PluginError[] }>('GET', '/plugins/errors'),
  ]);
  return { check, mqtt, update, plugins: errors };
};

const boardsOf = ({ boards }: Library) => boards;
const conditionsOf = ({ conditions }: Library) => conditions;

const List = ({ notes }: { notes: readonly Note[] }) => (
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
);

/** With more than these, the rest is told on request: the boards stay in sight. */
const MOST_AT_ONCE = 3;

/** What is wrong in the house, in words, with the way to what mends it. */
export const HouseNotes = ({ current }: { current: string }) => {
  const { value, reload } = useResource('house', loadHouse, ['settings', 'plugins', 'boards']);
  const boards = useStore(library, boardsOf);
  const conditions = useStore(library, conditionsOf);
  usePoll(reload, LOOK_MS);
  const notes = value
    ? notesOf(value, Object.values(conditions), (id) => boards?.find((board) => board.id === id)?.name ?? id, current)
    : [];
  if (notes.length === 0) return null;
  const more = notes.slice(MOST_AT_ONCE);
  return (
    <section class="house-notes" aria-label={houseNotes.title}>
      <List notes={notes.slice(0, MOST_AT_ONCE)} />
      {more.length > 0 && (
        <details>
          <summary>{houseNotes.more(more.length)}</summary>
          <List notes={more} />
        </details>
      )}
    </section>
  );
};

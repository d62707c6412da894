import type { MqttStatus } from '../../../src/schema/appliance/mqtt.ts';
import type { ConfigCheck, SafeStartStatus } from '../../../src/schema/appliance/system.ts';
import type { UpdateStatus } from '../../../src/schema/appliance/update.ts';
import type { WallList } from '../../../src/schema/boards/walls.ts';
import { request } from '../../api.ts';
import { PHONE, useMedia } from '../../kit/media.ts';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { useService } from '../../service-state.ts';
import { attention } from '../../strings/attention.ts';
import { notesOf, type InstallStatus, type Note, type PluginError } from './attention.ts';
import { AskingWalls } from '../asking-walls.tsx';
import { SafeStartNotice } from '../safe-start-notice.tsx';

const LOOK_MS = 60_000;

const loadInstallStatus = async (): Promise<InstallStatus> => {
  const [check, mqtt, update, { errors }, { safe_start }, walls] = await Promise.all([
    request<ConfigCheck>('GET', '/config/validate'),
    request<MqttStatus>('GET', '/mqtt/status'),
    request<UpdateStatus>('GET', '/system/update/status'),
    request<{ errors: PluginError[] }>('GET', '/plugins/errors'),
    request<{ safe_start: SafeStartStatus | null }>('GET', '/status'),
    request<WallList>('GET', '/walls'),
  ]);
  return { check, mqtt, update, plugins: errors, safeStart: safe_start, walls };
};

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

/** With more than these, the rest is told on request: the boards stay in sight. On a phone one takes as much room. */
const MOST_AT_ONCE = { phone: 1, desk: 3 };

/** What needs attention, in words, each with a link to where it is put right. */
export const AttentionList = ({ current }: { current: string }) => {
  const { value, reload } = useResource('attention', loadInstallStatus, ['settings', 'plugins', 'boards']);
  const boards = useService((state) => state.boards);
  const conditions = useService((state) => state.conditions);
  const most = useMedia(PHONE) ? MOST_AT_ONCE.phone : MOST_AT_ONCE.desk;
  usePoll(reload, LOOK_MS);
  const notes = value
    ? notesOf(value, Object.values(conditions), (id) => boards?.find((board) => board.id === id)?.name ?? id, current)
    : [];
  const { safeStart, walls } = value ?? {};
  const asking = walls && walls.asking.length > 0 && walls;
  if (notes.length === 0 && !safeStart && !asking) return null;
  const more = notes.slice(most);
  return (
    <section class="attention" aria-label={attention.title}>
      {safeStart && <SafeStartNotice status={safeStart} onEnd={reload} />}
      {asking && <AskingWalls list={asking} onChange={reload} />}
      <List notes={notes.slice(0, most)} />
      {more.length > 0 && (
        <details>
          <summary>{attention.more(more.length)}</summary>
          <List notes={more} />
        </details>
      )}
    </section>
  );
};

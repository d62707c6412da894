import type { AuditEntry } from '../../../src/schema/appliance/auth.ts';
import { formatMoment } from '../../kit/language.ts';
import type { Resource } from '../../kit/resource.ts';
import { system } from '../../strings/settings/system.ts';
import { Loaded, Panel } from '../section.tsx';

const texts = system.account;

/** So many are shown before all of them are asked for. */
const FIRST = 20;

const Entry = ({ entry: { at, event, username, client, count } }: { entry: AuditEntry }) => (
  <li>
    <span>
      <strong>
        {texts.events[event]}
        {texts.times(count)}
      </strong>{' '}
      <span class="meta">
        {[username, client === null ? null : texts.from(client)].filter((part) => part !== null).join(' ')}
      </span>
    </span>
    <time class="meta" dateTime={at}>
      {formatMoment(at)}
    </time>
  </li>
);

/** Sign-ins and changes of the account, newest first. */
export const AuditList = ({ audit }: { audit: Resource<{ entries: AuditEntry[] }> }) => (
  <Panel title={texts.auditTitle}>
    <Loaded from={audit}>
      {({ entries }) => {
        if (entries.length === 0) return <p class="meta">{texts.auditNone}</p>;
        const [first, more] = [entries.slice(0, FIRST), entries.slice(FIRST)];
        return (
          <>
            <ul class="events">
              {first.map((entry, index) => (
                <Entry key={`${entry.at} ${index}`} entry={entry} />
              ))}
            </ul>
            {more.length > 0 && (
              <details class="fold">
                <summary>{texts.auditMore(more.length)}</summary>
                <ul class="events">
                  {more.map((entry, index) => (
                    <Entry key={`${entry.at} ${index}`} entry={entry} />
                  ))}
                </ul>
              </details>
            )}
          </>
        );
      }}
    </Loaded>
  </Panel>
);

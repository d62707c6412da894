import type { AuthStatus, AuditEntry } from '../../../src/schema/appliance/auth.ts';
import { askStatus } from '../../login/session.ts';
import { tellChange } from '../../kit/changes.ts';
import { useResource, type Resource } from '../../kit/resource.ts';
import { system } from '../../strings/settings/system.ts';
import { formatMoment } from '../../kit/language.ts';
import { accountOperations } from '../api.ts';
import { Loaded, Section, Panel } from '../section.tsx';
import { ApiToken } from './api-token.tsx';
import { ChangeName, ChangePassword, CreateAccount, TurnLoginOff } from './change-account.tsx';
import { ShareLinks } from './share-links.tsx';

const texts = system.account;

/** So many are shown before all of them are asked for. */
const FIRST = 20;

const Entries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <ul class="events">
    {entries.map(({ at, event, username, client, count }, index) => (
      <li key={`${at} ${index}`}>
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
    ))}
  </ul>
);

/** Sign-ins and changes of the account, newest first. */
const AuditList = ({ audit }: { audit: Resource<{ entries: AuditEntry[] }> }) => (
  <Panel title={texts.auditTitle}>
    <Loaded from={audit}>
      {({ entries }) => {
        if (entries.length === 0) return <p class="meta">{texts.auditNone}</p>;
        const more = entries.slice(FIRST);
        return (
          <>
            <Entries entries={entries.slice(0, FIRST)} />
            {more.length > 0 && (
              <details class="fold">
                <summary>{texts.auditMore(more.length)}</summary>
                <Entries entries={more} />
              </details>
            )}
          </>
        );
      }}
    </Loaded>
  </Panel>
);

const Owner = ({ status: { enabled, username }, onChange }: { status: AuthStatus; onChange: () => void }) => {
  if (!enabled || username === null) {
    return (
      <>
        <p class="notice">{texts.open}</p>
        <CreateAccount onDone={onChange} />
      </>
    );
  }
  return (
    <>
      <p class="notice">{texts.signedIn(username)}</p>
      <ChangePassword username={username} onDone={onChange} />
      <ChangeName username={username} onDone={onChange} />
    </>
  );
};

/** Who may use flapbox: the account, the token of scripts, and the log of sign-ins. */
export const Account = () => {
  const status = useResource('account', askStatus, ['account']);
  const audit = useResource('audit', accountOperations.audit);
  const changed = () => {
    tellChange(['account']);
    audit.reload();
  };
  return (
    <Section name="account">
      <Loaded from={status}>{(value) => <Owner status={value} onChange={changed} />}</Loaded>
      <ApiToken onChange={audit.reload} />
      <ShareLinks onChange={audit.reload} />
      <AuditList audit={audit} />
      {status.value?.enabled && status.value.username !== null && (
        <TurnLoginOff username={status.value.username} onDone={changed} />
      )}
    </Section>
  );
};

import type { AuthStatus } from '../../../src/schema/appliance/auth.ts';
import { tellChange } from '../../kit/changes.ts';
import { useResource } from '../../kit/resource.ts';
import { system } from '../../strings/settings/system.ts';
import { accountOperations } from '../api.ts';
import { Loaded, Section } from '../section.tsx';
import { ApiToken } from './api-token.tsx';
import { AuditList } from './audit-list.tsx';
import { ChangeName, ChangePassword, TurnLoginOff } from './change-account.tsx';
import { CreateAccount } from './create-account.tsx';
import { ShareLinks } from './share-links.tsx';

const texts = system.account;

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
  const status = useResource('account', accountOperations.status, ['account']);
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

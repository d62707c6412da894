import { useState } from 'preact/hooks';
import type { TokenStatus } from '../../../src/schema/appliance/auth.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { accountOperations } from '../api.ts';
import { Loaded, Panel } from '../section.tsx';

const texts = system.account;
const STATES: Readonly<Record<TokenStatus['source'], string>> = {
  none: texts.tokenNone,
  stored: texts.tokenStored,
  env: texts.tokenEnv,
};
const QUESTIONS = {
  replace: { title: texts.replaceTitle, text: texts.replaceText, action: texts.tokenReplace },
  revoke: { title: texts.revokeTitle, text: texts.revokeText, action: texts.tokenRevoke },
} as const;

interface ButtonsProps {
  readonly configured: boolean;
  readonly busy: boolean;
  readonly onCreate: () => void;
  readonly onRevoke: () => void;
}

const Buttons = ({ configured, busy, onCreate, onRevoke }: ButtonsProps) => (
  <div class="row row-start">
    {configured ? (
      <>
        <ConfirmButton text={texts.tokenReplace} disabled={busy} question={QUESTIONS.replace} onConfirm={onCreate} />
        <ConfirmButton text={texts.tokenRevoke} disabled={busy} question={QUESTIONS.revoke} onConfirm={onRevoke} />
      </>
    ) : (
      <Button text={texts.tokenCreate} disabled={busy} onClick={onCreate} />
    )}
  </div>
);

/** The token of scripts: made, shown once, replaced and revoked. */
export const ApiToken = ({ onChange }: { onChange: () => void }) => {
  const status = useResource('token', accountOperations.token);
  const [token, setToken] = useState<string | null>(null);
  const { busy, result, act } = useWork();
  const changed = () => {
    status.reload();
    onChange();
  };
  const create = act(async () => {
    setToken((await accountOperations.createToken()).token);
    changed();
  });
  const revoke = act(async () => {
    await accountOperations.revokeToken();
    setToken(null);
    changed();
    return texts.tokenRevoked;
  });
  return (
    <Panel title={texts.tokenTitle}>
      <p class="meta">
        {texts.tokenNote} <a href="/api-help">{texts.howTo}</a>
      </p>
      <Loaded from={status}>
        {({ configured, source }) => (
          <>
            {token === null && <p>{STATES[source]}</p>}
            {token !== null && (
              <div class="notice notice-good form" role="status">
                <p>{texts.tokenOnce}</p>
                <Copyable label={texts.tokenName} text={token} />
              </div>
            )}
            {source !== 'env' && <Buttons configured={configured} busy={busy} onCreate={create} onRevoke={revoke} />}
          </>
        )}
      </Loaded>
      <Report result={result} />
    </Panel>
  );
};

import { useState } from 'preact/hooks';
import { LONGEST_RETURN_ADDRESS } from '../../src/schema/limits.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import type { SignInState, SignInWay } from '../../src/schema/plugins/sign-in.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { TextField } from '../kit/field.tsx';
import { formatMoment, momentOf } from '../kit/language.ts';
import { usePoll } from '../kit/poll.ts';
import { useResource } from '../kit/resource.ts';
import { Loading, Report, useWork } from '../kit/work.tsx';
import { signIn as texts } from '../strings/sign-in.ts';
import { pluginOperations } from './api.ts';
import './sign-in.css';

const POLL_MS = 3000;

const Steps = ({ state: { steps, url, return_to } }: { state: SignInState }) => {
  const address = return_to.redirect ?? return_to.paste;
  return (
    <>
      <h3>{texts.first}</h3>
      <ol class="sign-in-steps">
        {steps.map((step) => (
          <li key={step}>{step.replaceAll('{{return_to}}', address ?? '')}</li>
        ))}
      </ol>
      {(['redirect', 'paste'] as const).map((way) => {
        const text = return_to[way];
        return (
          text !== null && (
            <div key={way}>
              <p class="field-note">{texts.address[way]}</p>
              <Copyable text={text} label={texts.address[way]} />
            </div>
          )
        );
      })}
      <p>
        <ButtonLink small text={texts.openService} href={url} target="_blank" rel="noreferrer" />
      </p>
    </>
  );
};

interface WaitingProps {
  readonly waiting: NonNullable<SignInState['waiting']>;
  readonly busy: boolean;
  readonly onFinish: (address: string) => void;
  readonly onLeave: () => void;
}

/** What the owner does now: agrees at an address, and brings an address or types a code. */
const Waiting = ({ waiting, busy, onFinish, onLeave }: WaitingProps) => {
  const [address, setAddress] = useState('');
  const { way, url, user_code, expires_at } = waiting;
  return (
    <>
      <p>{way === 'device' ? texts.deviceIntro : way === 'paste' ? texts.pasteIntro : ''}</p>
      <p>
        <ButtonLink
          main
          text={texts.openAgree}
          href={url}
          {...(way === 'redirect' ? {} : { target: '_blank' })}
          rel="noreferrer"
        />
      </p>
      {user_code !== null && <Copyable text={user_code} label={texts.code} />}
      {way === 'paste' && (
        <TextField
          label={texts.pasteField}
          value={address}
          onChange={setAddress}
          type="url"
          maxLength={LONGEST_RETURN_ADDRESS}
        />
      )}
      <p class="field-note">{texts.waits(momentOf(expires_at))}</p>
      <div class="view-actions">
        {way === 'paste' && (
          <Button main text={texts.finish} disabled={busy || address.trim() === ''} onClick={() => onFinish(address)} />
        )}
        <Button text={texts.cancel} disabled={busy} onClick={onLeave} />
      </div>
    </>
  );
};

const Standing = ({ state: { state, service, since, until, problem } }: { state: SignInState }) => (
  <>
    {state === 'in' && (
      <p class="notice notice-good">
        {until === null
          ? `${texts.since(formatMoment(since ?? ''))} ${texts.renewed}`
          : texts.until(formatMoment(until))}
      </p>
    )}
    {state === 'again' && <p class="notice notice-bad">{texts.refused(service)}</p>}
    {state === 'out' && <p class="meta">{texts.out}</p>}
    {problem !== null && state !== 'again' && <p class="notice notice-bad">{problem}</p>}
  </>
);

/** The sign-in with the service of a source: how it stands, what is done for it, and its end. */
export const SignIn = ({ plugin, reload }: { plugin: PluginDetail; reload: () => void }) => {
  const {
    value: state,
    problem,
    reload: look,
  } = useResource(`sign-in.${plugin.id}.${plugin.configured}`, () => pluginOperations.signInState(plugin.id), [
    'plugins',
  ]);
  const { busy, result, act } = useWork();
  usePoll(look, state?.waiting?.way === 'device' ? POLL_MS : null);
  if (!state) return <Loading problem={problem} onRetry={look} />;
  const { service, waiting } = state;
  const renew = () => {
    look();
    reload();
  };
  const begin = act(async (way: SignInWay) => {
    const begun = await pluginOperations.signIn(plugin.id, way);
    look();
    if (way === 'redirect' && begun.waiting) location.assign(begun.waiting.url);
  });
  const finish = act(async (address: string) => {
    await pluginOperations.finishSignIn(plugin.id, address);
    renew();
  });
  const leave = act(async () => {
    const { revoked } = await pluginOperations.signOut(plugin.id);
    renew();
    if (waiting) return undefined;
    return revoked === true ? texts.signedOut : texts.signedOutHere(service);
  });
  return (
    <section class="card panel form" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">{texts.title(service)}</h2>
      <Standing state={state} />
      {waiting && <Waiting waiting={waiting} busy={busy} onFinish={finish} onLeave={leave} />}
      {!waiting && state.state !== 'in' && (
        <>
          <p class="meta">{texts.intro(service)}</p>
          <p class="meta">{texts.goesTo(state.hosts)}</p>
          <Steps state={state} />
          {!plugin.configured && <p class="meta">{texts.saveFirst}</p>}
          <div class="view-actions">
            {state.ways.map((way, at) => (
              <Button
                key={way}
                main={at === 0}
                text={texts.by[way](service)}
                disabled={busy || !plugin.configured}
                onClick={() => begin(way)}
              />
            ))}
          </div>
        </>
      )}
      {!waiting && (state.state === 'in' || state.state === 'again') && (
        <div class="view-actions">
          <Button text={texts.signOut} disabled={busy} onClick={leave} />
        </div>
      )}
      <Report result={result} />
    </section>
  );
};

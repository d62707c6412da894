import { useEffect, useRef, useState } from 'preact/hooks';
import { LONGEST_PASSWORD, LONGEST_USERNAME, SHORTEST_PASSWORD } from '../../src/schema/limits.ts';
import { ApiError, request } from '../api.ts';
import { Button, sending } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { LoadProblem } from '../kit/work.tsx';
import { serviceState } from '../service-state.ts';
import { login } from '../strings/login.ts';
import { askStatus, enter, reasonFor, refusalText } from './session.ts';
import type { AuthStatus } from '../../src/schema/appliance/auth.ts';
import './login.css';

const CONFLICT = 409;

type Step = 'choose' | 'create' | 'sign-in';

/** What the browser keeps with the step after the choice: its own ways back and on lead from one to the other. */
const CHOSEN = 'account';
const hasChosen = (): boolean => history.state === CHOSEN;

const stepOf = (status: AuthStatus): Step => {
  if (!status.setup_required) return 'sign-in';
  return status.first_run && !hasChosen() ? 'choose' : 'create';
};

const Problem = ({ problem }: { problem: string | null }) =>
  problem && (
    <p class="notice notice-bad" role="alert">
      {problem}
    </p>
  );

const Choice = ({ onCreate, onRefused }: { onCreate: () => void; onRefused: (error: unknown) => void }) => {
  const without = () => request('POST', '/auth/preference', { enabled: false }).then(enter, onRefused);
  return (
    <>
      <h1>{login.firstRunTitle}</h1>
      <p>{login.firstRunText}</p>
      <Button main text={login.enable} onClick={onCreate} />
      <p class="field-note">{login.enableNote}</p>
      <Button text={login.without} onClick={() => void without()} />
      <p class="field-note">{login.withoutNote}</p>
    </>
  );
};

interface SecretProps {
  readonly name: string;
  readonly label: string;
  readonly create: boolean;
  readonly shown: boolean;
  readonly hint?: string | undefined;
}

const Secret = ({ name, label, create, shown, hint }: SecretProps) => (
  <Field
    label={label}
    hint={hint}
    control={(tied) => (
      <input
        // The types know each kind of field apart; this one is either of two.
        type={(shown ? 'text' : 'password') as 'password'}
        name={name}
        required
        minLength={create ? SHORTEST_PASSWORD : 1}
        maxLength={LONGEST_PASSWORD}
        autoComplete={create ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellcheck={false}
        {...tied}
      />
    )}
  />
);

const Username = () => (
  <Field
    label={login.username}
    control={({ id }) => (
      <input
        id={id}
        type="text"
        name="username"
        required
        maxLength={LONGEST_USERNAME}
        autoComplete="username"
        autoCapitalize="none"
        spellcheck={false}
        autoFocus
      />
    )}
  />
);

const Remember = () => (
  <label class="check">
    <input type="checkbox" name="remember" defaultChecked />
    <span>{login.remember}</span>
  </label>
);

const Shown = ({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) => (
  <label class="check">
    <input type="checkbox" checked={shown} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>{login.show}</span>
  </label>
);

/** The way back for somebody who reaches the machine. */
const Lost = () => (
  <details class="login-lost">
    <summary>{login.lost}</summary>
    <p>{login.lostText}</p>
    <ul>
      <li>
        {login.lostCard[0]} <code>flapbox.txt</code>: <code>reset_login=yes</code>, {login.lostCard[1]}
      </li>
      <li>
        {login.lostElsewhere[0]} <code>auth.json</code> {login.lostElsewhere[1]}
      </li>
    </ul>
    <p>{login.lostThen}</p>
  </details>
);

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');

interface AccountProps {
  readonly create: boolean;
  readonly problem: string | null;
  readonly onProblem: (problem: string | null) => void;
  readonly onRefused: (error: unknown) => void;
  /** Null where no step came before. */
  readonly onBack: (() => void) | null;
}

const Account = ({ create, problem, onProblem, onRefused, onBack }: AccountProps) => {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const why = reasonFor(serviceState.get().boards !== null, location);
  const submit = (sent: HTMLFormElement) => {
    const entered = new FormData(sent);
    const account = { username: textOf(entered, 'username'), password: textOf(entered, 'password') };
    if (create && account.password !== textOf(entered, 'repeat')) return onProblem(login.mismatch);
    setBusy(true);
    onProblem(null);
    const done = create
      ? request('POST', '/auth/setup', account)
      : request('POST', '/auth/login', { ...account, remember_me: entered.has('remember') });
    // The step after the choice is left by the way back, which finds the account that is there now.
    done.then(hasChosen() ? () => history.back() : enter, (error: unknown) => {
      onRefused(error);
      setBusy(false);
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    });
  };
  return (
    <form class="form" ref={form} onSubmit={sending(submit)}>
      <h1>{create ? login.accountTitle : login.signInTitle}</h1>
      <p>{create ? login.accountText : login.why[why]}</p>
      <Username />
      <Secret
        name="password"
        label={login.password}
        create={create}
        shown={shown}
        hint={create ? login.passwordHint : undefined}
      />
      {create && <Secret name="repeat" label={login.repeat} create shown={shown} />}
      <Shown shown={shown} onChange={setShown} />
      {!create && <Remember />}
      <Problem problem={problem} />
      <Button submit main text={create ? login.createAccount : login.signIn} disabled={busy} />
      {onBack && <Button text={login.back} onClick={onBack} />}
      {!create && <Lost />}
    </form>
  );
};

/** Signs in, creates the first account, or asks at the very first start whether to have one. */
export const Login = () => {
  const [step, setStep] = useState<Step | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const look = (): void => {
    setProblem(null);
    askStatus().then(
      (status) =>
        status.problem
          ? setProblem(status.problem)
          : status.authenticated || !status.enabled
            ? enter()
            : setStep(stepOf(status)),
      (error: unknown) => setProblem(refusalText(error)),
    );
  };
  useEffect(() => {
    look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  const create = (): void => {
    history.pushState(CHOSEN, '');
    setStep('create');
  };
  const refuse = (error: unknown): void => {
    // Somebody else has made the choice meanwhile.
    if (error instanceof ApiError && error.status === CONFLICT) look();
    setProblem(refusalText(error));
  };
  return (
    <div class="card login rows-16">
      {step === 'choose' && <Choice onCreate={create} onRefused={refuse} />}
      {(step === 'create' || step === 'sign-in') && (
        <Account
          create={step === 'create'}
          problem={problem}
          onProblem={setProblem}
          onRefused={refuse}
          onBack={step === 'create' && hasChosen() ? () => history.back() : null}
        />
      )}
      {step === 'choose' && <Problem problem={problem} />}
      {step === null && problem !== null && <LoadProblem problem={problem} onRetry={look} />}
    </div>
  );
};

import { useEffect, useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';
import { request } from '../api.ts';
import { Field } from '../kit/field.tsx';
import { login } from '../strings/login.ts';
import { askStatus, enter, tellRefusal, type AuthStatus } from './session.ts';

type Step = 'choose' | 'create' | 'sign-in';

const stepOf = (status: AuthStatus): Step => {
  if (!status.setup_required) return 'sign-in';
  return status.first_run ? 'choose' : 'create';
};

interface StepProps {
  readonly onProblem: (problem: string | null) => void;
}

const Choice = ({ onCreate, onProblem }: StepProps & { onCreate: () => void }) => {
  const without = () => request('POST', '/auth/preference', { enabled: false }).then(enter, (error: unknown) => onProblem(tellRefusal(error)));
  return (
    <>
      <h1>{login.firstRunTitle}</h1>
      <p>{login.firstRunText}</p>
      <button type="button" class="button button-main" onClick={onCreate}>
        {login.enable}
      </button>
      <p class="field-note">{login.enableNote}</p>
      <button type="button" class="button" onClick={() => void without()}>
        {login.without}
      </button>
      <p class="field-note">{login.withoutNote}</p>
    </>
  );
};

const Secret = ({ name, label, create, hint }: { name: string; label: string; create: boolean; hint?: string | undefined }) => (
  <Field
    label={label}
    hint={hint}
    control={({ id, describedBy }) => (
      <input
        id={id}
        type="password"
        name={name}
        required
        minLength={create ? 8 : 1}
        maxLength={1024}
        autoComplete={create ? 'new-password' : 'current-password'}
        aria-describedby={describedBy}
      />
    )}
  />
);

const Username = () => (
  <Field label={login.username} control={({ id }) => <input id={id} type="text" name="username" required maxLength={64} autoComplete="username" autoCapitalize="none" spellcheck={false} autoFocus />} />
);

const Remember = () => (
  <label class="check">
    <input type="checkbox" name="remember" defaultChecked />
    <span>{login.remember}</span>
  </label>
);

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');

const Account = ({ create, onProblem }: StepProps & { create: boolean }) => {
  const [busy, setBusy] = useState(false);
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = { username: textOf(form, 'username'), password: textOf(form, 'password') };
    if (create && account.password !== textOf(form, 'repeat')) return onProblem(login.mismatch);
    setBusy(true);
    onProblem(null);
    const done = create ? request('POST', '/auth/setup', account) : request('POST', '/auth/login', { ...account, remember_me: form.has('remember') });
    done.then(enter, (error: unknown) => {
      onProblem(tellRefusal(error));
      setBusy(false);
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <h1>{create ? login.accountTitle : login.signInTitle}</h1>
      <Username />
      <Secret name="password" label={login.password} create={create} hint={create ? login.passwordHint : undefined} />
      {create ? <Secret name="repeat" label={login.repeat} create /> : <Remember />}
      <button type="submit" class="button button-main" disabled={busy}>
        {create ? login.createAccount : login.signIn}
      </button>
      {!create && (
        <details>
          <summary>{login.forgotten}</summary>
          <p class="field-note">{login.wayBack}</p>
        </details>
      )}
    </form>
  );
};

/** Signs in, creates the first account, or asks at the very first start whether there shall be one. */
export const Login = () => {
  const [step, setStep] = useState<Step | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    askStatus().then(
      (status) => (status.problem ? setProblem(status.problem) : status.authenticated || !status.enabled ? enter() : setStep(stepOf(status))),
      (error: unknown) => setProblem(tellRefusal(error)),
    );
  }, []);
  return (
    <div class="card login">
      {step === 'choose' && <Choice onCreate={() => setStep('create')} onProblem={setProblem} />}
      {(step === 'create' || step === 'sign-in') && <Account create={step === 'create'} onProblem={setProblem} />}
      {problem && (
        <p class="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};

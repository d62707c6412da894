import { useEffect, useState } from 'preact/hooks';
import type { TargetedEvent } from 'preact';
import { request } from '../api.ts';
import { tellFailure } from '../home/answer.ts';
import { strings } from '../strings.ts';

interface AuthStatus {
  enabled: boolean;
  authenticated: boolean;
  setup_required: boolean;
  first_run: boolean;
}

type Step = 'choose' | 'create' | 'sign-in';

const stepOf = (status: AuthStatus): Step => {
  if (!status.setup_required) return 'sign-in';
  return status.first_run ? 'choose' : 'create';
};

const enter = (): void => location.replace(new URLSearchParams(location.search).get('redirect')?.match(/^\/(?![/\\]).*/)?.[0] ?? '/');

const Choice = ({ onCreate, onProblem }: { onCreate: () => void; onProblem: (problem: string | null) => void }) => {
  const without = () => request('POST', '/auth/preference', { enabled: false }).then(enter, (error: unknown) => onProblem(tellFailure(error).detail));
  return (
    <>
      <h1>{strings.firstRunTitle}</h1>
      <p>{strings.firstRunText}</p>
      <button type="button" class="button button-main" onClick={onCreate}>
        {strings.useLogin}
      </button>
      <button type="button" class="button" onClick={() => void without()}>
        {strings.noLogin}
      </button>
    </>
  );
};

const Secret = ({ name, label, create }: { name: string; label: string; create: boolean }) => (
  <label class="field">
    <span>{label}</span>
    <input type="password" name={name} required minLength={create ? 8 : 1} autoComplete={create ? 'new-password' : 'current-password'} />
  </label>
);

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');

const Account = ({ create, onProblem }: { create: boolean; onProblem: (problem: string | null) => void }) => {
  const [busy, setBusy] = useState(false);
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = { username: textOf(form, 'username'), password: textOf(form, 'password') };
    if (create && account.password !== textOf(form, 'repeat')) return onProblem(strings.mismatch);
    setBusy(true);
    onProblem(null);
    const done = create ? request('POST', '/auth/setup', account) : request('POST', '/auth/login', { ...account, remember_me: form.has('remember') });
    done.then(enter, (error: unknown) => {
      onProblem(tellFailure(error).detail);
      setBusy(false);
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <h1>{create ? strings.accountTitle : strings.signInTitle}</h1>
      <label class="field">
        <span>{strings.username}</span>
        <input type="text" name="username" required autoComplete="username" autoCapitalize="none" />
      </label>
      <Secret name="password" label={create ? `${strings.password} (${strings.passwordHint.toLowerCase()})` : strings.password} create={create} />
      {create && <Secret name="repeat" label={strings.repeat} create />}
      {!create && (
        <label class="check">
          <input type="checkbox" name="remember" defaultChecked />
          <span>{strings.remember}</span>
        </label>
      )}
      <button type="submit" class="button button-main" disabled={busy}>
        {create ? strings.createAccount : strings.signIn}
      </button>
    </form>
  );
};

/** Signs in, creates the first account, or asks at the very first start whether there shall be one. */
export const Login = () => {
  const [step, setStep] = useState<Step | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    request<AuthStatus>('GET', '/auth/status').then(
      (status) => (status.authenticated || (!status.enabled && !status.setup_required) ? enter() : setStep(stepOf(status))),
      (error: unknown) => setProblem(tellFailure(error).detail),
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

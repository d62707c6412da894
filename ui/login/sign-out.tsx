import { useEffect, useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { onChange } from '../kit/changes.ts';
import { login } from '../strings/login.ts';
import { askStatus } from './session.ts';

const leave = (): Promise<void> => request('POST', '/auth/logout').then(() => location.replace('/'));

/** The way out, for who is signed in; nothing while nobody is. */
export const SignOut = () => {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const ask = () =>
      void askStatus().then(
        ({ authenticated, username }) => setName(authenticated ? username : null),
        () => undefined,
      );
    ask();
    return onChange(['account'], ask);
  }, []);
  if (name === null) return null;
  return (
    <Button
      small
      text={login.signOut}
      aria-label={login.signOutOf(name)}
      title={login.signOutOf(name)}
      onClick={() => void leave().catch(() => location.reload())}
    />
  );
};

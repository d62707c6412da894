import { request } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { useResource } from '../kit/resource.ts';
import { login } from '../strings/login.ts';
import { askStatus } from './session.ts';

const leave = (): Promise<void> => request('POST', '/auth/logout').then(() => location.replace('/'));

/** The way out, for who is signed in; nothing while nobody is. */
export const SignOut = () => {
  const { value } = useResource('account', askStatus, ['account']);
  const name = value?.authenticated ? value.username : null;
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

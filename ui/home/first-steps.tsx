import { useEffect, useState } from 'preact/hooks';
import type { Wizard } from '../../src/schema/appliance/settings.ts';
import { request } from '../api.ts';
import { firstSteps } from '../strings/first-steps.ts';
import { Button, ButtonLink } from '../kit/button.tsx';

const ADDRESS = '/settings/wizard';
const ignore = (): void => undefined;

/** Invites to the first steps until they are done or turned down. */
export const FirstSteps = () => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    request<Wizard>('GET', ADDRESS).then(({ state }) => setOpen(state === null), ignore);
  }, []);
  const dismiss = () => {
    setOpen(false);
    request('PUT', ADDRESS, { state: 'skipped' }).catch(ignore);
  };
  if (!open) return null;
  return (
    <aside class="notice row" aria-label={firstSteps.label}>
      {firstSteps.text}
      <span>
        <ButtonLink main small text={firstSteps.begin} href="/setup" />{' '}
        <Button small text={firstSteps.dismiss} onClick={dismiss} />
      </span>
    </aside>
  );
};

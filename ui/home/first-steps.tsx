import { useEffect, useState } from 'preact/hooks';
import type { Wizard } from '../../src/schema/appliance/settings.ts';
import { request } from '../api.ts';
import { firstSteps } from '../strings/first-steps.ts';

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
        <a class="button button-main button-small" href="/setup">
          {firstSteps.begin}
        </a>{' '}
        <button type="button" class="button button-small" onClick={dismiss}>
          {firstSteps.dismiss}
        </button>
      </span>
    </aside>
  );
};

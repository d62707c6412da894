import type { ClockSetting } from '../../../src/schema/appliance/clock.ts';
import { request } from '../../api.ts';
import { useResource } from '../../kit/resource.ts';
import { WorkButton } from '../../kit/work-button.tsx';
import { settings } from '../../strings/settings/settings.ts';

const texts = settings.general;

/** Sets the clock of an appliance that no network tells the time; nothing where another one does, or nobody can. */
export const ClockByHand = () => {
  const { value, reload } = useResource('clock', () => request<ClockSetting>('GET', '/settings/clock'));
  if (!value?.settable) return null;
  const take = async () => {
    await request<ClockSetting>('PUT', '/settings/clock', { now: new Date().toISOString() });
    reload();
    return texts.timeTaken;
  };
  return (
    <div>
      <p class="field-note">{texts.takeTimeNote}</p>
      <WorkButton text={texts.takeTime} work={take} />
    </div>
  );
};

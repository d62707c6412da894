import type { ClockSetting } from '../../../src/schema/appliance/clock.ts';
import { request } from '../../api.ts';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { settings } from '../../strings/settings.ts';

const texts = settings.general;

/** Sets the clock of an appliance that no network tells the time; nothing where another one does, or nobody can. */
export const ClockByHand = () => {
  const { value, reload } = useResource('clock', () => request<ClockSetting>('GET', '/settings/clock'));
  const { busy, result, run } = useWork();
  if (!value?.settable) return null;
  const take = () =>
    void run(async () => {
      await request<ClockSetting>('PUT', '/settings/clock', { now: new Date().toISOString() });
      reload();
      return texts.timeTaken;
    });
  return (
    <div>
      <p class="field-note">{texts.takeTimeNote}</p>
      <button type="button" class="button" disabled={busy} onClick={take}>
        {texts.takeTime}
      </button>
      <Report result={result} />
    </div>
  );
};

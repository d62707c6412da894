import type { SafeStartStatus } from '../../src/schema/appliance/system.ts';
import { request } from '../api.ts';
import { WorkButton } from '../kit/work.tsx';
import { safeStart as texts } from '../strings/safe-start.ts';

/** What a safe start left off and why, with the button that ends it. */
export const SafeStartNotice = ({ status, onEnd }: { status: SafeStartStatus; onEnd: () => void }) => {
  const end = () => request('POST', '/status/safe-start/end').then(onEnd);
  return (
    <div class="notice notice-bad" role="alert">
      <p>
        <strong>{texts.title}</strong> {texts.what(status.suspected)}
      </p>
      <p>{texts.switchedOff(status.switched_off)}</p>
      <p>{status.suspected === null ? texts.after : texts.afterSuspect(status.suspected)}</p>
      <WorkButton small text={texts.end} work={end} />
    </div>
  );
};

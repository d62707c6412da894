import type { WifiStatus } from '../../../src/schema/appliance/network.ts';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Panel } from '../section.tsx';
import { Condition } from './condition.tsx';

const texts = system.network;

const factsOf = ({
  connected,
  ip_address,
  gateway,
  signal,
  internet_reachable,
}: WifiStatus): (readonly [string, string])[] => [
  ...(ip_address === null ? [] : [[texts.address, ip_address] as const]),
  ...(gateway === null ? [] : [[texts.gateway, gateway] as const]),
  ...(signal === null ? [] : [[texts.signal, texts.percent(signal)] as const]),
  ...(connected ? [[texts.internet, internet_reachable ? texts.reachable : texts.unreachable] as const] : []),
];

/** What the Wi-Fi is connected to, with a way to leave it. */
export const NetworkStatus = ({ status, onChange }: { status: WifiStatus; onChange: () => void }) => {
  const { busy, result, run } = useWork();
  const leave = () =>
    void run(async () => {
      const { message } = await systemOperations.leaveNetwork();
      onChange();
      return message;
    });
  return (
    <Panel title={texts.statusTitle}>
      <Condition
        tone={status.connected ? 'good' : 'plain'}
        text={status.connected ? texts.connected(status.ssid ?? '') : texts.notConnected}
      />
      <dl class="facts">
        {factsOf(status).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {status.connected && (
        <p>
          <ConfirmButton
            text={texts.leave}
            disabled={busy}
            question={{ title: texts.leaveTitle, text: texts.leaveText, action: texts.leave }}
            onConfirm={leave}
          />
        </p>
      )}
      {status.setup.failure !== null && <p class="notice notice-bad">{status.setup.failure}</p>}
      <Report result={result} />
    </Panel>
  );
};

import type { WifiStatus, WifiSaved } from '../../../src/schema/appliance/network.ts';
import { useResource } from '../../kit/resource.ts';
import { usePoll } from '../../kit/poll.ts';
import { system } from '../../strings/settings/system.ts';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { Facts } from '../facts.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { systemOperations } from '../api.ts';
import { Loaded, Panel, Section } from '../section.tsx';
import { NetworkSearch } from './network-search.tsx';
import { Condition } from './condition.tsx';

const texts = system.network;
const LOOK_MS = 5000;

const factsOf = ({ connected, ip_address, gateway, signal, internet_reachable }: WifiStatus) =>
  [
    [texts.address, ip_address],
    [texts.gateway, gateway],
    [texts.signal, signal === null ? null : texts.percent(signal)],
    [texts.internet, connected ? (internet_reachable ? texts.reachable : texts.unreachable) : null],
  ] as const;

/** What the Wi-Fi is connected to, with a way to leave it. */
const NetworkStatus = ({ status, onChange }: { status: WifiStatus; onChange: () => void }) => {
  const { busy, result, act } = useWork();
  const leave = act(async () => {
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
      <Facts facts={factsOf(status)} />
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

/** Networks that are joined by themselves, each with a way to forget it. */
const KnownNetworks = ({ networks, onChange }: { networks: WifiSaved; onChange: () => void }) => {
  const { busy, result, act } = useWork();
  const forget = act(async (name: string) => {
    const { message } = await systemOperations.forgetNetwork(name);
    onChange();
    return message;
  });
  return (
    <Panel title={texts.saved}>
      {networks.length === 0 && <p class="meta">{texts.savedNone}</p>}
      <ul class="found">
        {networks.map(({ name, in_use }) => (
          <li key={name} class="row">
            <span class="row row-start">
              <strong>{name}</strong> {in_use && <span class="badge">{texts.inUse}</span>}
            </span>
            <ConfirmButton
              small
              text={texts.forget}
              disabled={busy}
              aria-label={texts.forgetOf(name)}
              question={{ title: texts.forgetTitle(name), text: texts.forgetText, action: texts.forget }}
              onConfirm={() => forget(name)}
            />
          </li>
        ))}
      </ul>
      <Report result={result} />
    </Panel>
  );
};

const TRIES = 20;
const TRY_MS = 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// The name is chosen after a look around; soon after that the present connection ends.
const askName = async (): Promise<string | null> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const name = await systemOperations.wifi().then(
      ({ setup }) => setup.access_point,
      () => null,
    );
    if (name !== null) return name;
    await wait(TRY_MS);
  }
  return null;
};

/** Opens the network of the appliance itself, from which another one is chosen. */
const WifiSetUp = () => {
  const { busy, result, act } = useWork();
  const open = act(async () => {
    const { access_point, address } = await systemOperations.beginWifiSetUp();
    const name = access_point ?? (await askName());
    return { tone: 'plain', text: name === null ? texts.setUpUnnamed(address) : texts.setUpOpen(name, address) };
  });
  return (
    <Panel title={texts.setUp}>
      <p class="meta">{texts.setUpNote}</p>
      <p>
        <ConfirmButton
          text={busy ? texts.setUpOpening : texts.setUp}
          disabled={busy}
          question={{ title: texts.setUpTitle, text: texts.setUpNote, action: texts.setUp }}
          onConfirm={open}
        />
      </p>
      <Report result={result} />
    </Panel>
  );
};

const Managed = () => {
  const status = useResource('wifi', systemOperations.wifi);
  const saved = useResource('wifi-saved', systemOperations.savedNetworks);
  usePoll(status.reload, LOOK_MS);
  const changed = () => {
    status.reload();
    saved.reload();
  };
  return (
    <>
      <Loaded from={status}>{(value) => <NetworkStatus status={value} onChange={changed} />}</Loaded>
      <NetworkSearch known={saved.value ?? []} onChange={changed} />
      <Loaded from={saved}>{(networks) => <KnownNetworks networks={networks} onChange={changed} />}</Loaded>
      <WifiSetUp />
    </>
  );
};

/** The Wi-Fi of the appliance, where flapbox manages it; elsewhere why it does not. */
export const Network = () => {
  const capability = useResource('wifi-capability', systemOperations.wifiCapability);
  return (
    <Section name="network">
      <Loaded from={capability}>
        {({ available, reason }) =>
          available ? (
            <Managed />
          ) : (
            <Panel>
              <p>{reason ?? texts.unmanaged}</p>
            </Panel>
          )
        }
      </Loaded>
    </Section>
  );
};

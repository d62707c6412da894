import { useResource } from '../../kit/resource.ts';
import { usePoll } from '../../kit/poll.ts';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Loaded, Panel, Section } from '../section.tsx';
import { KnownNetworks } from './known-networks.tsx';
import { NetworkSearch } from './network-search.tsx';
import { NetworkStatus } from './network-status.tsx';
import { WifiSetUp } from './wifi-set-up.tsx';

const texts = system.network;
const LOOK_MS = 5000;

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

import type { WifiSaved } from '../../../src/schema/appliance/network.ts';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Panel } from '../section.tsx';

const texts = system.network;

/** Networks that are joined by themselves, each with a way to forget it. */
export const KnownNetworks = ({ networks, onChange }: { networks: WifiSaved; onChange: () => void }) => {
  const { busy, result, run } = useWork();
  const forget = (name: string) =>
    void run(async () => {
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

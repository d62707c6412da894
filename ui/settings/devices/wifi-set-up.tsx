import { ConfirmButton } from '../../kit/dialog.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Panel } from '../section.tsx';

const texts = system.network;

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
export const WifiSetUp = () => {
  const { busy, result, run } = useWork();
  const open = () =>
    void run(async () => {
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

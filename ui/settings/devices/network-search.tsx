import { useState } from 'preact/hooks';
import type { WifiSaved, WifiScan } from '../../../src/schema/appliance/network.ts';
import { LONGEST_SSID, LONGEST_WIFI_PASSWORD } from '../../../src/schema/limits.ts';
import { Button, sending } from '../../kit/button.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { kit } from '../../strings/kit.ts';
import { systemOperations } from '../api.ts';
import { Panel } from '../section.tsx';

const texts = system.network;
const OPEN = 'open';

/** The network that is to be joined. */
interface Wanted {
  /** Empty: its name is typed. */
  readonly ssid: string;
  /** Whether it has a password. */
  readonly secret: boolean;
  /** Whether its password is stored. */
  readonly stored: boolean;
  readonly hidden: boolean;
}

interface JoinDialogProps {
  readonly wanted: Wanted;
  readonly onJoined: (message: string) => void;
  readonly onClose: () => void;
}

/** Joins a network, with its password where it has one; a refusal is said in the dialogue. */
const JoinDialog = ({ wanted, onJoined, onClose }: JoinDialogProps) => {
  const [ssid, setSsid] = useState(wanted.ssid);
  const [password, setPassword] = useState('');
  const { busy, result, act } = useWork();
  const join = act(async () => {
    const { message } = await systemOperations.joinNetwork(ssid, password === '' ? null : password, wanted.hidden);
    onJoined(message);
  });
  return (
    <Dialog title={wanted.hidden ? texts.other : texts.joinTitle(wanted.ssid)} onClose={onClose}>
      <form class="form" onSubmit={sending(join)}>
        {wanted.hidden && (
          <TextField exact label={texts.name} required maxLength={LONGEST_SSID} value={ssid} onChange={setSsid} />
        )}
        {wanted.secret && (
          <TextField
            type="password"
            label={texts.password}
            hint={wanted.stored ? texts.stored : undefined}
            required={!wanted.stored && !wanted.hidden}
            maxLength={LONGEST_WIFI_PASSWORD}
            value={password}
            onChange={setPassword}
          />
        )}
        <p class="meta">{texts.joinNote}</p>
        <Report result={result} />
        <div class="actions">
          <Button submit main text={busy ? texts.joining : texts.join} disabled={busy} />
          <Button text={kit.cancel} onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
};

type InReach = WifiScan[number];

const Line = ({ network: { ssid, signal, security, in_use }, onJoin }: { network: InReach; onJoin: () => void }) => (
  <li class="row">
    <span>
      <strong>{ssid}</strong>{' '}
      <span class="meta">
        {security === OPEN ? texts.open : security}, {texts.percent(signal)}
      </span>
    </span>
    {in_use ? (
      <span class="badge">{texts.inUse}</span>
    ) : (
      <Button small text={texts.join} aria-label={texts.joinOf(ssid)} onClick={onJoin} />
    )}
  </li>
);

/** Searches for networks and joins one of them, or one that hides. */
export const NetworkSearch = ({ known, onChange }: { known: WifiSaved; onChange: () => void }) => {
  const [found, setFound] = useState<WifiScan | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [joined, setJoined] = useState<string | null>(null);
  const { busy, result, run } = useWork();
  const search = () => {
    setJoined(null);
    void run(async () => {
      const networks = await systemOperations.scanNetworks();
      setFound(networks);
      return networks.length === 0 ? { tone: 'plain', text: texts.none } : undefined;
    });
  };
  const done = (message: string) => {
    setWanted(null);
    setFound(null);
    setJoined(message);
    onChange();
  };
  const want = ({ ssid, security }: InReach) =>
    setWanted({ ssid, secret: security !== OPEN, stored: known.some(({ name }) => name === ssid), hidden: false });
  return (
    <Panel title={texts.inReach}>
      <div class="row row-start">
        <Button text={busy ? texts.scanning : texts.scan} disabled={busy} onClick={search} />
        <Button text={texts.other} onClick={() => setWanted({ ssid: '', secret: true, stored: false, hidden: true })} />
      </div>
      {found && found.length > 0 && (
        <ul class="found" aria-label={texts.inReach}>
          {found.map((network) => (
            <Line key={`${network.ssid} ${network.security}`} network={network} onJoin={() => want(network)} />
          ))}
        </ul>
      )}
      <Report result={joined === null ? result : { tone: 'good', text: joined }} />
      {wanted && <JoinDialog wanted={wanted} onJoined={done} onClose={() => setWanted(null)} />}
    </Panel>
  );
};

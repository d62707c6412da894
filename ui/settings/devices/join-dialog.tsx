import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { LONGEST_SSID, LONGEST_WIFI_PASSWORD } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { kit } from '../../strings/kit.ts';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';

const texts = system.network;

/** The network that is to be joined. */
export interface Wanted {
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
export const JoinDialog = ({ wanted, onJoined, onClose }: JoinDialogProps) => {
  const [ssid, setSsid] = useState(wanted.ssid);
  const [password, setPassword] = useState('');
  const { busy, result, run } = useWork();
  const join = (event: TargetedEvent) => {
    event.preventDefault();
    void run(async () => {
      const { message } = await systemOperations.joinNetwork(ssid, password === '' ? null : password, wanted.hidden);
      onJoined(message);
    });
  };
  return (
    <Dialog title={wanted.hidden ? texts.other : texts.joinTitle(wanted.ssid)} onClose={onClose}>
      <form class="form" onSubmit={join}>
        {wanted.hidden && (
          <TextField label={texts.name} required maxLength={LONGEST_SSID} value={ssid} onChange={setSsid} />
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

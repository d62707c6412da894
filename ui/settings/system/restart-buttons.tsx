import { Button } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Panel } from '../section.tsx';

const texts = system.update;

/** Starts the service again, or the whole machine. */
export const RestartButtons = () => {
  const { busy, result, run } = useWork();
  const begin = (operation: () => Promise<unknown>) => {
    void run(async () => {
      await operation();
      return { tone: 'plain', text: texts.restarting };
    });
  };
  return (
    <Panel title={texts.restartTitle}>
      <div class="row row-start">
        <Button text={texts.restart} disabled={busy} onClick={() => begin(systemOperations.restart)} />
        <ConfirmButton
          text={texts.reboot}
          disabled={busy}
          question={{ title: texts.rebootTitle, text: texts.rebootText, action: texts.reboot }}
          onConfirm={() => begin(systemOperations.reboot)}
        />
      </div>
      <Report result={result} />
    </Panel>
  );
};

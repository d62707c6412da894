import type { UpdateStatus } from '../../../src/schema/appliance/update.ts';
import { Facts } from '../facts.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { system } from '../../strings/settings/system.ts';
import { formatMoment } from '../../kit/language.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { systemOperations } from '../api.ts';
import { Progress } from '../progress.tsx';
import { Loaded, Panel, Section } from '../section.tsx';
import { Condition } from '../devices/condition.tsx';
import { UpdateFromAddress, UpdateFromFile } from './update-forms.tsx';

const texts = system.update;
const LOOK_MS = 2000;

const Last = ({ last: { version, result, at, reason } }: { last: NonNullable<UpdateStatus['last_update']> }) => (
  <p class={result === 'kept' ? 'meta' : 'notice notice-bad'}>
    {texts.last(version, texts.results[result], formatMoment(at))} {reason !== null && texts.reason(reason)}
  </p>
);

/** Which version runs, how far an update is, and what became of the last one. */
const UpdateState = ({
  status: { state, version, system_version, slots, progress, pending, last_update },
}: {
  status: UpdateStatus;
}) => (
  <Panel title={texts.statusTitle}>
    <Condition tone={state === 'idle' ? 'good' : 'plain'} text={texts.states[state]} />
    <Facts
      facts={[
        [texts.version, version],
        [texts.card, system_version],
      ]}
    />
    {progress && (
      <Progress
        text={
          progress.percent === null
            ? texts.stages[progress.stage]
            : texts.percent(texts.stages[progress.stage], progress.percent)
        }
        label={texts.progress}
        value={progress.percent ?? undefined}
        max={100}
      />
    )}
    {state === 'restart_needed' && pending && <p class="notice">{texts.written(pending.version)}</p>}
    {state === 'on_trial' && slots && <p class="meta">{texts.tries(slots.tries_left)}</p>}
    {slots?.state_damaged && <p class="notice notice-bad">{texts.damaged}</p>}
    {last_update && <Last last={last_update} />}
  </Panel>
);

/** Starts the service again, or the whole machine. */
const RestartButtons = () => {
  const { busy, result, act } = useWork();
  const begin = act(async (operation: () => Promise<unknown>) => {
    await operation();
    return { tone: 'plain', text: texts.restarting };
  });
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

/** Updates of the card: from a file or an address, how they stand, and the restart that tries them. */
export const Update = () => {
  const status = useResource('update', systemOperations.update);
  usePoll(status.reload, status.value?.available === false ? null : LOOK_MS);
  return (
    <Section name="update">
      <Loaded from={status}>
        {(value) =>
          value.available ? (
            <>
              <UpdateState status={value} />
              <UpdateFromFile disabled={value.state === 'updating'} onDone={status.reload} />
              <UpdateFromAddress disabled={value.state === 'updating'} onDone={status.reload} />
              <RestartButtons />
            </>
          ) : (
            <Panel>
              <Facts facts={[[texts.version, value.version]]} />
              <p class="meta">{value.reason ?? texts.elsewhere}</p>
            </Panel>
          )
        }
      </Loaded>
    </Section>
  );
};

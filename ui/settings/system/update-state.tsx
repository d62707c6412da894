import type { UpdateStatus } from '../../../src/schema/appliance/update.ts';
import { system } from '../../strings/settings/system.ts';
import { Condition } from '../devices/condition.tsx';
import { Panel } from '../section.tsx';
import { formatMoment } from '../../kit/language.ts';

const texts = system.update;

const Progress = ({ progress: { stage, percent } }: { progress: NonNullable<UpdateStatus['progress']> }) => (
  <div class="progress">
    <progress aria-label={texts.progress} max={100} value={percent ?? undefined} />
    <span class="meta">{percent === null ? texts.stages[stage] : texts.percent(texts.stages[stage], percent)}</span>
  </div>
);

const Last = ({ last: { version, result, at, reason } }: { last: NonNullable<UpdateStatus['last_update']> }) => (
  <p class={result === 'kept' ? 'meta' : 'notice notice-bad'}>
    {texts.last(version, texts.results[result], formatMoment(at))} {reason !== null && texts.reason(reason)}
  </p>
);

/** Which version runs, how far an update is, and what became of the last one. */
export const UpdateState = ({
  status: { state, version, system_version, slots, progress, pending, last_update },
}: {
  status: UpdateStatus;
}) => (
  <Panel title={texts.statusTitle}>
    <Condition tone={state === 'idle' ? 'good' : 'plain'} text={texts.states[state]} />
    <dl class="facts">
      <div>
        <dt>{texts.version}</dt>
        <dd>{version}</dd>
      </div>
      {system_version !== null && (
        <div>
          <dt>{texts.card}</dt>
          <dd>{system_version}</dd>
        </div>
      )}
    </dl>
    {progress && <Progress progress={progress} />}
    {state === 'restart_needed' && pending && <p class="notice">{texts.written(pending.version)}</p>}
    {state === 'on_trial' && slots && <p class="meta">{texts.tries(slots.tries_left)}</p>}
    {slots?.state_damaged && <p class="notice notice-bad">{texts.damaged}</p>}
    {last_update && <Last last={last_update} />}
  </Panel>
);

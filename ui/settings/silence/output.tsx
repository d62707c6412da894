import { LEAST_READ_SECONDS, LEAST_REFRESH_SECONDS } from '../../../src/schema/limits.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Choices, choicesOf } from '../../kit/choice.tsx';
import { NumberField } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report, useWanted } from '../../kit/work.tsx';
import { loadBoards, useService } from '../../service-state.ts';
import { kit } from '../../strings/kit.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Loaded, Panel, Section } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import type { Polling, Target } from '../../../src/schema/appliance/settings.ts';

const texts = settings.output;
const TARGETS: readonly Target[] = ['both', 'board', 'ui'];

const TargetChoice = ({ target, effective, reload }: { target: Target; effective: Target; reload: () => void }) => {
  const wired = useService((state) => Object.values(state.makes).some(({ isWired }) => isWired));
  const { value, choose, result } = useWanted(target, async (next) => {
    await settingsOperations.setOutput(next);
    reload();
    await loadBoards();
    return kit.saved;
  });
  return (
    <Panel>
      <Choices label={texts.label} value={value} options={choicesOf(TARGETS, texts.options)} onChange={choose} />
      {effective !== target && <p class="field-note">{texts.effective(texts.options[effective][0])}</p>}
      {!wired && (
        <div class="notice row">
          <span>{texts.noFlaps}</span>
          <ButtonLink small text={texts.addBoard} href="/settings/boards/new" />
        </div>
      )}
      <Report result={result} />
    </Panel>
  );
};

const Pace = ({ polling, reload }: { polling: Polling; reload: () => void }) => {
  const form = useForm('settings.polling', polling);
  return (
    <SettingsCard form={form} label={texts.paceTitle} store={settingsOperations.setPolling} onSaved={reload}>
      <h2>{texts.paceTitle}</h2>
      <NumberField
        label={texts.interval}
        hint={texts.intervalHint}
        min={LEAST_REFRESH_SECONDS}
        {...form.field('interval_seconds')}
        empty={15}
      />
      <div class="pair">
        <NumberField
          label={texts.local}
          hint={texts.localHint}
          min={LEAST_READ_SECONDS}
          {...form.field('board_read_interval_local')}
          empty={30}
        />
        <NumberField
          label={texts.cloud}
          hint={texts.cloudHint}
          min={LEAST_READ_SECONDS}
          {...form.field('board_read_interval_cloud')}
          empty={180}
        />
      </div>
    </SettingsCard>
  );
};

/** Where writes go, and how often boards are looked at. */
export const Output = () => {
  const output = useResource('output', settingsOperations.output, ['settings']);
  const polling = useResource('polling', settingsOperations.polling, ['settings']);
  return (
    <Section name="output">
      <Loaded from={output}>
        {({ target, effective_target }) => (
          <TargetChoice target={target} effective={effective_target} reload={output.reload} />
        )}
      </Loaded>
      <Loaded from={polling}>{(value) => <Pace polling={value} reload={polling.reload} />}</Loaded>
    </Section>
  );
};

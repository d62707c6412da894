import { STEP_MS } from '../../../src/schema/limits.ts';
import type { TransitionEntry } from '../../../src/schema/content/transitions.ts';
import type { TransitionPreference, TransitionSettings } from '../../../src/schema/appliance/settings.ts';
import { NumberField, OptionGroup, SelectField } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { useService } from '../../service-state.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Panel, storedSection, type StoredProps } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { TransitionPreview } from './transition-preview.tsx';
import { transitionNames } from '../../strings/transitions.ts';

const texts = settings.transitions;

interface StrategyFieldProps {
  readonly value: string | null;
  readonly builtIn: readonly string[];
  readonly plugins: readonly TransitionEntry[];
  readonly onChange: (strategy: string | null) => void;
}

const StrategyField = ({ value, builtIn, plugins, onChange }: StrategyFieldProps) => (
  <SelectField
    label={texts.strategy}
    value={value ?? ''}
    options={[['', texts.instant], ...builtIn.map((name) => [name, transitionNames[name] ?? name] as const)]}
    onChange={(strategy) => onChange(strategy || null)}
  >
    <OptionGroup label={texts.ofPlugins} of={plugins.map(({ strategy, name }) => [strategy, name])} />
  </SelectField>
);

const TransitionForm = ({ stored: { available_strategies, ...stored }, reload }: StoredProps<TransitionPreference>) => {
  const form = useForm<TransitionSettings>('settings.transitions', stored);
  const board = useService((state) => state.boards?.[0] ?? null);
  const beta = useResource('beta', settingsOperations.beta, ['settings']);
  const on = beta.value?.transition_plugins === true;
  const { value: plugins } = useResource(`transition-plugins ${on}`, () =>
    on ? settingsOperations.transitionPlugins() : Promise.resolve({ plugins: [] }),
  );
  const { value, change } = form;
  return (
    <>
      <SettingsCard
        form={form}
        label={settings.names.transitions}
        store={settingsOperations.setTransitions}
        onSaved={reload}
      >
        <StrategyField
          value={value.strategy}
          builtIn={available_strategies}
          plugins={plugins?.plugins ?? []}
          onChange={(strategy) => change({ strategy })}
        />
        {value.strategy !== null && (
          <div class="pair">
            <NumberField
              label={texts.interval}
              hint={texts.intervalHint}
              range={STEP_MS}
              {...form.field('step_interval_ms')}
            />
            <NumberField label={texts.step} hint={texts.stepHint} min={1} {...form.field('step_size')} />
          </div>
        )}
        {!on && (
          <p class="field-note">
            {texts.pluginsOff} <a href="/settings/beta">{settings.names.beta}</a>.
          </p>
        )}
      </SettingsCard>
      {board && (
        <Panel title={texts.previewTitle}>
          <TransitionPreview key={board.id} transition={value} board={board} />
        </Panel>
      )}
    </>
  );
};

/** How boards get from one picture to the next. */
export const Transitions = storedSection('transitions', settingsOperations.transitions, TransitionForm);

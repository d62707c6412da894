import { ASKING_SETTINGS, MAX_AGE } from '../../../src/core/asking-settings.ts';
import type { JsonObject } from '../../../src/schema/common.ts';
import { NumberField, SelectField } from '../../kit/field.tsx';
import type { Form } from '../../kit/form.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { SettingField } from './setting-field.tsx';
import type { Setting } from './setting-schema.ts';

type Holding = 'usual' | 'ever' | 'own';

const holdingOf = (value: unknown): Holding => (typeof value === 'number' ? 'own' : value === null ? 'ever' : 'usual');

const MINUTE_S = 60;
/** What stands there first when the owner sets an age. */
const USUAL_S = 3600;

/** How old values of a source may be, and when it is asked beside its interval; every source has these settings. */
export const FreshnessFields = ({ form }: { form: Form<JsonObject> }) => {
  const age = form.value[MAX_AGE];
  const holding = holdingOf(age);
  const choose = (chosen: Holding) =>
    form.change({ [MAX_AGE]: chosen === 'usual' ? undefined : chosen === 'ever' ? null : USUAL_S });
  return (
    <details class="fold">
      <summary>{texts.freshness}</summary>
      <div class="form">
        <SelectField
          label={texts.holds}
          hint={texts.holdsHint}
          value={holding}
          options={Object.entries(texts.holdings) as [Holding, string][]}
          onChange={choose}
        />
        {holding === 'own' && (
          <NumberField
            label={texts.holdsMinutes}
            value={Math.round((age as number) / MINUTE_S)}
            min={1}
            onChange={(minutes) => form.change({ [MAX_AGE]: (minutes ?? 1) * MINUTE_S })}
          />
        )}
        {Object.entries(ASKING_SETTINGS).map(([name, setting]) => (
          <SettingField
            key={name}
            name={name}
            path={name}
            setting={setting as unknown as Setting}
            required={false}
            value={form.value[name]}
            onChange={(value) => form.change({ [name]: value })}
          />
        ))}
      </div>
    </details>
  );
};

import type { General as Value } from '../../../src/schema/appliance/settings.ts';
import { LONGEST_CONTACT, LONGEST_NAME } from '../../../src/schema/limits.ts';
import type { ClockSetting } from '../../../src/schema/appliance/clock.ts';
import { api, request } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings/settings.ts';
import { WorkButton } from '../../kit/work.tsx';
import { settingsOperations } from '../api.ts';
import { storedSection, type StoredProps } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { DeviceZoneOffer, ZoneField } from './zone-field.tsx';

const texts = settings.general;

/** Sets the clock of an appliance that no network tells the time; nothing where another one does, or nobody can. */
const ClockByHand = () => {
  const { value, reload } = useResource('clock', () => request<ClockSetting>('GET', '/settings/clock'));
  if (!value?.settable) return null;
  const take = async () => {
    await request<ClockSetting>('PUT', '/settings/clock', { now: new Date().toISOString() });
    reload();
    return texts.timeTaken;
  };
  return (
    <div>
      <p class="field-note">{texts.takeTimeNote}</p>
      <WorkButton text={texts.takeTime} work={take} />
    </div>
  );
};

const GeneralForm = ({ stored, reload }: StoredProps<Value>) => {
  const form = useForm('settings.general', stored);
  const chip = useResource('clock chip', settingsOperations.clockChip).value;
  // A zone that the environment sets cannot be written again.
  const store = ({ instance_name, contact, timezone }: Value) =>
    settingsOperations.setGeneral({ instance_name, contact, ...(timezone === stored.timezone ? {} : { timezone }) });
  return (
    <SettingsCard form={form} label={settings.names.general} store={store} onSaved={reload}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        required
        maxLength={LONGEST_NAME}
        {...form.field('instance_name')}
      />
      <ZoneField label={texts.zone} hint={texts.zoneHint} {...form.field('timezone')} />
      <DeviceZoneOffer zone={form.value.timezone} onUse={(timezone) => form.change({ timezone })} />
      {chip && <p class="field-note">{texts.clockChip(chip)}</p>}
      <ClockByHand />
      <TextField
        label={texts.contact}
        hint={texts.contactHint}
        maxLength={LONGEST_CONTACT}
        {...form.field('contact')}
      />
    </SettingsCard>
  );
};

/** What the appliance calls itself, and its clock. */
export const General = storedSection('general', api.general, GeneralForm);

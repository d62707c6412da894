import type { General as Value } from '../../../src/schema/appliance/settings.ts';
import type { ClockSetting } from '../../../src/schema/appliance/clock.ts';
import { api, request } from '../../api.ts';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings/settings.ts';
import { WorkButton } from '../../kit/work-button.tsx';
import { settingsOperations } from '../api.ts';
import { Loaded, Section } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ContactField, GeneralFields } from './general-fields.tsx';

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

const GeneralForm = ({ general, reload }: { general: Value; reload: () => void }) => {
  const form = useForm('settings.general', general);
  const chip = useResource('clock chip', settingsOperations.clockChip).value;
  // A zone that the environment sets cannot be written again.
  const store = ({ instance_name, contact, timezone }: Value) =>
    settingsOperations.setGeneral({ instance_name, contact, ...(timezone === general.timezone ? {} : { timezone }) });
  return (
    <SettingsCard form={form} label={settings.names.general} store={store} onSaved={reload}>
      <GeneralFields general={form.value} onChange={form.change} />
      {chip && <p class="field-note">{settings.general.clockChip(chip)}</p>}
      <ClockByHand />
      <ContactField {...form.field('contact')} />
    </SettingsCard>
  );
};

/** What the appliance calls itself, and its clock. */
export const General = () => {
  const general = useResource('general', api.general, ['settings']);
  return (
    <Section name="general">
      <Loaded from={general}>{(value) => <GeneralForm general={value} reload={general.reload} />}</Loaded>
    </Section>
  );
};

import type { General as Value } from '../../../src/schema/appliance/settings.ts';
import { api } from '../../api.ts';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Loaded, Section } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ClockByHand } from './clock-by-hand.tsx';
import { ContactField, GeneralFields } from './general-fields.tsx';

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

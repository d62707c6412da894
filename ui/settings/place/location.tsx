import type { Location as Place } from '../../../src/schema/appliance/location.ts';
import { api } from '../../api.ts';
import { LANGUAGE } from '../../kit/language.ts';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Table } from '../facts.tsx';
import { Loaded, Panel, Section } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { PlaceFields } from './place-fields.tsx';

const texts = settings.place;

const PlaceForm = ({ place, zone, reload }: { place: Place; zone: string; reload: () => void }) => {
  const form = useForm('settings.location', place);
  return (
    <SettingsCard form={form} label={settings.names.location} store={settingsOperations.setLocation} onSaved={reload}>
      <PlaceFields place={form.value} zone={zone} onChange={form.change} />
    </SettingsCard>
  );
};

const dayName = (date: string): string =>
  new Date(`${date}T12:00:00`).toLocaleDateString(LANGUAGE, { weekday: 'short', day: 'numeric', month: 'short' });

const SunWeekTable = () => {
  const week = useResource('sun-week', settingsOperations.sunWeek, ['settings']);
  return (
    <Panel title={texts.sunTitle}>
      <Loaded from={week}>
        {({ location_configured, dates }) =>
          location_configured ? (
            <Table label={texts.sunTitle} columns={[texts.day, texts.rises, texts.sets]}>
              {Object.entries(dates).map(([date, { sunrise, sunset }]) => (
                <tr key={date}>
                  <th scope="row">{dayName(date)}</th>
                  <td>{sunrise ?? texts.noSun}</td>
                  <td>{sunset ?? texts.noSun}</td>
                </tr>
              ))}
            </Table>
          ) : (
            <p class="meta">{texts.noPlaceYet}</p>
          )
        }
      </Loaded>
    </Panel>
  );
};

/** Where the boards hang. */
export const Location = () => {
  const place = useResource('location', settingsOperations.location, ['settings']);
  const general = useResource('general', api.general, ['settings']);
  return (
    <Section name="location">
      <Loaded from={place}>
        {(value) => <PlaceForm place={value} zone={general.value?.timezone ?? ''} reload={place.reload} />}
      </Loaded>
      <SunWeekTable />
    </Section>
  );
};

import type { Location } from '../../src/schema/appliance/location.ts';
import { api } from '../api.ts';
import { useForm } from '../kit/form.tsx';
import { useResource } from '../kit/resource.ts';
import { navigate } from '../router.ts';
import { settingsOperations } from '../settings/api.ts';
import { DeviceZoneOffer, ZoneField } from '../settings/place/zone-field.tsx';
import { PlaceFields } from '../settings/place/place-fields.tsx';
import { Loaded, Panel } from '../settings/section.tsx';
import { wizard } from '../strings/wizard.ts';
import { StepFrame } from './step-frame.tsx';

const texts = wizard.place;

type PlaceAndZone = Location & { readonly timezone: string };

const load = async (): Promise<PlaceAndZone> => {
  const [{ timezone }, { latitude, longitude }] = await Promise.all([api.general(), settingsOperations.location()]);
  return { timezone, latitude, longitude };
};

/** Stores what differs, and answers the time zone that counts now: one that the environment sets stays. */
const store = async ({ timezone, latitude, longitude }: PlaceAndZone, stored: PlaceAndZone): Promise<string> => {
  const zone = timezone === stored.timezone ? timezone : (await settingsOperations.setGeneral({ timezone })).timezone;
  if (latitude !== stored.latitude || longitude !== stored.longitude)
    await settingsOperations.setLocation({ latitude, longitude });
  return zone;
};

const PlaceForm = ({ stored }: { stored: PlaceAndZone }) => {
  const form = useForm<PlaceAndZone>('setup.place', stored);
  const { timezone, latitude, longitude } = form.value;
  const next = async () => {
    const save = async (value: PlaceAndZone) => {
      const counts = await store(value, stored);
      if (counts === value.timezone) return;
      form.change({ timezone: counts });
      throw new Error(texts.zoneFixed(counts));
    };
    const done = !form.changed || (await form.save(save));
    if (done) navigate('/setup/3');
  };
  return (
    <StepFrame
      step={2}
      intro={texts.intro}
      busy={form.busy}
      result={form.result?.tone === 'good' ? null : form.result}
      onNext={() => void next()}
    >
      <Panel>
        <ZoneField
          label={texts.zone}
          hint={texts.zoneHint}
          value={timezone}
          onChange={(zone) => form.change({ timezone: zone })}
        />
        <DeviceZoneOffer zone={timezone} onUse={(zone) => form.change({ timezone: zone })} />
      </Panel>
      <Panel title={texts.location}>
        <PlaceFields place={{ latitude, longitude }} zone={timezone} onChange={form.change} />
      </Panel>
    </StepFrame>
  );
};

/** The second step: the time zone, and where the board hangs. */
export const PlaceStep = () => {
  const stored = useResource('wizard-place', load, []);
  return <Loaded from={stored}>{(value) => <PlaceForm stored={value} />}</Loaded>;
};

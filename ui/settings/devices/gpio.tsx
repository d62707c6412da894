import type { ButtonStatus, GpioStatus, LightStatus, GpioPreference } from '../../../src/schema/gpio.ts';
import { NumberField, SelectField, Switch } from '../../kit/field.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings.ts';
import { boardOperations, settingsOperations } from '../api.ts';
import type { Wire } from '../pins/header-plan.ts';
import { PinPicker } from '../pins/pin-picker.tsx';
import { FormCard, Loaded, Section } from '../section.tsx';
import { Condition } from './condition.tsx';

const texts = settings.gpio;
const LOOK_MS = 1000;
const PRESSES = Object.entries(texts.presses) as [GpioPreference['button']['press'], string][];
const LONGS = Object.entries(texts.longs) as [GpioPreference['button']['long_press'], string][];

const Found = ({
  status: { enabled, source, device, pin, reason },
  now,
}: {
  status: Pick<ButtonStatus | LightStatus, 'enabled' | 'source' | 'device' | 'pin' | 'reason'>;
  now: string;
}) => {
  if (!enabled) return null;
  if (source === 'none') return <Condition tone="plain" text={reason ?? texts.none} />;
  return <Condition tone="good" text={`${texts.found(device ?? `GPIO ${pin}`)} ${now}`.trim()} />;
};

const PinField = ({
  label,
  pin,
  used,
  onChange,
}: {
  label: string;
  pin: number;
  used: number | undefined;
  onChange: (pin: number) => void;
}) => (
  <NumberField
    label={label}
    hint={used === undefined || used === pin ? texts.pinHint : texts.pinFixed(used)}
    min={0}
    max={53}
    value={pin}
    onChange={(typed) => onChange(typed ?? pin)}
  />
);

const Button = ({
  button,
  status,
  onChange,
}: {
  button: GpioPreference['button'];
  status: ButtonStatus | undefined;
  onChange: (button: GpioPreference['button']) => void;
}) => (
  <>
    <h2>{texts.button}</h2>
    {status && <Found status={status} now={status.pressed ? texts.pressed : ''} />}
    <Switch label={texts.buttonOn} checked={button.enabled} onChange={(enabled) => onChange({ ...button, enabled })} />
    <PinField
      label={texts.buttonPin}
      pin={button.pin}
      used={status?.pin}
      onChange={(pin) => onChange({ ...button, pin })}
    />
    <div class="pair">
      <SelectField
        label={texts.press}
        value={button.press}
        options={PRESSES}
        onChange={(press) => onChange({ ...button, press })}
      />
      <SelectField
        label={texts.long}
        value={button.long_press}
        options={LONGS}
        onChange={(long_press) => onChange({ ...button, long_press })}
      />
    </div>
  </>
);

const Light = ({
  led,
  status,
  onChange,
}: {
  led: GpioPreference['led'];
  status: LightStatus | undefined;
  onChange: (led: GpioPreference['led']) => void;
}) => (
  <>
    <h2>{texts.light}</h2>
    {status && <Found status={status} now={texts.patterns[status.pattern]} />}
    <Switch label={texts.lightOn} checked={led.enabled} onChange={(enabled) => onChange({ ...led, enabled })} />
    <PinField label={texts.lightPin} pin={led.pin} used={status?.pin} onChange={(pin) => onChange({ ...led, pin })} />
  </>
);

const wiresOf = ({ button, led }: GpioPreference): Wire[] => [
  { key: 'button', name: texts.button, module: null, pin: button.enabled ? button.pin : null },
  { key: 'led', name: texts.light, module: null, pin: led.enabled ? led.pin : null },
];

/** The pins of the button and the light on the picture of the header; what is switched off takes none. */
const PinPicture = ({
  value,
  onChange,
}: {
  value: GpioPreference;
  onChange: (change: Partial<GpioPreference>) => void;
}) => {
  const pins = useResource('pins', boardOperations.pins, ['boards', 'settings']).value;
  if (!pins) return null;
  const own = pins.pins.map((pin) =>
    pin.use === 'button' || pin.use === 'light' ? { ...pin, free: true, use: null, used_by: null } : pin,
  );
  const take = (taken: ReadonlyMap<string, number | null>) => {
    const { button, led } = value;
    const [forButton, forLight] = [taken.get('button'), taken.get('led')];
    onChange({
      ...(forButton === undefined
        ? {}
        : { button: { ...button, enabled: forButton !== null, pin: forButton ?? button.pin } }),
      ...(forLight === undefined ? {} : { led: { ...led, enabled: forLight !== null, pin: forLight ?? led.pin } }),
    });
  };
  return <PinPicker wires={wiresOf(value)} pins={{ ...pins, pins: own }} boardId={null} onTake={take} />;
};

const GpioForm = ({
  stored,
  status,
  onSaved,
}: {
  stored: GpioPreference;
  status: GpioStatus | null;
  onSaved: () => void;
}) => {
  const form = useForm('settings.gpio', stored);
  const { value, change } = form;
  const save = () =>
    void form.save(async (next) => {
      await settingsOperations.setGpio(next);
      onSaved();
    });
  return (
    <FormCard onSubmit={save} label={settings.names.gpio}>
      <Button button={value.button} status={status?.button} onChange={(button) => change({ button })} />
      <hr />
      <Light led={value.led} status={status?.led} onChange={(led) => change({ led })} />
      <hr />
      <h2>{texts.header}</h2>
      <PinPicture value={value} onChange={change} />
      <SaveBar form={form} />
    </FormCard>
  );
};

/** The button and the light on the pins of the machine. */
export const Gpio = () => {
  const stored = useResource('gpio', settingsOperations.gpio, ['settings']);
  const status = useResource('gpio-status', settingsOperations.gpioStatus, ['settings']);
  usePoll(status.reload, LOOK_MS);
  const saved = () => {
    stored.reload();
    status.reload();
  };
  return (
    <Section name="gpio">
      <Loaded from={stored}>{(value) => <GpioForm stored={value} status={status.value} onSaved={saved} />}</Loaded>
    </Section>
  );
};

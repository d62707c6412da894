import { MOST_BUTTONS, PINS } from '../../../src/schema/limits.ts';
import type {
  ButtonAction,
  ButtonSettings,
  ButtonStatus,
  ButtonTarget,
  Gesture,
  GpioPreference,
  GpioStatus,
  LightStatus,
} from '../../../src/schema/boards/gpio.ts';
import { api } from '../../api.ts';
import { favouriteOperations } from '../../favourites/operations.ts';
import { Button } from '../../kit/button.tsx';
import { NumberField, SelectField, Switch, membersOf } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { settings } from '../../strings/settings/settings.ts';
import { boardOperations, settingsOperations } from '../api.ts';
import type { Wire } from '../pins/header-plan.ts';
import { PinPicker } from '../pins/pin-picker.tsx';
import { Loaded, Section } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { Condition } from './condition.tsx';
import { changedAt, withoutAt } from '../../list.ts';

const texts = settings.gpio;
const LOOK_MS = 1000;
const GESTURES: readonly Gesture[] = ['press', 'double_press', 'long_press'];
const ACTIONS = Object.entries(texts.actions) as [ButtonAction, string][];
const NAMES = { press: texts.press, double_press: texts.double, long_press: texts.long } as const;

interface GestureFieldsProps {
  readonly button: ButtonSettings;
  readonly gesture: Gesture;
  readonly onChange: (change: Partial<ButtonSettings>) => void;
}

const GestureFields = ({ button, gesture, onChange }: GestureFieldsProps) => {
  const pages = useResource('pages', api.pages, ['pages']).value?.pages ?? [];
  const favourites = useResource('favourites', favouriteOperations.list, ['favourites']).value?.favourites ?? [];
  const target = button.targets[gesture] ?? {};
  const aim = (change: ButtonTarget) =>
    onChange({ targets: { ...button.targets, [gesture]: { ...target, ...change } } });
  return (
    <>
      <SelectField label={NAMES[gesture]} options={ACTIONS} {...membersOf(button, onChange)(gesture)} />
      {button[gesture] === 'page' && (
        <SelectField
          label={texts.actionPage}
          value={target.page_id ?? ''}
          options={[['', texts.choose], ...pages.map(({ id = '', name }) => [id, name] as const)]}
          onChange={(page_id) => aim({ page_id })}
        />
      )}
      {button[gesture] === 'favourite' && (
        <SelectField
          label={texts.actionFavourite}
          value={target.favourite_id ?? ''}
          options={[['', texts.choose], ...favourites.map(({ id, name }) => [id, name] as const)]}
          onChange={(favourite_id) => aim({ favourite_id })}
        />
      )}
    </>
  );
};

const NEW_BUTTON: ButtonSettings = {
  enabled: true,
  pin: 22,
  press: 'next',
  double_press: 'none',
  long_press: 'none',
  targets: {},
};

interface FoundProps {
  readonly status: Pick<ButtonStatus | LightStatus, 'enabled' | 'source' | 'device' | 'pin' | 'reason'>;
  readonly now: string;
}

const Found = ({ status: { enabled, source, device, pin, reason }, now }: FoundProps) => {
  if (!enabled) return null;
  if (source === 'none') return <Condition tone="plain" text={reason ?? texts.none} />;
  return <Condition tone="good" text={`${texts.found(device ?? `GPIO ${pin}`)} ${now}`.trim()} />;
};

/** Whether a pin counts as it is typed, or another one is used. */
const pinHint = (pin: number, used: number | undefined): string =>
  used === undefined || used === pin ? texts.pinHint : texts.pinFixed(used);

interface ButtonFieldsProps {
  readonly title?: string;
  readonly button: GpioPreference['button'];
  readonly status: ButtonStatus | undefined;
  readonly onChange: (change: Partial<ButtonSettings>) => void;
}

const ButtonFields = ({ title = texts.button, button, status, onChange }: ButtonFieldsProps) => {
  const field = membersOf(button, onChange);
  return (
    <>
      <h2>{title}</h2>
      {status && <Found status={status} now={status.pressed ? texts.pressed : ''} />}
      <Switch label={texts.buttonOn} {...field('enabled')} />
      <NumberField
        label={texts.buttonPin}
        hint={pinHint(button.pin, status?.pin)}
        range={PINS}
        {...field('pin')}
        empty={button.pin}
      />
      {GESTURES.map((gesture) => (
        <GestureFields key={gesture} button={button} gesture={gesture} onChange={onChange} />
      ))}
    </>
  );
};

interface LightProps {
  readonly led: GpioPreference['led'];
  readonly status: LightStatus | undefined;
  readonly onChange: (change: Partial<GpioPreference['led']>) => void;
}

const Light = ({ led, status, onChange }: LightProps) => {
  const field = membersOf(led, onChange);
  return (
    <>
      <h2>{texts.light}</h2>
      {status && <Found status={status} now={texts.patterns[status.pattern]} />}
      <Switch label={texts.lightOn} {...field('enabled')} />
      <NumberField
        label={texts.lightPin}
        hint={pinHint(led.pin, status?.pin)}
        range={PINS}
        {...field('pin')}
        empty={led.pin}
      />
    </>
  );
};

const wiresOf = ({ button, led }: GpioPreference): Wire[] => [
  { key: 'button', name: texts.button, module: null, pin: button.enabled ? button.pin : null },
  { key: 'led', name: texts.light, module: null, pin: led.enabled ? led.pin : null },
];

interface PinPictureProps {
  readonly value: GpioPreference;
  readonly onChange: (change: Partial<GpioPreference>) => void;
}

/**
 * The pins of the button and the light on the picture of the header; what is switched off takes none. Those of further
 * buttons are in use, as the form has them.
 */
const PinPicture = ({ value, onChange }: PinPictureProps) => {
  const pins = useResource('pins', boardOperations.pins, ['boards', 'settings']).value;
  if (!pins) return null;
  const others = new Map(value.more_buttons.map((button, at) => [button.pin, button.enabled && texts.another(at + 2)]));
  const own = pins.pins.map((pin) => {
    const other = others.get(pin.pin);
    if (other) return { ...pin, free: false, use: 'button' as const, used_by: other };
    return pin.use === 'button' || pin.use === 'light' ? { ...pin, free: true, use: null, used_by: null } : pin;
  });
  const take = (taken: ReadonlyMap<string, number | null>) => {
    const { button, led } = value;
    const [forButton, forLight] = [taken.get('button'), taken.get('led')];
    onChange({
      ...(forButton !== undefined && {
        button: { ...button, enabled: forButton !== null, pin: forButton ?? button.pin },
      }),
      ...(forLight !== undefined && { led: { ...led, enabled: forLight !== null, pin: forLight ?? led.pin } }),
    });
  };
  return <PinPicker wires={wiresOf(value)} pins={{ ...pins, pins: own }} boardId={null} onTake={take} />;
};

interface GpioFormProps {
  readonly stored: GpioPreference;
  readonly status: GpioStatus | null;
  readonly onSaved: () => void;
}

const GpioForm = ({ stored, status, onSaved }: GpioFormProps) => {
  const form = useForm('settings.gpio', stored);
  const { value, change } = form;
  return (
    <SettingsCard form={form} label={settings.names.gpio} store={settingsOperations.setGpio} onSaved={onSaved}>
      <ButtonFields
        button={value.button}
        status={status?.button}
        onChange={(next) => change({ button: { ...value.button, ...next } })}
      />
      {value.more_buttons.map((button, at) => (
        <div key={at} class="form">
          <hr />
          <ButtonFields
            title={texts.another(at + 2)}
            button={button}
            status={status?.more_buttons[at]}
            onChange={(next) => change({ more_buttons: changedAt(value.more_buttons, at, next) })}
          />
          <Button
            text={texts.removeButton}
            onClick={() => change({ more_buttons: withoutAt(value.more_buttons, at) })}
          />
        </div>
      ))}
      {value.more_buttons.length < MOST_BUTTONS - 1 && (
        <div class="actions">
          <Button
            text={texts.addButton}
            onClick={() => change({ more_buttons: [...value.more_buttons, NEW_BUTTON] })}
          />
        </div>
      )}
      <hr />
      <Light led={value.led} status={status?.led} onChange={(next) => change({ led: { ...value.led, ...next } })} />
      <hr />
      <h2>{texts.header}</h2>
      <PinPicture value={value} onChange={change} />
    </SettingsCard>
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

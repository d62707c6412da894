import type { ComponentType } from 'preact';
import { LANGUAGE } from '../../kit/language.ts';
import { NumberField, SelectField, Switch, TextField } from '../../kit/field.tsx';
import { SecretField } from '../../kit/secret-field.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { useProblem } from '../problems.ts';
import { kindOf, titleOf, type Kind, type Setting } from './setting-schema.ts';
import { shownOf, type FieldProps, type SettingProps } from './setting-value.ts';
import { AnyField, MomentField, PageField, ParagraphField, TimeZoneField } from './special-fields.tsx';
import { LookupField } from './lookup-field.tsx';
import { ListField, MapField, ObjectField } from './nested-fields.tsx';

const number = new Intl.NumberFormat(LANGUAGE);

const formatBound = (bound: number | undefined): string | null => (bound === undefined ? null : number.format(bound));

const boundsOf = ({ minimum, maximum }: Setting): string =>
  minimum === undefined && maximum === undefined ? '' : texts.bounds(formatBound(minimum), formatBound(maximum));

const usualOf = ({ default: usual, 'ui:placeholder': placeholder }: Setting): string =>
  placeholder ?? (typeof usual === 'string' && usual !== '' ? texts.usual(usual) : '');

const described = (setting: Setting): string =>
  setting.description && !/[.!?]$/.test(setting.description) ? `${setting.description}.` : (setting.description ?? '');

const Text = ({ labelled, setting, text, onText }: SettingProps) => (
  <TextField exact {...labelled} placeholder={usualOf(setting)} value={text} onChange={onText} />
);

const Amount = ({ labelled, setting, shown, onChange }: SettingProps) => (
  <NumberField
    {...labelled}
    min={setting.minimum}
    max={setting.maximum}
    step={setting.type === 'integer' ? 1 : 'any'}
    value={typeof shown === 'number' ? shown : null}
    onChange={onChange}
  />
);

const Choice = ({ labelled, setting, shown, onChange }: SettingProps) => {
  const all = setting.enum ?? [];
  const options = all.map((one, index) => [String(one), setting.enumNames?.[index] ?? String(one)] as const);
  const known = all.includes(shown);
  return (
    <SelectField
      {...labelled}
      value={known ? String(shown) : ''}
      options={known ? options : [['', texts.choose], ...options]}
      onChange={(chosen) => onChange(all.find((one) => String(one) === chosen) ?? null)}
    />
  );
};

const OnOff = ({ labelled, shown, onChange }: SettingProps) => (
  <Switch {...labelled} value={shown === true} onChange={onChange} />
);

const Secret = ({ labelled, value, onText }: SettingProps) => (
  <SecretField {...labelled} value={typeof value === 'string' ? value : ''} onChange={onText} />
);

const CONTROLS: Readonly<Record<Kind, ComponentType<SettingProps>>> = {
  choice: Choice,
  switch: OnOff,
  secret: Secret,
  zone: TimeZoneField,
  moment: MomentField,
  page: PageField,
  paragraph: ParagraphField,
  lookup: LookupField,
  text: Text,
  number: Amount,
  list: ListField,
  object: ObjectField,
  map: MapField,
  anything: AnyField,
};

/** One setting, with the control that its schema asks for. */
export const SettingField = ({ name, path, setting, value, onChange, required }: FieldProps) => {
  const Control = CONTROLS[kindOf(setting)];
  const problem = useProblem(path);
  const hint =
    [described(setting), boundsOf(setting), required ? texts.required : ''].filter(Boolean).join(' ') || undefined;
  return (
    <Control
      path={path}
      labelled={{ label: titleOf(name, setting), hint, problem }}
      setting={setting}
      value={value}
      {...shownOf(setting, value)}
      onChange={onChange}
      onText={(text) => onChange(text || null)}
      Inner={SettingField}
    />
  );
};

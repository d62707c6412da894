import type { ComponentType } from 'preact';
import type { Labelled } from '../../kit/field.tsx';
import type { Setting } from './setting-schema.ts';

/** One setting among others: where it stands, what it is called and what it is worth. */
export interface FieldProps {
  readonly name: string;
  readonly path: string;
  readonly setting: Setting;
  readonly required: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** What the control of a setting gets. */
export interface SettingProps {
  /** Where the setting stands, as `topics[0].name`. */
  readonly path: string;
  readonly labelled: Labelled;
  readonly setting: Setting;
  /** What is stored or typed; undefined for what never was set, null for what was taken away. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Draws the settings inside of this one. */
  readonly Inner: ComponentType<FieldProps>;
}

/** What is shown of a value: the default until something is set. */
export const shownOf = ({ setting, value }: Pick<SettingProps, 'setting' | 'value'>): unknown =>
  value === undefined ? setting.default : value;

/** The text of a setting; empty for what has none. */
export const textOf = (props: Pick<SettingProps, 'setting' | 'value'>): string => String(shownOf(props) ?? '');

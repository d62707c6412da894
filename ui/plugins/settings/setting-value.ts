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
  /** The same, or the default until something is set. */
  readonly shown: unknown;
  /** That as a text; empty for what has none. */
  readonly text: string;
  readonly onChange: (value: unknown) => void;
  /** Takes a text: one that is emptied takes the value away. */
  readonly onText: (text: string) => void;
  /** Draws the settings inside of this one. */
  readonly Inner: ComponentType<FieldProps>;
}

/** What is shown of a value: the default until something is set; `text` is empty for what has none. */
export const shownOf = (setting: Setting, value: unknown): Pick<SettingProps, 'shown' | 'text'> => {
  const shown = value === undefined ? setting.default : value;
  return { shown, text: String(shown ?? '') };
};

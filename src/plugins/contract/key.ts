import { LONGEST_INSTANCE_LABEL } from '../../schema/limits.ts';

/** A plugin or one of its instances: `id` or `id:label`. */
export interface PluginKey {
  readonly id: string;
  /** Null for the plugin itself. */
  readonly label: string | null;
}

/** The parts of a key, in lower case as templates read it. */
export const parseKey = (key: string): PluginKey => {
  const colon = key.indexOf(':');
  if (colon < 0) return { id: key.toLowerCase(), label: null };
  return { id: key.slice(0, colon).toLowerCase(), label: key.slice(colon + 1).toLowerCase() };
};

/** A key as it is stored and used in templates. */
export const formatKey = ({ id, label }: PluginKey): string => (label === null ? id : `${id}:${label}`);

const LABEL = new RegExp(`^[a-z0-9_-]{1,${LONGEST_INSTANCE_LABEL}}$`);

/**
 * A label in its stored form, or null when it has other characters than letters, digits, `_`, `-`, or too many
 * or none of them.
 */
export const normaliseLabel = (label: string): string | null => {
  const trimmed = label.trim().toLowerCase();
  return LABEL.test(trimmed) ? trimmed : null;
};

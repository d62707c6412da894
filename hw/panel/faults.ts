import type { MappedModule } from '../../src/core/flaps/module-layout.ts';
import { nameModule } from './module-map.ts';

const MOST_NAMED = 4;

/**
 * A sentence about modules that have the same fault: `2 modules do not answer: module 3 (row 1, column 4), …`; null
 * when there are none.
 */
export const tellFault = (modules: readonly MappedModule[], one: string, many: string): string | null => {
  const [first] = modules;
  if (!first) return null;
  if (modules.length === 1) return `${startWith(nameModule(first))} ${one}.`;
  const named = modules.slice(0, MOST_NAMED).map(nameModule).join(', ');
  const rest = modules.length - MOST_NAMED;
  return `${modules.length} modules ${many}: ${named}${rest > 0 ? ` and ${rest} more` : ''}.`;
};

/** A text as the beginning of a sentence. */
export const startWith = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

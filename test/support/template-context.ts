import {
  createBudget,
  type ColorRule,
  type RenderContext,
  type TemplateSource,
} from '../../src/core/template/context.ts';

/** What a test says of a rendering; everything else has a usual value. */
export interface ContextOptions {
  rules?: Record<string, Record<string, ColorRule[]>> | undefined;
  markup?: Record<string, string[]>;
  entityLookup?: boolean | undefined;
  now?: string | undefined;
  zone?: string;
  budget?: number;
}

/** A context whose sources have this data; colour rules and markup fields count for the base id too. */
export const contextOf = (
  data: Record<string, Record<string, unknown>>,
  options: ContextOptions = {},
): RenderContext => {
  const source = (key: string): TemplateSource | undefined => {
    const values = Object.hasOwn(data, key) ? data[key] : undefined;
    const id = key.split(':')[0] ?? '';
    if (!values) return undefined;
    return {
      data: values,
      colorRules: options.rules?.[id] ?? {},
      markupFields: new Set(options.markup?.[id] ?? []),
      entityLookup: options.entityLookup ?? false,
    };
  };
  return {
    now: Date.parse(options.now ?? '2026-09-24T17:30:00-07:00'),
    zone: options.zone ?? 'America/Los_Angeles',
    source,
    budget: createBudget(options.budget),
  };
};

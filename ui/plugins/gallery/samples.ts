import { FLAGSHIP, NOTE } from '../../../src/core/flaps/geometry.ts';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import type { Catalogue, CatalogueDetail, OwnTrial } from '../../../src/schema/plugins/sources.ts';
import { request } from '../../api.ts';

/** The pages that are drawn from sample data. */
type Sample = Pick<OwnTrial, 'flagship' | 'note'>;

/** The boards that they are drawn for. */
export const SAMPLE_FORMS = {
  flagship: { device_type: 'flagship', ...FLAGSHIP },
  note: { device_type: 'note', ...NOTE },
} as const;

const seen = new Map<string, Sample>();

/** Remembers the sample pages of the gallery for the pages of its plugins. */
export const keepSamples = ({ sources }: Catalogue): void => {
  for (const { id, flagship, note } of sources) seen.set(id, { flagship, note });
};

/** The sample pages of a plugin: those that the gallery had, else its own. */
export const readSample = async ({ id, base_plugin_id }: PluginDetail): Promise<Sample | null> => {
  const base = base_plugin_id ?? id;
  return (
    seen.get(base) ??
    request<CatalogueDetail>('GET', `/plugins/${encodeURIComponent(base)}/catalogue`).catch(() => null)
  );
};

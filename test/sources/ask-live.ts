import { SourceNet } from '../../src/plugins/source-net.ts';
import { askFor } from '../../src/plugins/source-plugin.ts';
import { manifestOf } from '../../src/plugins/source-manifest.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { CompiledSource } from '../../src/sources/compile-source.ts';
import { evaluate } from '../../src/sources/evaluate.ts';
import { runRequests } from '../../src/sources/run.ts';
import { momentOfSample } from '../../src/sources/sample.ts';
import { createDirectDocuments } from '../support/documents.ts';

const net = new SourceNet({ clock: systemClock, version: 'live' });

/** Asks the real service with the settings of the sample `full`, now; a line that says whether the answer fits. */
export const askLive = async (compiled: CompiledSource): Promise<string> => {
  const { source } = compiled;
  const sample = source.samples['full'];
  const manifest = manifestOf(source, 'flapbox');
  if (!sample || 'error' in manifest) return `${source.id}: has no sample to ask with`;
  if (source.account !== 'none') return `${source.id}: left out, it needs an account`;
  const moment = { ...momentOfSample(compiled, sample), now: Date.now() };
  const documents = createDirectDocuments();
  const options = { compiled, manifest: manifest.manifest, net, isStock: true };
  const asking = { moment, documents, signal: AbortSignal.timeout(60_000), maxAgeMs: 0 };
  const run = await runRequests(compiled, moment, (planned, spec) => askFor(options, planned, spec, asking));
  const result = 'error' in run ? run : evaluate(compiled, run.answers, moment);
  if ('error' in result) return `${source.id}: FAILS: ${result.error}`;
  const missing = Object.keys(sample.values ?? {}).filter((name) =>
    ['', '-'].includes(String(result.data[name] ?? '')),
  );
  return missing.length === 0 ? `${source.id}: fits` : `${source.id}: fits, but nothing in ${missing.join(', ')}`;
};

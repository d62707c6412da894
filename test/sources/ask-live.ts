import { SourceNet } from '../../src/plugins/network/source-net.ts';
import { askFor } from '../../src/plugins/running/source-plugin.ts';
import { manifestOf } from '../../src/plugins/running/source-manifest.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { evaluate } from '../../src/sources/evaluate.ts';
import { runRequests, type Reply } from '../../src/sources/run.ts';
import { momentOfSample } from '../../src/sources/trying/sample.ts';
import { createDirectDocuments } from '../support/documents.ts';
import type { LiveResult } from './live-report.ts';

const documents = createDirectDocuments();
const net = new SourceNet({ clock: systemClock, documents, version: 'live' });

const statusOf = (reply: Reply): string => {
  if ('error' in reply) return reply.status === undefined ? 'no answer' : String(reply.status);
  return reply.isNothing ? 'nothing now' : 'answered';
};

/** Asks the real service with the settings of the sample `full`, now, and tells whether the answer fits. */
export const askLive = async (compiled: CompiledSource): Promise<LiveResult> => {
  const { source } = compiled;
  const result = { id: source.id, asked: [] as [host: string, status: string][], missing: [] as string[] };
  const sample = source.samples['full'];
  const manifest = manifestOf(source, 'flapbox');
  if (!sample || 'error' in manifest) return { ...result, outcome: 'left out', why: 'it has no sample to ask with' };
  if (source.account !== 'none') return { ...result, outcome: 'left out', why: 'it needs an account' };
  const moment = { ...momentOfSample(compiled, sample), now: Date.now() };
  const options = { compiled, manifest: manifest.manifest, net, documents, isStock: true };
  const asking = { moment, signal: AbortSignal.timeout(60_000), maxAgeMs: 0 };
  const run = await runRequests(compiled, moment, async (planned, spec) => {
    const reply = await askFor(options, planned, spec, asking);
    result.asked.push([new URL(planned.url).host, statusOf(reply)]);
    return reply;
  });
  const evaluation = 'error' in run ? run : evaluate(compiled, run.answers, moment);
  if ('error' in evaluation) return { ...result, outcome: 'fails', why: evaluation.error };
  const { data } = evaluation;
  const missing = Object.keys(sample.values ?? {}).filter((name) => ['', '-'].includes(String(data[name] ?? '')));
  return { ...result, missing, outcome: 'fits', why: '' };
};

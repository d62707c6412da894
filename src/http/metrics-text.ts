import type { Metric } from '../platform/metric.ts';

const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

const renderLabels = (labels: Readonly<Record<string, string>> = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
};

const renderMetric = ({ name, help, type, samples }: Metric): string =>
  [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value }) => `${name}${renderLabels(labels)} ${value}`),
  ].join('\n');

/** Quantities in the Prometheus text format. */
export const toText = (metrics: readonly Metric[]): string => `${metrics.map(renderMetric).join('\n')}\n`;

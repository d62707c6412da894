import type { Clock } from '../platform/clock.ts';
import { eachMetric, oneMetric, type Metric } from '../platform/metric.ts';

/** Counts requests and gathers what other parts measure. */
export interface Metrics {
  /** Notes one answered request; `route` is the declared path, never the one that was sent. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Adds a source that is asked at every reading. */
  register(collect: () => readonly Metric[]): void;
  /** Everything, in the Prometheus text format. */
  render(): string;
}

interface Tally {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  count: number;
  seconds: number;
}

const measureProcess = (): Metric[] => {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    oneMetric('process_resident_memory_bytes', 'Memory of the process.', 'gauge', rss),
    oneMetric('process_heap_bytes', 'Memory of JavaScript objects.', 'gauge', heapUsed),
    oneMetric('process_cpu_seconds_total', 'Processor time.', 'counter', (user + system) / 1e6),
  ];
};

const measureRequests = (tallies: readonly Tally[]): Metric[] => [
  eachMetric(tallies, 'http_requests_total', 'Requests answered.', 'counter', ({ count }) => count),
  eachMetric(
    tallies,
    'http_request_seconds_total',
    'Time until the answer began.',
    'counter',
    ({ seconds }) => seconds,
  ),
];

/** A new count; the process itself is always part of it. */
export const createMetrics = (clock: Clock): Metrics => {
  const started = clock.monotonic();
  const tallies = new Map<string, Tally>();
  const sources: (() => readonly Metric[])[] = [measureProcess];
  return {
    observe: (method, route, status, seconds) => {
      const key = `${method} ${route} ${status}`;
      const tally = tallies.get(key) ?? { labels: { method, route, status: String(status) }, count: 0, seconds: 0 };
      tally.count++;
      tally.seconds += seconds;
      tallies.set(key, tally);
    },
    register: (collect) => void sources.push(collect),
    render: () => {
      const seconds = (clock.monotonic() - started) / 1000;
      const uptime = oneMetric('process_uptime_seconds', 'Time since the start.', 'gauge', seconds);
      const metrics = [uptime, ...sources.flatMap((collect) => collect()), ...measureRequests([...tallies.values()])];
      const { toText } = require('./metrics-text.ts') as typeof import('./metrics-text.ts');
      return toText(metrics);
    },
  };
};

import type { Clock } from '../platform/clock.ts';
import { gauge, type Metric } from '../platform/metric.ts';

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
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('process_heap_bytes', 'Memory of JavaScript objects.', heapUsed),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
  ];
};

const measureRequests = (tallies: readonly Tally[]): Metric[] => [
  {
    name: 'http_requests_total',
    help: 'Requests answered.',
    type: 'counter',
    samples: tallies.map(({ labels, count }) => ({ labels, value: count })),
  },
  {
    name: 'http_request_seconds_total',
    help: 'Time until the answer began.',
    type: 'counter',
    samples: tallies.map(({ labels, seconds }) => ({ labels, value: seconds })),
  },
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
      const uptime = gauge('process_uptime_seconds', 'Time since the start.', (clock.monotonic() - started) / 1000);
      const metrics = [uptime, ...sources.flatMap((collect) => collect()), ...measureRequests([...tallies.values()])];
      const { toText } = require('./metrics-text.ts') as typeof import('./metrics-text.ts');
      return toText(metrics);
    },
  };
};

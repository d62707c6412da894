import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMetrics } from '../../src/http/metrics.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('http/metrics');

const open = () => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  return { clock, metrics: createMetrics(clock) };
};

test('requests of one kind are added up', () => {
  const { metrics } = open();
  metrics.observe('GET', '/a', 200, 0.25);
  metrics.observe('GET', '/a', 200, 0.5);
  metrics.observe('GET', '/a', 404, 1);
  const text = metrics.render();
  assert.match(text, 'http_requests_total{method="GET",route="/a",status="200"} 2\n');
  assert.match(text, 'http_requests_total{method="GET",route="/a",status="404"} 1\n');
  assert.match(text, 'http_request_seconds_total{method="GET",route="/a",status="200"} 0.75\n');
});
test('the uptime is that of the monotonic clock', async () => {
  const { clock, metrics } = open();
  clock.jump(3_600_000);
  await clock.advance(1500);
  assert.match(metrics.render(), 'process_uptime_seconds 1.5\n');
});
test('sources are asked at every reading', () => {
  const { metrics } = open();
  let value = 1;
  metrics.register(() => [
    {
      name: 'board_drifted',
      help: 'Whether.',
      type: 'gauge',
      samples: [{ labels: { board: 'a' }, value: value++ }, { value: 7 }],
    },
  ]);
  assert.match(
    metrics.render(),
    '# HELP board_drifted Whether.\n# TYPE board_drifted gauge\nboard_drifted{board="a"} 1\nboard_drifted 7\n',
  );
  assert.match(metrics.render(), 'board_drifted{board="a"} 2\n');
});
test('labels and help are escaped', () => {
  const { metrics } = open();
  metrics.register(() => [
    { name: 'x', help: 'a\nb\\', type: 'counter', samples: [{ labels: { name: '"q"\n\\' }, value: 1 }] },
  ]);
  assert.match(metrics.render(), '# HELP x a\\nb\\\\\n');
  assert.match(metrics.render(), 'x{name="\\"q\\"\\n\\\\"} 1\n');
});
test('every line has the form of the text format', () => {
  const { metrics } = open();
  metrics.observe('GET', '/v1/boards/{board}', 200, 0.001);
  for (const line of metrics.render().trimEnd().split('\n')) {
    assert.match(line, /^(?:# (?:HELP|TYPE) \w+ .+|[a-z_]+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
  }
});
test('the process is measured', () => {
  assert.match(open().metrics.render(), /process_resident_memory_bytes \d{6,}/);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readWebhook } from '../../src/inboxes/webhook.ts';

/** What programs post, shortened to the members that their documents name. */
const test = suite('inboxes/webhook');

const repository = { id: 1296269, name: 'hello-world', full_name: 'octocat/hello-world' };
const probe = {
  status: 'firing',
  labels: { alertname: 'ProbeFailure', instance: 'https://server.example.org', severity: 'critical' },
  annotations: {
    description: 'Instance https://server.example.org has been down for over 5m.',
    summary: 'BlackBox Probe Failure: https://server.example.org',
  },
  startsAt: '2023-02-06T13:08:45.828Z',
  endsAt: '0001-01-01T00:00:00Z',
};
const memory = {
  status: 'firing',
  labels: { alertname: 'High memory usage', team: 'blue', zone: 'us-1' },
  annotations: {
    description: 'The system has high memory usage',
    summary: 'This alert was triggered for zone us-1',
  },
};

for (const [name, body, expected] of [
  [
    'Alertmanager, firing',
    { receiver: 'sms', status: 'firing', alerts: [probe], version: '4', truncatedAlerts: 0 },
    'ALERT ProbeFailure\nBlackBox Probe Failure: https://server.example.org',
  ],
  [
    'Alertmanager, over again',
    { receiver: 'sms', status: 'resolved', alerts: [{ ...probe, status: 'resolved' }], version: '4' },
    'RESOLVED ProbeFailure\nBlackBox Probe Failure: https://server.example.org',
  ],
  [
    'Grafana, two alerts of which one is over',
    {
      receiver: 'My Super Webhook',
      status: 'firing',
      orgId: 1,
      alerts: [memory, { ...memory, status: 'resolved', annotations: { summary: 'zone us-2' } }],
      title: '[FIRING:1, RESOLVED:1]  (blue)',
      state: 'alerting',
      message: '**Firing** and a page of text',
    },
    'ALERT High memory usage\nThis alert was triggered for zone us-1',
  ],
  [
    'Grafana without annotations, more alerts than are read aloud',
    {
      status: 'firing',
      alerts: Array.from({ length: 7 }, (_, at) => ({ status: 'firing', labels: { alertname: `Alert ${at}` } })),
    },
    'ALERT\nAlert 0\nAlert 1\nAlert 2\nAlert 3\nAlert 4\nand 2 more',
  ],
  [
    'Uptime Kuma, down',
    {
      heartbeat: {
        monitorID: 10,
        status: 0,
        msg: 'PING 10.13.13.13: 100% packet loss\n\n--- statistics',
        important: true,
      },
      monitor: { id: 10, name: 'Testing', url: 'https://' },
      msg: '[Testing] [Down] PING 10.13.13.13',
    },
    'Testing is down\nPING 10.13.13.13: 100% packet loss',
  ],
  ['Uptime Kuma, its test', { heartbeat: null, monitor: null, msg: 'My Webhook Testing' }, 'My Webhook Testing'],
  [
    'GitHub, the first call',
    { zen: 'Keep it logically awesome.', hook_id: 1, repository },
    'GitHub is connected\nKeep it logically awesome.',
  ],
  [
    'GitHub, a pull request that was merged',
    { action: 'closed', number: 7, pull_request: { number: 7, title: 'Update the README', merged: true }, repository },
    'hello-world #7 merged\nUpdate the README',
  ],
  [
    'GitHub, a pull request that waits for somebody',
    { action: 'review_requested', pull_request: { number: 7, title: 'Update the README', merged: false }, repository },
    'hello-world #7 review requested\nUpdate the README',
  ],
  [
    'GitHub, a comment on an issue',
    { action: 'created', issue: { number: 1, title: 'Spelling' }, comment: { body: 'So it is' }, repository },
    'hello-world #1 commented\nSpelling',
  ],
  [
    'Alertmanager, with rules that say it in a message',
    {
      status: 'firing',
      alerts: [{ status: 'firing', labels: { alertname: 'A' }, annotations: { message: 'Disk full' } }],
    },
    'ALERT A\nDisk full',
  ],
  [
    'GitHub, a push',
    {
      ref: 'refs/heads/main',
      commits: [{ message: 'One' }, { message: 'Two' }],
      head_commit: { message: 'Update the README\n\nwith more' },
      pusher: { name: 'octocat' },
      repository,
    },
    'hello-world main: 2 commits\nUpdate the README',
  ],
  [
    'GitHub, a release',
    { action: 'published', release: { tag_name: 'v1.2', name: null }, repository },
    'hello-world v1.2\nrelease published',
  ],
  [
    'GitHub, an issue',
    { action: 'opened', issue: { number: 1347, title: 'Found a bug' }, repository },
    'hello-world #1347 opened\nFound a bug',
  ],
  [
    'GitHub, a run of a workflow',
    {
      action: 'completed',
      workflow_run: { name: 'Build', status: 'completed', conclusion: 'timed_out', head_branch: 'main' },
      repository,
    },
    'hello-world main\nBuild: timed out',
  ],
  [
    'Sonarr, an episode',
    {
      eventType: 'Download',
      series: { id: 2, title: 'Gravity Falls', tvdbId: 259972 },
      episodes: [{ id: 67, episodeNumber: 14, seasonNumber: 2, title: 'The Stanchurian Candidate' }],
      isUpgrade: false,
    },
    'Gravity Falls\nS02E14 The Stanchurian Candidate\nis ready',
  ],
  ['Radarr', { eventType: 'Grab', movie: { title: 'Finding Nemo', year: 2003 } }, 'Finding Nemo\nis on its way'],
  [
    'Sonarr, its health',
    { eventType: 'Health', level: 'warning', message: 'Indexers unavailable', instanceName: 'Sonarr' },
    'Sonarr\nIndexers unavailable',
  ],
  ['Home Assistant', { message: 'The laundry is done', title: 'Home', target: ['board'] }, 'Home\nThe laundry is done'],
  ['a text by hand', { text: ' Dinner ' }, 'Dinner'],
  ['nothing that is known', { hello: 'world', message: 5, alerts: 'none', eventType: [] }, null],
  ['rubbish in every place', { status: 'firing', alerts: [null, 5, []], repository: 7, text: {} }, null],
  ['nothing', {}, null],
] as const)
  test(`${name}: ${JSON.stringify(expected)}`, () => assert.is(readWebhook(body as Record<string, unknown>), expected));

test.run();

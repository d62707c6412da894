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
  [
    'Alertmanager, one name for several alerts',
    {
      status: 'firing',
      alerts: ['sda', 'sdb', 'sda'].map((disk) => ({
        status: 'firing',
        labels: { alertname: 'Disk full' },
        annotations: { summary: disk },
      })),
    },
    'ALERT Disk full\nsda\nsdb',
  ],
  [
    'Alertmanager, several names',
    {
      status: 'firing',
      alerts: ['A', 'B'].map((alertname) => ({
        status: 'firing',
        labels: { alertname },
        annotations: { description: `all of ${alertname}` },
      })),
    },
    'ALERT\nall of A\nall of B',
  ],
  [
    'Alertmanager, as many alerts as are read aloud',
    {
      status: 'firing',
      alerts: Array.from({ length: 5 }, (_, at) => ({ status: 'firing', labels: { alertname: `A${at}` } })),
    },
    'ALERT\nA0\nA1\nA2\nA3\nA4',
  ],
  ['Alertmanager, nothing that is so', { status: 'firing', alerts: [{ ...probe, status: 'resolved' }] }, null],
  ['a status that is a number', { status: 5, alerts: [probe], title: 'T' }, 'T'],
  ...[
    [1, 'is up'],
    [2, 'is pending'],
    [3, 'is in maintenance'],
  ].map(([status, words]) => [
    `Uptime Kuma, ${words}`,
    { heartbeat: { status }, monitor: { name: 'Porch' }, msg: 'x' },
    `Porch ${words}`,
  ]),
  ['Uptime Kuma, a state of its own', { heartbeat: { status: 9 }, monitor: { name: 'Porch' }, msg: 'what' }, 'what'],
  ['Uptime Kuma, without a state', { heartbeat: {}, monitor: { name: 'Porch' }, msg: 'what' }, 'what'],
  ['Uptime Kuma, without a name', { heartbeat: { status: 0 }, monitor: {}, msg: 'what' }, 'what'],
  ['a heartbeat alone', { heartbeat: {}, msg: 'x', message: 'other' }, 'other'],
  ['a monitor alone', { monitor: {}, msg: 'x', message: 'other' }, 'other'],
  ['a heartbeat without a sentence', { heartbeat: {}, monitor: {}, msg: 5, message: 'other' }, 'other'],
  [
    'GitHub, a comment on a pull request',
    { action: 'created', pull_request: { number: 2, title: 'P' }, comment: {}, repository },
    'hello-world #2 commented\nP',
  ],
  [
    'GitHub, a pull request that was declined',
    { action: 'closed', pull_request: { number: 7, title: 'P', merged: false }, repository },
    'hello-world #7 closed\nP',
  ],
  [
    'GitHub, a pull request that was merged and is named otherwise now',
    { action: 'edited', pull_request: { number: 7, title: 'P', merged: true }, repository },
    'hello-world #7 edited\nP',
  ],
  [
    'GitHub, a release with a name',
    { action: 'created', release: { tag_name: 'v1.2', name: 'Spring' }, repository },
    'hello-world Spring\nrelease created',
  ],
  [
    'GitHub, a run that goes on',
    {
      action: 'in_progress',
      workflow_run: { name: 'Build', status: 'in_progress', conclusion: null, head_branch: 'main' },
      repository,
    },
    'hello-world main\nBuild: in progress',
  ],
  [
    'GitHub, one commit under a tag',
    { ref: 'refs/tags/v1', commits: [{}], head_commit: { message: 'Release' }, repository },
    'hello-world v1: 1 commit\nRelease',
  ],
  [
    'GitHub, a tag that was deleted',
    { ref: 'refs/tags/simple-tag', created: false, deleted: true, commits: [], head_commit: null, repository },
    'hello-world simple-tag\ndeleted',
  ],
  [
    'GitHub, a branch without commits',
    { ref: 'refs/heads/a', commits: [], head_commit: null, repository },
    'hello-world a\npushed',
  ],
  [
    'GitHub, a branch that is at a known commit',
    { ref: 'refs/heads/a', commits: [], head_commit: { message: 'Old' }, repository },
    'hello-world a\nOld',
  ],
  ['GitHub, something else', { action: 'starred', repository, message: 'a star' }, 'a star'],
  ['a push of nobody', { ref: 'refs/heads/a', commits: [], repository: { name: ' ' } }, null],
  ['a push without a place', { ref: 5, commits: [], repository }, null],
  ['a push without a list', { ref: 'refs/heads/a', commits: {}, repository }, null],
  ...[
    ['Rename', 'was renamed'],
    ['SeriesAdd', 'was added'],
    ['SeriesDelete', 'was removed'],
    ['EpisodeFileDelete', 'lost an episode'],
    ['ManualInteractionRequired', 'needs a look'],
  ].map(([eventType, words]) => [`Sonarr, ${eventType}`, { eventType, series: { title: 'Falls' } }, `Falls\n${words}`]),
  ...[
    ['MovieAdded', 'was added'],
    ['MovieDelete', 'was removed'],
    ['MovieFileDelete', 'lost its file'],
  ].map(([eventType, words]) => [`Radarr, ${eventType}`, { eventType, movie: { title: 'Nemo' } }, `Nemo\n${words}`]),
  [
    'Sonarr, several episodes',
    { eventType: 'Grab', series: { title: 'Falls' }, episodes: [{}, {}, {}] },
    'Falls\n3 episodes\nis on its way',
  ],
  [
    'Sonarr, an episode of which little is known',
    { eventType: 'Grab', series: { title: 'Falls' }, episodes: [{ seasonNumber: 1.5, episodeNumber: 112 }] },
    'Falls\nS00E112\nis on its way',
  ],
  [
    'Sonarr, its test',
    { eventType: 'Test', instanceName: 'Sonarr', series: { title: 'T' }, message: 'x' },
    'Sonarr\nTest',
  ],
  ['Radarr, its test without a name', { eventType: 'Test', movie: { title: 'T' } }, 'T\nTest'],
  ['an event of another program', { eventType: 'Other', series: { title: 'Falls' }, title: 'T' }, 'T'],
  ['an event of nothing', { eventType: 'Grab', title: 'T' }, 'T'],
  ['a text before a message', { text: 'A', message: 'B', title: 'T' }, 'T\nA'],
  ['a title alone', { title: 'T' }, 'T'],
  ['blanks', { text: ' ', message: '', title: ' ' }, null],
  ['a text by hand', { text: ' Dinner ' }, 'Dinner'],
  ['nothing that is known', { hello: 'world', message: 5, alerts: 'none', eventType: [] }, null],
  ['rubbish in every place', { status: 'firing', alerts: [null, 5, []], repository: 7, text: {} }, null],
  ['nothing', {}, null],
] as [string, Record<string, unknown>, string | null][])
  test(`${name}: ${JSON.stringify(expected)}`, () => assert.is(readWebhook(body), expected));

test.run();

import { isRecord } from '../core/record.ts';
import type { JsonObject } from '../schema/common.ts';

const MOST_ALERTS = 5;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const part = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const first = (...texts: readonly string[]): string => texts.find((one) => one !== '') ?? '';
const lines = (...texts: readonly string[]): string => texts.filter((one) => one !== '').join('\n');
/** The first line of a text, as of a commit. */
const firstLine = (value: unknown): string => text(text(value).split('\n', 1)[0]);

const alertName = (alert: unknown): string => text(part(part(alert, 'labels'), 'alertname'));

/** One line for an alert: what it says of itself. */
const alertText = (alert: unknown): string => {
  const annotations = part(alert, 'annotations');
  const said = first(...['summary', 'description', 'message'].map((name) => text(part(annotations, name))));
  return first(said, alertName(alert));
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((one) => one !== ''))];

/** Alertmanager and Grafana send alerts in the same form. */
const readAlerts = ({ status, alerts }: JsonObject): string | null => {
  if (!Array.isArray(alerts) || typeof status !== 'string') return null;
  const present = alerts.filter((one) => part(one, 'status') === status);
  const told = distinct(present.map(alertText));
  if (told.length === 0) return null;
  const [name = '', ...others] = distinct(present.map(alertName));
  const head = `${status === 'resolved' ? 'RESOLVED' : 'ALERT'} ${others.length > 0 || told.includes(name) ? '' : name}`;
  const more = told.length > MOST_ALERTS ? `and ${told.length - MOST_ALERTS} more` : '';
  return lines(head.trim(), ...told.slice(0, MOST_ALERTS), more);
};

const KUMA: Readonly<Record<number, string>> = { 0: 'is down', 1: 'is up', 2: 'is pending', 3: 'is in maintenance' };

/** Uptime Kuma; its test has nothing but a sentence. */
const readKuma = ({ heartbeat, monitor, msg }: JsonObject): string | null => {
  if (heartbeat === undefined || monitor === undefined || typeof msg !== 'string') return null;
  const name = text(part(monitor, 'name'));
  const state = KUMA[Number(part(heartbeat, 'status') ?? -1)];
  return name !== '' && state ? lines(`${name} ${state}`, firstLine(part(heartbeat, 'msg'))) : msg;
};

const readPush = (repository: string, { ref, commits, head_commit, deleted }: JsonObject): string | null => {
  if (typeof ref !== 'string' || !Array.isArray(commits)) return null;
  const place = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const last = firstLine(part(head_commit, 'message'));
  if (commits.length === 0)
    return lines(`${repository} ${place}`, first(last, deleted === true ? 'deleted' : 'pushed'));
  return lines(`${repository} ${place}: ${commits.length} ${commits.length === 1 ? 'commit' : 'commits'}`, last);
};

/** GitHub: pushes, releases, issues, pull requests, comments on both, runs of workflows, and the first call. */
const readGitHub = (body: JsonObject): string | null => {
  const repository = text(part(body['repository'], 'name'));
  if (typeof body['zen'] === 'string') return `GitHub is connected\n${body['zen']}`;
  if (repository === '') return null;
  const { action, release, workflow_run, pull_request, comment } = body;
  const issue = body['issue'] ?? pull_request;
  const isMerged = action === 'closed' && part(pull_request, 'merged') === true;
  const done = isRecord(comment) ? 'commented' : isMerged ? 'merged' : text(action).replaceAll('_', ' ');
  if (isRecord(release))
    return lines(`${repository} ${first(text(release['name']), text(release['tag_name']))}`, `release ${done}`);
  if (isRecord(issue)) return lines(`${repository} #${String(issue['number'])} ${done}`, text(issue['title']));
  if (isRecord(workflow_run)) {
    const end = first(text(workflow_run['conclusion']), text(workflow_run['status']));
    return lines(
      `${repository} ${text(workflow_run['head_branch'])}`,
      `${text(workflow_run['name'])}: ${end.replaceAll('_', ' ')}`,
    );
  }
  return readPush(repository, body);
};

const MEDIA: Readonly<Record<string, string>> = {
  Grab: 'is on its way',
  Download: 'is ready',
  Rename: 'was renamed',
  SeriesAdd: 'was added',
  SeriesDelete: 'was removed',
  EpisodeFileDelete: 'lost an episode',
  MovieAdded: 'was added',
  MovieDelete: 'was removed',
  MovieFileDelete: 'lost its file',
  ManualInteractionRequired: 'needs a look',
};

const two = (value: unknown): string => String(Number.isSafeInteger(value) ? value : 0).padStart(2, '0');

const episodeText = (episode: unknown): string =>
  `S${two(part(episode, 'seasonNumber'))}E${two(part(episode, 'episodeNumber'))} ${text(part(episode, 'title'))}`.trim();

/** Sonarr and Radarr. */
const readMedia = ({ eventType, series, movie, episodes, message, instanceName }: JsonObject): string | null => {
  if (typeof eventType !== 'string') return null;
  const title = first(text(part(series, 'title')), text(part(movie, 'title')));
  if (eventType === 'Test') return lines(first(text(instanceName), title), 'Test');
  if (typeof message === 'string') return lines(text(instanceName), message);
  const done = MEDIA[eventType];
  if (title === '' || !done) return null;
  const list = Array.isArray(episodes) ? episodes : [];
  const which = list.length > 1 ? `${list.length} episodes` : list.length === 1 ? episodeText(list[0]) : '';
  return lines(title, which, done);
};

/** Home Assistant, and whoever writes it by hand. */
const readPlain = ({ title, text: said, message }: JsonObject): string | null => {
  const words = first(text(said), text(message));
  return words === '' && text(title) === '' ? null : lines(text(title), words);
};

const READERS = [readAlerts, readKuma, readGitHub, readMedia, readPlain];

/**
 * A short message for what a program posts: Alertmanager, Grafana, Uptime Kuma, GitHub, Sonarr, Radarr, Home Assistant,
 * or whatever has a text, message or title (rules, I3). Null for anything else.
 */
export const readWebhook = (body: JsonObject): string | null => {
  for (const read of READERS) {
    const words = read(body);
    if (words !== null && words !== '') return words;
  }
  return null;
};

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts';
import { nextAsk, type AskingPlan, type OftenHours } from '../../core/asking.ts';
import { ASKING_SETTINGS, MAX_AGE } from '../../core/asking-settings.ts';
import { parseTime } from '../../core/time/time-of-day.ts';
import type { JsonObject } from '../../schema/common.ts';
import { LONGEST_AGE_S } from '../../schema/limits.ts';
import type { FeedPolicy } from './feed.ts';
import type { DataPlugin } from '../contract/plugin.ts';
import type { Installed } from '../keeping/registry.ts';
import { checkSettings } from '../contract/settings-check.ts';
import type { SettingSchema } from '../contract/settings-schema.ts';

const DEFAULT_REFRESH_S = 300;
const LEAST_REFRESH_S = 10;
const LONGEST_REFRESH_S = 86_400;
/** Values hold at least until a source was asked this many times in vain, unless its file or owner gives an age. */
const LEAST_INTERVALS = 3;
const USUAL_AGE_MS = 6 * HOUR_MS;

/** How long the values of a kind of source hold; null: for ever. What is not named here holds for six hours. */
const AGES_MS: Readonly<Record<string, number | null>> = {
  transport: 10 * MINUTE_MS,
  transit: 10 * MINUTE_MS,
  weather: 3 * HOUR_MS,
  home: HOUR_MS,
  data: HOUR_MS,
  energy: HOUR_MS,
  money: HOUR_MS,
  sport: HOUR_MS,
  sky: DAY_MS,
  calendar: DAY_MS,
  words: null,
  culture: null,
  art: null,
  entertainment: null,
};

/** The settings that every source takes beside its own. */
const COMMON: SettingSchema = {
  type: 'object',
  properties: { [MAX_AGE]: { type: 'integer', minimum: 1, maximum: LONGEST_AGE_S }, ...ASKING_SETTINGS },
};

/**
 * What is wrong with the settings that every source takes, one sentence per field; those of its own are not looked at.
 */
export const checkFreshness = (own: SettingSchema, config: JsonObject): string[] =>
  checkSettings(COMMON, Object.fromEntries(Object.entries(config).filter(([name]) => !own.properties?.[name])));

/** Whether settings differ, and in nothing but when a source is asked and how long its values hold. */
export const differInFreshness = (one: JsonObject, other: JsonObject): boolean => {
  const text = (settings: JsonObject, isCommon: boolean): string =>
    JSON.stringify(
      Object.entries(settings)
        .filter(([name]) => Object.hasOwn(COMMON.properties ?? {}, name) === isCommon)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return text(one, false) === text(other, false) && text(one, true) !== text(other, true);
};

const planOf = (config: JsonObject, leastS: number): AskingPlan => ({
  often: listOf<OftenHours>(config['ask_often']).map((hours) => ({
    ...hours,
    seconds: Math.max(leastS, hours.seconds),
  })),
  times: listOf<string>(config['ask_at']).filter((time) => parseTime(time) !== null),
});

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);

/** What is enabled, configured and has to be asked. */
interface Asked {
  readonly plugin: DataPlugin;
  readonly installed: Installed;
  readonly config: JsonObject;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const leastSeconds = ({ plugin, installed }: Asked): number => {
  const { min_refresh_seconds, live_data } = plugin.manifest;
  if (live_data) return 1;
  return Math.max(
    LEAST_REFRESH_S,
    min_refresh_seconds ?? installed.schema.properties?.['refresh_seconds']?.minimum ?? 0,
  );
};

const refreshSeconds = (asked: Asked): number => {
  const { plugin, config } = asked;
  const wanted = config['refresh_seconds'];
  const least = leastSeconds(asked);
  const seconds = typeof wanted === 'number' ? wanted : plugin.manifest.live_data ? least : DEFAULT_REFRESH_S;
  return clamp(seconds, least, LONGEST_REFRESH_S);
};

const usualAgeMs = (asked: Asked): number | null => {
  const { plugin } = asked;
  const { max_age_seconds, category } = plugin.manifest;
  if (max_age_seconds !== undefined) return max_age_seconds === null ? null : max_age_seconds * SECOND_MS;
  // What is pushed comes when something happens, however long that takes.
  if (!plugin.fetchData) return null;
  const kind = plugin.notes?.category ?? category ?? '';
  const age = Object.hasOwn(AGES_MS, kind) ? AGES_MS[kind] : USUAL_AGE_MS;
  return age === null || age === undefined ? null : Math.max(age, LEAST_INTERVALS * refreshSeconds(asked) * SECOND_MS);
};

/** Age in ms beyond which the values of a source are not shown: its owner's, else its own; null: they always are. */
export const maxAgeMs = (asked: Asked): number | null => {
  const own = asked.config[MAX_AGE];
  if (typeof own === 'number') return own * SECOND_MS;
  return own === null ? null : usualAgeMs(asked);
};

/** Up to a tenth of an interval, and at most a minute. */
const spread = (refreshMs: number): number => Math.floor(Math.random() * Math.min(60_000, refreshMs / 10));

/** How a source is to be asked, and how long its values hold. */
export const policyOf = (asked: Asked, zone: () => string): FeedPolicy => {
  const { plugin, config } = asked;
  const timeoutMs = plugin.manifest.timeout_seconds * SECOND_MS + (plugin.patienceMs ?? 0);
  const age = maxAgeMs(asked);
  if (!plugin.fetchData) return { refreshMs: null, timeoutMs, maxAgeMs: age };
  const refreshMs = refreshSeconds(asked) * SECOND_MS;
  const plan = planOf(config, leastSeconds(asked));
  const dueAt = (readAt: number): number =>
    nextAsk(readAt, refreshMs + (plugin.spreads ? spread(refreshMs) : 0), plan, zone());
  return { refreshMs, timeoutMs, maxAgeMs: age, dueAt };
};

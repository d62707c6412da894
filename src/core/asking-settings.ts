import { DAY_NAMES } from './schedule/calendar.ts';

/** Every source takes under this name the age beyond which its values are not shown, in seconds; null: never. */
export const MAX_AGE = 'max_age_seconds';

const TIME = { type: 'string', title: 'Time', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
/** Most fixed times of day, and most hours of a day, at which a source is asked. */
const MOST_TIMES = 24;

/** The settings that say when a source is asked beside its interval, as JSON Schema; every source takes them. */
export const ASKING_SETTINGS = {
  ask_at: {
    type: 'array',
    title: 'Also asked at',
    description: 'Times of day, as 06:30',
    maxItems: MOST_TIMES,
    items: TIME,
  },
  ask_often: {
    type: 'array',
    title: 'Asked more often',
    maxItems: MOST_TIMES,
    items: {
      type: 'object',
      required: ['from', 'to', 'seconds'],
      properties: {
        from: { ...TIME, title: 'From' },
        to: { ...TIME, title: 'To' },
        seconds: { type: 'integer', title: 'Every so many seconds', minimum: 1, maximum: 86_400 },
        days: {
          type: 'array',
          title: 'On these days only',
          maxItems: DAY_NAMES.length,
          items: { type: 'string', enum: DAY_NAMES },
        },
      },
    },
  },
} as const;

import type { Schedule } from '../../../src/schema/content/schedules.ts';
import { sampleSchedule } from '../../support/sample-state.ts';

/** A time rule, every day from 06:30 to 09:00 unless told otherwise. */
export const sampleRule = (change: Partial<Schedule> = {}): Schedule => ({
  ...sampleSchedule('rule'),
  page_id: 'page',
  start_time: '06:30',
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
});

/** Nowhere known. */
export const NOWHERE = { latitude: null, longitude: null };
/** The middle of Berlin. */
export const BERLIN = { latitude: 52.52, longitude: 13.405 };
/** The zone of the tests. */
export const ZONE = 'Europe/Berlin';

import { dayAt, dayNumberOf } from '../../../core/time/day.ts';
import { instantOf } from '../../../core/time/zone.ts';
import { numberVariable, textVariable } from '../../contract/declare.ts';
import { barOf } from './drawing.ts';
import { centerBlock, centerLine } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { dayCount } from './calendar-days.ts';

/** Stops from east to west, as cities of the table of zones. */
const STOPS: readonly string[] = (
  'Pacific/Auckland Australia/Sydney Asia/Tokyo Asia/Shanghai Asia/Bangkok Asia/Dhaka Asia/Kolkata Asia/Dubai ' +
  'Europe/Moscow Europe/Athens Europe/Paris Europe/London Atlantic/Reykjavik America/Sao_Paulo ' +
  'America/Argentina/Buenos_Aires America/New_York America/Chicago America/Denver America/Los_Angeles ' +
  'America/Anchorage Pacific/Honolulu'
).split(' ');
const HOME = 'NORTH POLE';

const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toUpperCase();

/** How many stops are reached on a Christmas: each when 25 December begins there. */
const stopsReached = (now: number, year: number): number =>
  STOPS.filter((zone) => instantOf({ year, month: 12, day: 25, hour: 0, minute: 0, second: 0 }, zone) <= now).length;

/** Santa's way. He is back home two days after Christmas Day. */
export const santaTracker = clockPlugin({
  id: 'santa_tracker',
  name: 'Santa tracker',
  description: 'Where Santa is while Christmas Day begins around the world, and how long until he sets out',
  icon: 'gift',
  category: 'entertainment',
  zoned: false,
  variables: {
    groups: { santa: { label: 'Santa' } },
    simple: {
      status: textVariable('What he does', 22, 'santa', 'GETTING READY'),
      santa_location: textVariable('Where he is', 12, 'santa', 'NORTH POLE'),
      next_stop: textVariable('Where he goes next', 12, 'santa', 'AUCKLAND'),
      visited_count: numberVariable('Stops that he has reached', 2, 'santa', 0),
      total_locations: numberVariable('Stops in all', 2, 'santa', 21),
      progress_percent: numberVariable('How far he has come', 3, 'santa', 0),
      days_to_go: numberVariable('Days until Christmas Eve', 3, 'santa', 34),
    },
  },
  values: ({ now, zone }) => {
    const { year, number } = dayAt(now, zone);
    const isOver = number >= dayNumberOf(year, 12, 27);
    // The zones of all stops are looked up on the few days on which they matter.
    const isNear = number >= dayNumberOf(year, 12, 23) && !isOver;
    const reached = isNear ? stopsReached(now, year) : 0;
    const isOut = reached > 0;
    const status = isOut ? (reached < STOPS.length ? 'ON HIS WAY' : 'ALL PRESENTS DELIVERED') : 'GETTING READY';
    return {
      status,
      santa_location: isOut ? cityOf(STOPS[reached - 1] ?? '') : HOME,
      next_stop: reached < STOPS.length ? cityOf(STOPS[reached] ?? '') : HOME,
      visited_count: reached,
      total_locations: STOPS.length,
      progress_percent: Math.round((reached * 100) / STOPS.length),
      days_to_go: Math.max(0, dayNumberOf(isOver ? year + 1 : year, 12, 24) - number),
    };
  },
  format: ({ data, board }) => {
    const reached = Number(data['visited_count']);
    if (reached === 0)
      return centerBlock([String(data['status']), HOME, `${dayCount(Number(data['days_to_go']))} TO GO`], board);
    const place = [`AT ${data['santa_location']}`, `NEXT ${data['next_stop']}`];
    const texts = board.rows < 5 ? place : ['SANTA TRACKER', ...place, `${data['progress_percent']}% DONE`];
    const bar = barOf(reached / STOPS.length, board.cols, 'red', 'green');
    return [...texts.map((text) => centerLine(text, board.cols)), bar].slice(0, board.rows);
  },
});

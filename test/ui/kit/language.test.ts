import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setZone } from '../../../ui/kit/zone.ts';
import { formatMoment, momentOf } from '../../../ui/kit/language.ts';
import { agoText } from '../../../ui/plugins/age.ts';
import { formatDate, formatMinute } from '../../../ui/schedule/words.ts';

const test = suite('dates, times and numbers are written in one language');

test('times have 24 hours and dates begin with the day', () => {
  setZone('Asia/Tokyo');
  assert.is(momentOf('2026-03-01T08:05:00Z', Date.parse('2026-03-01T01:00:00Z')), '17:05');
  assert.is(formatMoment('2026-03-01T18:05:00Z'), '2 Mar 2026, 03:05');
  assert.is(formatMinute(390), '06:30');
  assert.is(formatDate('2026-03-01'), '1 March 2026');
  assert.is(agoText('2026-03-01T08:05:00Z', Date.parse('2026-03-01T08:07:30Z')), '2 minutes ago');
});

test('no view leaves the language to the browser', () => {
  const root = join(process.cwd(), 'ui');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const open = /toLocale(?:Date|Time)?String\((?!LANGUAGE|'sv')|(?:Format)\((?!LANGUAGE)\)?.*\.format\(/;
  for (const file of files) assert.not.match(readFileSync(join(root, file), 'utf8'), open, file);
});

test('no view leaves the zone of a time to the browser', () => {
  const root = join(process.cwd(), 'ui');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const times = /toLocale(?:Time)?String\(LANGUAGE, (?=[^()]*(?:CLOCK|hour|timeStyle))[^;]*;/g;
  for (const file of files)
    for (const [time] of readFileSync(join(root, file), 'utf8').matchAll(times))
      assert.match(time, /inZone\(\)|timeZone/, file);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { guessPlace } from '../../src/setup/place.ts';

const test = suite('setup/place');

const guesses: [acceptLanguage: string, storedZone: string | null, country: string, timezone: string][] = [
  ['de-DE,de;q=0.9,en;q=0.8', null, 'DE', 'Europe/Berlin'],
  ['en-US', null, 'US', 'America/New_York'],
  ['en-NZ;q=1', null, 'NZ', 'Pacific/Auckland'],
  ['es-MX', null, 'MX', 'America/Mexico_City'],
  ['fr', null, 'FR', 'Europe/Paris'],
  ['fr', 'Europe/Berlin', 'FR', 'Europe/Berlin'],
  ['es-419', null, '', ''],
  ['', null, '', ''],
  ['*', null, '', ''],
  ['', 'Asia/Tokyo', '', 'Asia/Tokyo'],
];
for (const [acceptLanguage, storedZone, country, timezone] of guesses)
  test(`who reads "${acceptLanguage}"${storedZone ? ` in ${storedZone}` : ''} is in ${country || 'nowhere'}`, () =>
    assert.equal(guessPlace(acceptLanguage, storedZone), { country, timezone }));

test.run();

import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressOf, filterOf, questionOf } from '../../../ui/settings/system/log-filter.ts';
import { Logs } from '../../../ui/settings/system/logs.tsx';
import { system } from '../../../ui/strings/settings/system.ts';

const test = suite('ui/settings/system/log-filter');

const read = (query: string) => filterOf(new URLSearchParams(query));

test('an address is what was looked at, and comes back as that', () => {
  const filter = { level: 'ERROR', search: 'a & b', offset: 200 };
  const address = addressOf(filter);
  assert.match(address, /^\/settings\/logs\?/);
  assert.equal(read(address.split('?')[1] ?? ''), filter);
  assert.is(addressOf({ level: '', search: '', offset: 0 }), '/settings/logs');
});

test('nonsense in an address is the beginning of the log', () => {
  for (const query of ['offset=-5', 'offset=x', 'offset=1.5', '']) assert.is(read(query).offset, 0, query);
});

test('the service is asked for that part only', () => {
  assert.is(questionOf({ level: 'INFO', search: '', offset: 100 }, 50).toString(), 'level=INFO&offset=100&limit=50');
});

test('a level that is chosen while a word is typed stays chosen', () => {
  const viewAt = () => h(Logs, { query: new URLSearchParams(location.search) });
  return drawView(
    h(Logs, { query: new URLSearchParams() }),
    () => ({ logs: [], total: 0 }),
    async ({ enter, draw, settle }) => {
      await enter(system.logs.search, 'board');
      await enter(system.logs.level, 'ERROR');
      await draw(viewAt());
      await settle(500);
      assert.equal(
        [...new URLSearchParams(location.search)],
        [
          ['level', 'ERROR'],
          ['search', 'board'],
        ],
      );
    },
    '/settings/logs',
  );
});

test.run();

import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PluginSource } from '../../../ui/plugins/api.ts';
import { StateLine } from '../../../ui/plugins/state-line.tsx';
import { plugins as texts } from '../../../ui/strings/plugins.ts';

const test = suite('ui/plugins/state-line');

const NOW = Date.parse('2026-03-11T09:24:00Z');
const AT = '2026-03-11T09:22:00Z';
const AGO = '2 minutes ago';

const STATES: readonly (readonly [source: object, state: keyof typeof texts.states, more: string])[] = [
  [{ enabled: false, fetched_at: AT }, 'off', ''],
  [{ configured: false, fetched_at: AT }, 'needs', ''],
  [{ error: 'no answer' }, 'failing', 'No answer. '],
  [{ error: 'No answer.', fetched_at: AT }, 'failing', `No answer. ${texts.oldData(AGO)}`],
  [{ live: true, fetched_at: AT }, 'live', ''],
  [{ fetched_at: AT }, 'working', texts.read(AGO)],
  [{ fetched_at: AT, receives: true }, 'working', texts.received(AGO)],
  [{ receives: true }, 'waiting', ''],
  [{}, 'unread', ''],
];
for (const [change, state, more] of STATES)
  test(`a source that is ${state} says so, and how old its data are: ${JSON.stringify(change)}`, () => {
    const usual = { enabled: true, configured: true, error: null, live: false, receives: false, fetched_at: null };
    const source = { ...usual, ...change } as PluginSource;
    return drawView(
      h(StateLine, { source, now: NOW }),
      () => ({}),
      async ({ find, text }) => {
        assert.is(find('strong').textContent, texts.states[state]);
        assert.is(text, `${texts.states[state]}${more}`);
        assert.ok(find('p').classList.contains(`is-${state}`));
      },
    );
  });

test.run();

import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dayOf } from '../../../src/core/time/day.ts';
import { parseDate } from '../../../src/core/schedule/calendar.ts';
import type { Location } from '../../../src/schema/appliance/location.ts';
import { EdgeFields } from '../../../ui/schedule/rule/edge-fields.tsx';
import type { RuleDraft } from '../../../ui/schedule/rule/rule-draft.ts';
import type { Context } from '../../../ui/schedule/rule-references.ts';

const test = suite('ui/schedule/rule/edge-fields');

const today = dayOf(parseDate('2026-03-11') ?? 0, 'Europe/Berlin');
const draft = { start_type: 'sunset', start_offset: 0, start_before: false, start_time: '19:00' } as RuleDraft;

const PLACES: readonly [what: string, location: Location, says: string, links: string[]][] = [
  ['a place', { latitude: 52.52, longitude: 13.4 }, '11 Mar: 18:03 ', []],
  [
    'no place',
    { latitude: null, longitude: null },
    '11 Mar: not known, 19:00 applies instead. ',
    ['/settings/location'],
  ],
];
for (const [what, location, says, links] of PLACES)
  test(`a rule that follows the sun with ${what} says when that is, and where to mend what is missing`, () =>
    drawView(
      h(EdgeFields, { edge: 'start', draft, context: { today, location } as Context, problem: null, change: () => {} }),
      () => ({}),
      async ({ find, all }) => {
        assert.ok(find('.edge-computed').textContent.startsWith(says), find('.edge-computed').textContent);
        assert.equal(
          all('.edge-computed a').map((link) => link.getAttribute('href')),
          links,
        );
      },
    ));

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { Fault } from '../../src/fault.ts';
import { readMembers, requireKnown } from '../../src/service/members.ts';
import { refusalOf } from './rig.ts';

const test = suite('service/members');

test('the first member that is not known is named, also for programs', () => {
  assert.is(requireKnown({ a: 1, b: 2 }, ['a', 'b', 'c']), undefined);
  try {
    requireKnown({ a: 1, ['x'.repeat(100)]: 2, y: 3 }, ['a', 'b']);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, Fault);
    const { status, detail, extras } = error as Fault;
    const place = 'x'.repeat(80);
    assert.is(status, 422);
    assert.match(detail, new RegExp(`^${place}: .*a, b.*\\.$`));
    const [finding] = (extras.body as { detail: { type: string; loc: string[]; msg: string }[] }).detail;
    assert.equal([finding?.type, finding?.loc], ['extra_forbidden', ['body', place]]);
    assert.is(detail, `${place}: ${finding?.msg}.`);
  }
});

const SCHEMA = v.object({ minutes: v.optional(v.pipe(v.number(), v.minValue(1))) });
const refused: [members: unknown, refusal: string][] = [
  [{ minutes: 'x' }, '422 minutes: Must be a number.'],
  [{ minutes: 0 }, '422 minutes: Must be at least 1.'],
];
for (const [members, refusal] of refused)
  test(`${JSON.stringify(members)} is refused by name`, async () =>
    assert.is(await refusalOf(() => readMembers(SCHEMA, members)), refusal));
test('what is wrong as a whole has no name', async () =>
  assert.is(
    await refusalOf(() =>
      readMembers(
        v.pipe(
          SCHEMA,
          v.check(() => false, 'not so'),
        ),
        {},
      ),
    ),
    '422 not so.',
  ));
test('members come as the schema has them', () =>
  assert.equal(readMembers(SCHEMA, { minutes: 5, more: 1 }), { minutes: 5 }));

test.run();

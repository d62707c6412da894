import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { namedLike } from '../../../ui/kit/narrowed.tsx';

const test = suite('ui/kit/narrowed');
const named = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Board ${at}` }));

test('few are all shown, whatever is typed', () => {
  assert.is(namedLike(named(24), 'hall').length, 24);
});

test('of many the first are shown, and those with the words that are typed', () => {
  const many = [...named(512), { name: 'Upper Hall' }];
  assert.equal(namedLike(many, ''), many.slice(0, 64));
  assert.equal(namedLike(many, 'hall up'), [{ name: 'Upper Hall' }]);
  assert.equal(namedLike(many, 'none'), []);
});

test.run();

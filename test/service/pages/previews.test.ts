import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import { PreviewService, type PreviewServiceOptions } from '../../../src/service/pages/previews.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/pages: what sources report');

const rig = () => {
  const asked: string[] = [];
  const previews = new PreviewService({
    store: storeWith().store,
    isEnabled: (key: string) => key !== 'off',
    pluginData: async (key: string, { rows, cols }: { rows: number; cols: number }) => {
      asked.push(`${key} ${rows}x${cols}`);
      if (key === 'none') throw new Fault(404, 'There is no plugin "none".');
      if (key === 'broken') throw new Error('a mistake');
      return { data: { key }, available: key !== 'late', error: key === 'late' ? 'Late.' : null, more: 1 };
    },
  } as unknown as PreviewServiceOptions);
  return { previews, asked };
};
const told = (key: string) => ({ data: { key }, available: true, error: null });

test('each source that is named is asked once, at the size of the primary board', async () => {
  const { previews, asked } = rig();
  assert.equal(await previews.rawBatch(['on', 'off', 'on', 'late', 'none'], false), {
    displays: {
      on: told('on'),
      off: told('off'),
      late: { data: { key: 'late' }, available: false, error: 'Late.' },
      none: { data: null, available: false, error: 'There is no plugin "none".' },
    },
    total: 4,
    successful: 2,
  });
  assert.equal(asked, ['on 6x22', 'off 6x22', 'late 6x22', 'none 6x22']);
});
test('of those that are enabled, where it is asked for', async () => {
  const { previews, asked } = rig();
  assert.equal((await previews.rawBatch(['on', 'off'], true)).displays, { on: told('on') });
  assert.equal(asked, ['on 6x22']);
});
test('an empty list is refused, and a mistake is none of a source', async () => {
  const { previews } = rig();
  assert.is(await refusalOf(() => previews.rawBatch([], false)), '400 display_types: name at least one plugin.');
  assert.is(await previews.rawBatch(['broken'], false).catch((error: Error) => error.message), 'a mistake');
});

test.run();

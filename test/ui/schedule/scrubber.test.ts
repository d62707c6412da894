import { drawView } from '../views/drawn.ts';
import { h, type ComponentProps } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Scrubber } from '../../../ui/schedule/scrubber/scrubber.tsx';
import { kit } from '../../../ui/strings/kit.ts';

const test = suite('ui/schedule/scrubber');

test('until it is known what a board will show, nothing is said to be saved', () => {
  const board = { id: 'a', name: 'Hall', rows: 6, cols: 22, device_type: 'flagship', paused: false };
  const props = { context: { board, collections: [] }, days: [], ranges: [], rules: [], pictures: {}, minute: 0 };
  const given = { ...props, silence: null, onNow: null } as unknown as ComponentProps<typeof Scrubber>;
  return drawView(
    h(Scrubber, given),
    () => ({}),
    async ({ find }) => assert.is(find('.scrubber-why').textContent, kit.loading),
  );
});

test.run();

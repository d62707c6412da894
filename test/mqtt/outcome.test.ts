import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { told } from '../../src/mqtt/outcome.ts';

const test = suite('mqtt/outcome');

for (const [code, isSeen] of [
  ['sent', true],
  ['browser_only', true],
  ['unchanged', true],
  [null, true],
  ['covered', false],
  ['waiting', false],
  ['superseded', false],
] as const)
  test(`a frame that is ${code ?? 'told without a code'} is ${isSeen ? 'an' : 'no'} event of the display`, () => {
    const outcome = told({ sent: false, reason: 'Why.', code }, 'message_sent');
    const event = { object: 'display_updated', type: 'message_sent' };
    assert.equal(outcome, { sent: false, reason: 'Why.', code, ...(isSeen && { event }) });
  });

test.run();

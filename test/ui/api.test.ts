import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/api.ts';
import { fakeService, type ServiceAnswer } from '../support/fake-service.ts';
import { hold } from '../support/held.ts';

/** Who asks for the same at the same time gets the same answer, unless something was changed in between. */
const test = suite('ui/api: answers that are shared');

test('two that ask for the same at once ask once', async () => {
  const service = fakeService(() => ({ name: 'Hall' }));
  const both = await Promise.all([request('GET', '/name'), request('GET', '/name')]).finally(() => service.end());
  assert.equal([both, service.asked.length], [[{ name: 'Hall' }, { name: 'Hall' }], 1]);
});

test('what was asked before a change was answered is not told to who asks after it', async () => {
  const [before, change] = [hold<ServiceAnswer>(), hold<ServiceAnswer>()];
  const answers = [change.answer, before.answer, { name: 'Kitchen' }];
  const service = fakeService(() => answers.shift() ?? {});
  try {
    const changing = request('PUT', '/name', { name: 'Kitchen' });
    const asked = request('GET', '/name');
    change.letGo({});
    await changing;
    const after = request('GET', '/name');
    before.letGo({ name: 'Hall' });
    assert.equal([await asked, await after], [{ name: 'Hall' }, { name: 'Kitchen' }]);
  } finally {
    service.end();
  }
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchBoot, type Boot } from '../../ui/boot-answer.ts';

const test = suite('ui/boot-answer');

const BOOT: Boot = { revision: 7, answers: { '/boards': {} } };
const CLOSED = { isClosed: true, revision: -1, answers: {} };

const ANSWERS: readonly [what: string, answer: () => Promise<Response>, boot: Boot | null][] = [
  ['what the first view needs', async () => Response.json(BOOT), BOOT],
  ['who is not signed in is told so', async () => Response.json({}, { status: 401 }), CLOSED],
  ['whoever has to decide about a login is told so', async () => Response.json({}, { status: 409 }), CLOSED],
  ['a service that fails says nothing', async () => Response.json(BOOT, { status: 503 }), null],
  ['what is no JSON says nothing', async () => new Response('<html>'), null],
  ['nobody answers', () => Promise.reject(new Error('offline')), null],
];
for (const [what, answer, boot] of ANSWERS)
  test(what, async () => {
    const { fetch } = globalThis;
    let asked = '';
    globalThis.fetch = (address) => {
      asked = String(address);
      return answer();
    };
    try {
      assert.equal([await fetchBoot(), asked], [boot, '/api/boot']);
    } finally {
      globalThis.fetch = fetch;
    }
  });

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TransitionService, type TransitionServiceOptions } from '../../src/service/transitions.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/transitions: a board is put back');

const DONE = { code: 'sent', reason: null };
const NOTHING = { code: 'nothing_to_show', reason: 'Nothing.' };

/** [what, refusal, whether a frame was handed over, why, its outcome, page, code] */
for (const [what, refusal, tried, because, outcome, page_id, code, calls] of [
  ['its page', null, true, 'pin', DONE, 'p1', 'sent', 'ended shown'],
  ['nothing, which blanks it', null, false, 'none', NOTHING, null, 'unchanged', 'ended shown blanked'],
  ['a page that cannot be drawn', null, false, 'pin', NOTHING, 'p1', 'nothing_to_show', 'ended shown'],
  ['what it follows, of which there is nothing yet', null, true, 'none', DONE, 'p1', 'sent', 'ended shown'],
  ['its page once it takes writes', { code: 'paused', reason: 'Paused.' }, true, 'pin', DONE, 'p1', 'paused', ''],
] as const)
  test(`to ${what}`, async () => {
    const done: string[] = [];
    const service = new TransitionService({
      store: storeWith().store,
      clock: createFakeClock('2026-03-02T10:00:00Z'),
      programme: { decide: () => ({ resolved_page_id: 'p1' }) },
      writer: {
        refusal: () => refusal,
        hold: () => () => undefined,
        write: async () => {
          done.push('blanked');
          return { code: 'unchanged', reason: null };
        },
      },
      stored: {
        end: async (_id: string, { timed }: { timed: boolean }) => void done.push(timed ? 'all ended' : 'ended'),
      },
      loop: {
        show: async (_board: object, force: boolean, snap: boolean) => {
          if (force && snap) done.push('shown');
          return { tried, outcome, decision: { because } };
        },
      },
    } as unknown as TransitionServiceOptions);
    const answer = await service.restore('primary');
    assert.equal([answer.board_id, answer.page_id, answer.code, done.join(' ')], ['b1', page_id, code, calls]);
    assert.match(await refusalOf(() => service.restore('none')), /^404 /);
  });

test.run();

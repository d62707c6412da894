import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JoinRequest } from '../../src/setup/network.ts';
import {
  advance,
  LOOK_MS,
  LOST_MS,
  QUIET_MS,
  SETTLE_MS,
  type Order,
  type Phase,
  type SetUpEvent,
} from '../../src/setup/phase.ts';

const test = suite('setup/phase');

const request: JoinRequest = { ssid: 'Home', password: 'password', hidden: false, security: 'wpa' };
const looked = (online: boolean, known = false): SetUpEvent => ({ kind: 'looked', online, known });
const watching = (offlineSince: number | null): Phase => ({ kind: 'watching', offlineSince });
const opening = (byHand: boolean): Phase => ({ kind: 'opening', byHand, failed: null });
const open = (byHand: boolean, quietSince = 0): Phase => ({ kind: 'open', byHand, failed: null, quietSince });
const joining = (byHand: boolean): Phase => ({ kind: 'joining', byHand, request });
const looking: Phase = { kind: 'looking', until: LOOK_MS };
const failed = { ssid: 'Home', failure: 'wrong-password' } as const;

const table: readonly [string, Phase, SetUpEvent, number, Phase, Order][] = [
  ['online, nothing happens', watching(null), looked(true), 5, watching(null), 'none'],
  ['going offline is noted', watching(null), looked(false), 5, watching(5), 'none'],
  ['coming back forgets it', watching(5), looked(true), 9, watching(null), 'none'],
  ['without a stored network it settles first', watching(0), looked(false), SETTLE_MS - 1, watching(0), 'none'],
  ['wherever its clock stands', watching(SETTLE_MS), looked(false), SETTLE_MS * 2 - 1, watching(SETTLE_MS), 'none'],
  ['and then opens', watching(0), looked(false), SETTLE_MS, opening(false), 'open'],
  ['a stored network has five minutes', watching(0), looked(false, true), LOST_MS - 1, watching(0), 'none'],
  ['and not more', watching(0), looked(false, true), LOST_MS, opening(false), 'open'],
  ['asked for, it opens at once, online or not', watching(null), { kind: 'asked' }, 1, opening(true), 'open'],
  ['asked for while it opens, it is by hand', opening(false), { kind: 'asked' }, 1, opening(true), 'none'],
  ['asked for while it is open, it stays by hand', open(false), { kind: 'asked' }, 7, open(true, 7), 'none'],
  ['asked for while joining, joining goes on', joining(false), { kind: 'asked' }, 7, joining(false), 'none'],
  ['asked for while looking, it opens by hand', looking, { kind: 'asked' }, 7, opening(true), 'open'],
  ['it is open', opening(true), { kind: 'opened' }, 7, open(true, 7), 'none'],
  ['it could not be opened: later again', opening(false), { kind: 'not-opened' }, 7, watching(7), 'none'],
  ['looks do not disturb opening', opening(false), looked(true), 7, opening(false), 'none'],
  ['a visit keeps it open', open(false), { kind: 'visited' }, 7, open(false, 7), 'none'],
  ['a cable makes it unnecessary', open(false), looked(true), 7, watching(null), 'close'],
  ['but not what was asked for', open(true), looked(true), 7, open(true), 'none'],
  ['nobody came and nothing is stored: it stays', open(false), looked(false), QUIET_MS * 9, open(false), 'none'],
  [
    'a stored network gets another chance',
    open(false),
    looked(false, true),
    QUIET_MS,
    { kind: 'looking', until: QUIET_MS + LOOK_MS },
    'close',
  ],
  ['only when nobody came for a while', open(false), looked(false, true), QUIET_MS - 1, open(false), 'none'],
  ['counted from the last visit', open(true, QUIET_MS), looked(false), QUIET_MS * 2 - 1, open(true, QUIET_MS), 'none'],
  ['by hand it ends when nobody comes', open(true), looked(false), QUIET_MS, watching(QUIET_MS), 'close'],
  ['by hand it stays until then', open(true), looked(false), QUIET_MS - 1, open(true), 'none'],
  ['the stored network is back', looking, looked(true), 7, watching(null), 'none'],
  ['it is not back yet', looking, looked(false, true), LOOK_MS - 1, looking, 'none'],
  ['it does not come back', looking, looked(false, true), LOOK_MS, opening(false), 'open'],
  ['a choice is joined', open(true), { kind: 'chosen', request }, 7, joining(true), 'join'],
  ['a choice that comes too late is none', watching(null), { kind: 'chosen', request }, 7, watching(null), 'none'],
  ['joined, all is done', joining(true), { kind: 'joined' }, 7, watching(null), 'none'],
  [
    'not joined, it is open again with the reason',
    joining(false),
    { kind: 'failed', failure: 'wrong-password' },
    7,
    { kind: 'opening', byHand: false, failed },
    'open',
  ],
  ['looks do not disturb joining', joining(true), looked(true), 7, joining(true), 'none'],
  [
    'the reason stays while it is open',
    { kind: 'opening', byHand: false, failed },
    { kind: 'opened' },
    7,
    { kind: 'open', byHand: false, failed, quietSince: 7 },
    'none',
  ],
];

for (const [name, phase, event, at, next, order] of table)
  test(name, () => assert.equal(advance(phase, event, at), { phase: next, order }));

const phases: readonly Phase[] = [watching(5), opening(true), open(true, 5), joining(true), looking];
const elsewhere: readonly [SetUpEvent, Phase['kind']][] = [
  [{ kind: 'opened' }, 'opening'],
  [{ kind: 'not-opened' }, 'opening'],
  [{ kind: 'visited' }, 'open'],
  [{ kind: 'chosen', request }, 'open'],
  [{ kind: 'joined' }, 'joining'],
  [{ kind: 'failed', failure: 'timeout' }, 'joining'],
];
for (const [event, kind] of elsewhere)
  for (const phase of phases.filter((one) => one.kind !== kind))
    test(`"${event.kind}" while ${phase.kind} changes nothing`, () =>
      assert.equal(advance(phase, event, 9), { phase, order: 'none' }));

test.run();

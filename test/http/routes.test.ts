import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LARGEST_BODY_BYTES } from '../../src/schema/limits.ts';
import type { Route } from '../../src/http/route.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertRecorded } from '../support/recording.ts';

// Which operations there are, who may call each, what it takes, and with which statuses it answers, as clients were
// told. A change of one is a change of the contract, and is meant: `RECORD=1 node test/run.mjs http/routes` writes
// them down anew.
const test = suite('http/routes');

let appliance: Appliance;
test.before(async () => {
  appliance = await startAppliance();
});
test.after(() => appliance.close());

const flag = (name: string, isSet: boolean | undefined): string[] => (isSet ? [name] : []);

const bodyOf = ({ body, bodyOptional, rawBody, streamedBody, bodyLimit, jsonBounds }: Route): string[] => [
  ...flag(bodyOptional ? 'body optional' : 'body', body !== undefined),
  ...flag('raw', rawBody),
  ...flag('streamed', streamedBody),
  ...(bodyLimit === undefined ? [] : [`up to ${bodyLimit} bytes`]),
  ...(jsonBounds === undefined ? [] : [JSON.stringify(jsonBounds)]),
];

const write = (one: Route): string =>
  [
    `${one.method} ${one.path}`,
    one.surface,
    one.access,
    one.tag,
    ...flag('own origin', one.ownOrigin),
    ...flag('query', one.query !== undefined),
    ...bodyOf(one),
    ...flag('gated', one.gate !== undefined),
    ...flag('shows frames', one.showsFrames),
    ...(one.formerly === undefined ? [] : [`formerly ${one.formerly}`]),
    ...(one.deprecated === undefined ? [] : [`see ${one.deprecated.successor}`]),
    [one.success.status, ...one.errors.toSorted((a, b) => a - b)].join(' '),
  ].join(', ');

test('the operations are what was recorded, and no others', () =>
  assertRecorded('http/routes.txt', appliance.app.routes.map(write).toSorted()));

test('a body has up to 1 MiB unless its operation says otherwise', () => assert.is(LARGEST_BODY_BYTES, 1024 * 1024));

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMachineRig, type MachineRig } from '../support/machine-rig.ts';

const test = suite('app/wiring');

let rig: MachineRig;
test.before(async () => {
  rig = await startMachineRig({});
});
test.after(() => rig.close());

const call = async (path: string) => {
  const response = await fetch(`${rig.url}${path}`, { redirect: 'manual' });
  await response.text();
  return response;
};

/** Streams, and the reference of all, which takes its time and has tests of its own. */
const LEFT_OUT = ['/events', '/screens/events', '/internal/openapi.json'];
/** What a new appliance on a machine that is looked after by somebody else refuses, or asks more for. */
const REFUSED = [
  '/sign-in/redirect 400',
  '/transitions/plugins 404',
  '/settings/location/places 422',
  '/network/wifi/status 501',
  '/network/wifi/saved 501',
  '/mcp 406',
  '/mcp/ 406',
];

test('everything that can be read without naming anything answers, each by its own use case', async () => {
  const plain = rig.app.routes.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{') && !LEFT_OUT.includes(path),
  );
  const refused: string[] = [];
  for (const { path, success } of plain) {
    const { status } = await call(`/api${path}`);
    if (status !== success.status) refused.push(`${path} ${status}`);
  }
  assert.ok(plain.length > 50, `${plain.length}`);
  assert.equal(refused, REFUSED);
});

test.run();

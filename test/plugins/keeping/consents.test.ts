import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileFor } from '../source-file.ts';
import { hostWith } from '../source-rig.ts';

// What a source was refused at work waits for its owner's word.
const test = suite('plugins/keeping/consents');

const place = (at: number) => ({ destination: `http://192.168.1.7:${8000 + at}`, home: true, secrets: [] });

test('of the places that servers lead to the latest wait, however often they were asked at one moment', () => {
  const { host } = hostWith([fileFor('https://api.example.com')]);
  const { consents } = host.installation;
  const [one, other] = [consents.of('probe'), consents.of('probe')];
  one.want(place(0));
  other.want(place(1));
  const waiting = () => host.unconfirmed().map(({ destination }) => destination);
  assert.equal(waiting(), [place(0).destination, place(1).destination]);
  for (let at = 2; at < 100; at++) one.want(place(at));
  one.want(place(60));
  assert.is(waiting().length, 40);
  assert.equal([waiting()[0], waiting().at(-1)], [place(61).destination, place(60).destination]);
  consents.forget('probe');
  assert.equal(waiting(), []);
});

test.run();

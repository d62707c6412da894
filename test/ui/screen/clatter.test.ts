import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mixClatter, RATE } from '../../../ui/screen/clatter.ts';
import { seededRandom } from '../../support/seeded.ts';

const test = suite('ui/screen: clatter');

const ENERGY_MS = 15;

const energy = (samples: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let at = Math.round((from * RATE) / 1000); at < Math.round((to * RATE) / 1000); at++)
    sum += (samples[at] ?? 0) ** 2;
  return sum;
};
const random = () => seededRandom(7);

test('nothing that lands is no sound', () => assert.is(mixClatter([], random()).length, 0));

test('one flap is one click where it lands, and silence before and after', () => {
  const samples = mixClatter([{ first: 200, every: 80, count: 1 }], random());
  assert.is(energy(samples, 0, 199), 0);
  assert.ok(energy(samples, 199, 200 + ENERGY_MS) > 0);
  assert.is(samples.length, Math.ceil((216 * RATE) / 1000) + 1);
});

test('as many clicks are heard as flaps pass', () => {
  const samples = mixClatter([{ first: 100, every: 100, count: 9 }], random());
  const heard = Array.from({ length: 10 }, (_, at) => energy(samples, at * 100 + 50, at * 100 + 150) > 0.001);
  assert.equal(heard, [...Array.from({ length: 9 }, () => true), false]);
});

test('many at once are louder than one, but not as many times, and never clip', () => {
  const peak = (count: number): number => {
    const many = Array.from({ length: count }, () => ({ first: 10, every: 80, count: 1 }));
    return Math.max(...mixClatter(many, random()).map(Math.abs));
  };
  const [one, ten, all] = [peak(1), peak(10), peak(5000)];
  assert.ok(ten > one * 2 && ten < one * 5, `${one} ${ten}`);
  assert.ok(all <= 0.9001, `${all}`);
});

test('a whole flagship that turns for five seconds is one piece of sound', () => {
  const all = Array.from({ length: 132 }, (_, cell) => ({
    first: 70 + (cell % 9),
    every: 75 + (cell % 11),
    count: 60,
  }));
  const samples = mixClatter(all, random());
  assert.ok(samples.length < 6 * RATE);
  assert.ok(samples.every(Number.isFinite));
});

test('a click sounds as it did: as high, as dull and as long', () => {
  const samples = mixClatter([{ first: 0, every: 80, count: 1 }], random());
  const heard = Array.from({ length: 16 }, (_, at) => Math.round(1000 * (samples[at * 22] ?? 0)));
  assert.equal(heard, [-13, 85, -5, 7, -15, -12, 1, 8, 6, 0, -4, -3, 0, 2, 1, 0]);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRecord } from '../../src/core/record.ts';
import type { JsonObject } from '../../src/schema/common.ts';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { answerSample, momentOfSample, type BodyChange } from '../../src/sources/trying/sample.ts';
import type { SampleSpec } from '../../src/sources/form/schema.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { idOf, loadSource, stockFiles } from './stock.ts';

/** A number that a service leaves open is no zero on the flaps. */
const test = suite('numbers that are missing in the answers of the stock');
const documents = createDirectDocuments();

/** Values of which zero is true: they count those of which the number is known, or tell of another station. */
const TRUE_ZEROS = new Set([
  'airport_traffic.air',
  'airport_traffic.climbing',
  'airport_traffic.landing',
  'bikes_nearby.docks',
  'planes_near.count',
  'uptime_kuma.down',
]);

type Place = readonly string[];
const EACH = '[]';

/** Where numbers stand in an answer, the items of a list as one. */
const numbersIn = (value: unknown, at: Place = []): Place[] => {
  if (typeof value === 'number') return [at];
  if (Array.isArray(value)) return value.flatMap((item) => numbersIn(item, [...at, EACH]));
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => numbersIn(inner, [...at, name])) : [];
};

/** How services leave a number open. */
const NOTHING = [null, ''];

const without = (value: unknown, [step, ...rest]: Place, nothing: unknown): unknown => {
  if (step === undefined) return typeof value === 'number' ? nothing : value;
  if (Array.isArray(value)) return step === EACH ? value.map((item) => without(item, rest, nothing)) : value;
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: without(value[step], rest, nothing) };
};

const dataOf = async (compiled: CompiledSource, sample: SampleSpec, change: BodyChange): Promise<JsonObject> => {
  const moment = momentOfSample(compiled, sample);
  const { result } = await answerSample({ compiled, sample, documents, moment, change });
  return 'data' in result ? result.data : {};
};

const isZero = (shown: unknown): boolean => /^[+-]?0(?:\.0+)?$/.test(String(shown).trim());

for (const path of stockFiles())
  test(path, async () => {
    const compiled = loadSource(path);
    const numbers = Object.entries(compiled.source.values)
      .filter(([name, { type }]) => type === 'number' && !TRUE_ZEROS.has(`${idOf(path)}.${name}`))
      .map(([name]) => name);
    for (const sample of Object.values(compiled.source.samples).filter(({ error }) => error === undefined)) {
      const whole = await dataOf(compiled, sample, () => null);
      for (const { spec } of compiled.parts.requests.filter(({ spec: { answer } }) => answer === 'json')) {
        const body = sample.answers[spec.id];
        for (const place of new Set(numbersIn(body).map((one) => one.join('\n')))) {
          const at = place.split('\n');
          for (const nothing of NOTHING) {
            const data = await dataOf(compiled, sample, ({ id }, answer) =>
              id === spec.id ? JSON.stringify(without(answer, at, nothing)) : null,
            );
            for (const name of numbers)
              assert.not(isZero(data[name]) && !isZero(whole[name]), `${name} is 0 without ${spec.id} ${at.join('.')}`);
          }
        }
      }
    }
  });

test.run();

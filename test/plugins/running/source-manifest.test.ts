import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { manifestOf } from '../../../src/plugins/running/source-manifest.ts';
import { STOCK, loadSource } from '../../sources/stock.ts';

const test = suite('what a source says of itself as a plugin');

const aboutOf = (id: string, retired?: { name: string; choice?: string }): string => {
  const { source } = loadSource(`${STOCK}/${id}.source.json`);
  const parsed = manifestOf({ ...source, ...(retired && { retired: { successor: 'other', ...retired } }) }, 'you');
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.manifest.documentation ?? '';
};

test('by what a source that is made no more is followed, and with which choice', () => {
  assert.match(
    aboutOf('fog'),
    /^It goes on as it is\. New ones are made with “Outdoors: air, sun, water”, choice “Fog and view”\.\n/,
  );
  assert.match(aboutOf('fog', { name: 'Other' }), /^It goes on as it is\. New ones are made with “Other”\.\n/);
});

test('what the file documents, whose data they are, and which account they need', () => {
  const about = aboutOf('flight').split('\n\n');
  assert.match(about[0] ?? '', /^A request costs about half a cent\./);
  assert.match(about[1] ?? '', /^Data: FlightAware AeroAPI, https:\/\/.* \(your own key; .*\)\.$/);
  assert.match(about[2] ?? '', /^It needs an account: Make an AeroAPI key of the personal tier, https:/);
  assert.not.match(aboutOf('fog'), /needs an account/);
});

test.run();

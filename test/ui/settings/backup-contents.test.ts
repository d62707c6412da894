import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isCutBackup, isNewer, readBackup } from '../../../ui/settings/system/backup-contents.ts';
import { startAppliance } from '../../support/appliance.ts';

const test = suite('ui/settings/system/backup-contents');

test('what the service exports is read, with what it holds', async () => {
  const appliance = await startAppliance();
  try {
    const { body } = await appliance.call('GET', '/backup/export');
    const contents = readBackup(JSON.stringify(body));
    assert.equal(contents?.names.boards, ['My Board']);
    assert.ok((contents?.names.pages.length ?? 0) >= 1 && contents?.names.pages.every((name) => name !== ''));
    assert.equal([contents?.names.schedules, contents?.hasSecrets], [[], false]);
    assert.ok(!Number.isNaN(new Date(contents?.createdAt ?? '').getTime()));
  } finally {
    await appliance.close();
  }
});

test('what is no backup is said to be none', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"format": "flapbox-backup"}',
    '{"format": "other", "data": {}}',
    '"flapbox-backup"',
  ])
    assert.is(readBackup(text), null, text);
});

test('a backup that was not copied to its end is told from what is none', () => {
  const whole = JSON.stringify({ format: 'flapbox-backup', data: { boards: [{ name: 'A "wall"' }], pages: [] } });
  for (let length = 27; length < whole.length; length++)
    assert.is(isCutBackup(whole.slice(0, length)), true, whole.slice(0, length));
  for (const text of [whole, `${whole}}`, '', '{', '{"format": "other", "data": {', '"flapbox-backup"'])
    assert.is(isCutBackup(text), false, text);
});

const VERSIONS: readonly (readonly [what: string, version: unknown, members: unknown, newer: boolean])[] = [
  ['the same versions', 1, { pages: 2, boards: 3 }, false],
  ['older ones', 1, { pages: 1 }, false],
  ['a newer file', 2, { pages: 2, boards: 3 }, true],
  ['newer pages', 1, { pages: 3, boards: 3 }, true],
  ['a member that is not known here, and is not read', 1, { pages: 2, boards: 3, dreams: 9 }, false],
  ['no version that could be read', 'x', null, false],
];
for (const [what, version, schema_versions, newer] of VERSIONS)
  test(`whether a backup is newer than what is here: ${what}`, () => {
    const read = (more: object) => {
      const contents = readBackup(JSON.stringify({ format: 'flapbox-backup', data: {}, ...more }));
      if (!contents) throw new Error('it is a backup');
      return contents;
    };
    const here = read({ version: 1, schema_versions: { pages: 2, boards: 3 } });
    assert.is(isNewer(read({ version, schema_versions }), here), newer);
  });

test('a damaged backup is still told, so that the service can say what is wrong with it', () => {
  const contents = readBackup(
    '{"format": "flapbox-backup", "data": {"boards": [1, {"name": "Hall"}], "pages": "x", "plugins": {"weather:home": {}}}, "secrets": {"kdf": "scrypt"}}',
  );
  assert.equal(contents?.names, {
    boards: ['', 'Hall'],
    pages: [],
    schedules: [],
    collections: [],
    plugins: ['weather:home'],
  });
  assert.ok(contents?.hasSecrets);
});

test.run();

import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RestoreBackup } from '../../../ui/settings/system/restore-backup.tsx';
import { kit } from '../../../ui/strings/kit.ts';
import { system } from '../../../ui/strings/settings/system.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { assertRecorded } from '../../support/recording.ts';

/** A backup is looked at before everything is replaced by it. */
const test = suite('ui/settings/system/restore-backup');

const texts = system.backup;
const told: string[] = [];
const note = (what: string, drawn: Drawn): void => void told.push(`# ${what}`, ...drawn.since());

const BACKUP = {
  format: 'flapbox-backup',
  version: 1,
  created_at: '2026-03-01T10:00:00Z',
  data: { boards: [{ name: 'Hall' }, {}], pages: ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name })) },
};
const NEWER = { ...BACKUP, version: 2 };
const SECRET = { ...BACKUP, created_at: 'some day', secrets: { kdf: 'scrypt' } };
const DESTINATIONS = ['weather', 'json', 'weather'].map((plugin_id, at) => ({
  plugin_id,
  destination: `http://10.0.0.${at}`,
  home: true,
  secrets: [],
}));

const draw = (use: (drawn: Drawn, answers: Record<string, ServiceAnswer>) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    '/backup/export': { ...BACKUP, data: { boards: [{ name: 'Here' }] } },
    '/backup/import': { restored: { boards: 2, pages: 5 } },
  };
  return drawView(
    h(RestoreBackup, {}),
    ({ path }: AskedOf) => answers[path] ?? {},
    (drawn) => use(drawn, answers),
  );
};

const choose = async ({ find, settle }: Drawn, text: string | null): Promise<void> => {
  const field = find('input[type="file"]');
  field.files = text === null ? [] : [{ text: () => Promise.resolve(text) }];
  field.do({ type: 'change' });
  await settle();
};
/** Sends the form, and confirms what is asked then. */
const restore = async (drawn: Drawn): Promise<void> => {
  await drawn.press(texts.restore);
  drawn.find('dialog button.button-main, dialog button.button-danger').click();
  await drawn.settle();
};
const sent = ({ asked }: Drawn): unknown => asked.findLast(({ path }) => path === '/backup/import')?.body;

test('what a file holds is shown beside what is here, and asked about before it is restored', () =>
  draw(async (drawn, answers) => {
    note('no file', drawn);
    await choose(drawn, '{}');
    note('no backup', drawn);
    await choose(drawn, JSON.stringify(BACKUP).slice(0, -1));
    note('a backup that is cut off', drawn);
    await choose(drawn, JSON.stringify(BACKUP));
    note('a backup', drawn);
    await drawn.press(texts.restore);
    note('whether it is meant', drawn);
    await drawn.press(kit.cancel);
    note('it is not', drawn);
    assert.is(sent(drawn), undefined);
    answers['/backup/import'] = { status: 422, detail: 'It is damaged.' };
    await restore(drawn);
    note('it is damaged', drawn);
    answers['/backup/import'] = { restored: { boards: 2, pages: 5 }, destinations: DESTINATIONS } as ServiceAnswer;
    await restore(drawn);
    note('it is restored, and two plugins wait', drawn);
    assert.equal(sent(drawn), { ...BACKUP, passphrase: null });
    drawn.find('.consent-box button').click();
    await drawn.settle();
    note('one of them was confirmed', drawn);
  }));

test('a backup of a newer flapbox is refused when it is chosen', () =>
  draw(async (drawn) => {
    await choose(drawn, JSON.stringify(NEWER));
    assert.is(drawn.find('[role="alert"]').textContent, texts.newer);
    assert.equal(drawn.all('button'), []);
    await choose(drawn, JSON.stringify(BACKUP));
    assert.equal(drawn.all('[role="alert"]'), []);
    assert.is(drawn.find('button').textContent, texts.restore);
  }));

test('secrets are restored with the words that were chosen for them', () =>
  draw(async (drawn) => {
    await choose(drawn, JSON.stringify(SECRET));
    note('a backup with secrets, of some day', drawn);
    await drawn.enter(texts.restorePassphrase, 'words');
    await restore(drawn);
    assert.equal(sent(drawn), { ...SECRET, passphrase: 'words' });
    await choose(drawn, JSON.stringify(SECRET));
    assert.is(drawn.field(texts.restorePassphrase).value, '');
    await choose(drawn, null);
    note('no file any more', drawn);
  }));

test('what is drawn and asked is what was recorded', () => assertRecorded('ui/settings/restore-backup.txt', told));

test.run();

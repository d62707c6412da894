import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../../src/core/flaps/cells.ts';
import { timeInWords } from '../../../src/plugins/builtin/computed/word-clock.ts';
import { flagship, note, refusal, values } from './rig.ts';

const test = suite('plugins/computed/word-clock');

for (const [language, hour, minute, phrase, regional] of [
  ['en', 10, 0, "IT IS TEN O'CLOCK"],
  ['en', 10, 15, 'IT IS QUARTER PAST TEN'],
  ['en', 10, 30, 'IT IS HALF PAST TEN'],
  ['en', 10, 35, 'IT IS TWENTY-FIVE TO ELEVEN'],
  ['en', 23, 55, 'IT IS FIVE TO TWELVE'],
  ['en', 0, 5, 'IT IS FIVE PAST TWELVE'],
  ['de', 1, 0, 'ES IST EIN UHR'],
  ['de', 13, 5, 'ES IST FÜNF NACH EINS'],
  ['de', 10, 15, 'ES IST VIERTEL NACH ZEHN'],
  ['de', 10, 15, 'ES IST VIERTEL ELF', true],
  ['de', 10, 20, 'ES IST ZWANZIG NACH ZEHN'],
  ['de', 10, 25, 'ES IST FÜNF VOR HALB ELF'],
  ['de', 12, 30, 'ES IST HALB EINS'],
  ['de', 10, 35, 'ES IST FÜNF NACH HALB ELF'],
  ['de', 10, 45, 'ES IST VIERTEL VOR ELF'],
  ['de', 10, 45, 'ES IST DREIVIERTEL ELF', true],
  ['de', 23, 50, 'ES IST ZEHN VOR ZWÖLF'],
  ['es', 1, 0, 'ES LA UNA'],
  ['es', 13, 30, 'ES LA UNA Y MEDIA'],
  ['es', 12, 45, 'ES LA UNA MENOS CUARTO'],
  ['es', 4, 35, 'SON LAS CINCO MENOS VEINTICINCO'],
  ['es', 0, 15, 'SON LAS DOCE Y CUARTO'],
  ['fr', 12, 0, 'IL EST MIDI'],
  ['fr', 0, 30, 'IL EST MINUIT ET DEMI'],
  ['fr', 23, 45, 'IL EST MINUIT MOINS LE QUART'],
  ['fr', 13, 15, 'IL EST UNE HEURE ET QUART'],
  ['fr', 2, 30, 'IL EST DEUX HEURES ET DEMIE'],
  ['fr', 3, 35, 'IL EST QUATRE HEURES MOINS VINGT-CINQ'],
] as const) {
  test(`${hour}:${minute} in ${language}${regional ? ', regional' : ''}`, () => {
    const { prefix, short } = timeInWords(language, hour, minute, regional);
    assert.is(`${prefix} ${short}`, phrase);
  });
}

for (const language of ['en', 'de', 'es', 'fr']) {
  test(`${language}: every step of the day fits its variables, and no two steps of half a day are the same`, () => {
    const phrases = new Set<string>();
    for (let minute = 0; minute < 1440; minute += 5) {
      const { prefix, short, hour } = timeInWords(language, Math.floor(minute / 60), minute % 60);
      assert.ok(countCells(`${prefix} ${short}`) <= 40 && countCells(short) <= 34, short);
      assert.ok(prefix.length <= 7 && countCells(hour) <= 8, hour);
      if (minute < 720) phrases.add(short);
    }
    assert.is(phrases.size, 144);
  });
}

for (const [at, zone, config, phrase] of [
  ['2026-11-20T13:34:59Z', 'Europe/Berlin', {}, 'IT IS HALF PAST TWO'],
  ['2026-11-20T13:32:29Z', 'Europe/Berlin', { rounding: 'nearest' }, 'IT IS HALF PAST TWO'],
  ['2026-11-20T13:32:30Z', 'Europe/Berlin', { rounding: 'nearest' }, 'IT IS TWENTY-FIVE TO THREE'],
  ['2026-11-20T22:58:00Z', 'Europe/Berlin', { rounding: 'nearest' }, "IT IS TWELVE O'CLOCK"],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', {}, "IT IS THREE O'CLOCK"],
  ['2026-10-25T01:00:00Z', 'Europe/Berlin', {}, "IT IS TWO O'CLOCK"],
  ['2026-07-01T12:00:00Z', 'Europe/Berlin', { timezone: 'Asia/Kolkata' }, 'IT IS HALF PAST FIVE'],
] as const) {
  test(`${at} in ${zone} with ${JSON.stringify(config)}`, async () =>
    assert.is((await values('word_clock', { at, zone, config }))['phrase'], phrase));
}

test('the minutes since the step', async () =>
  assert.is((await values('word_clock', { at: '2026-11-20T13:33:59Z' }))['minute_offset'], 3));

test('a flagship shows the sentence in one row', async () =>
  assert.equal(await flagship('word_clock', { at: '2026-11-20T09:15:00Z' }), ['', '', 'IT IS QUARTER PAST TEN']));

test('a note wraps the sentence, and shows it without its beginning where that is set', async () => {
  const long = { at: '2026-11-20T02:35:00Z', config: { language: 'fr' } };
  assert.equal(await note('word_clock', long), [' IL EST QUATRE', ' HEURES MOINS', '  VINGT-CINQ']);
  assert.equal(await note('word_clock', { at: '2026-11-20T09:00:00Z', config: { show_prefix: false } }), [
    '',
    "  TEN O'CLOCK",
  ]);
});

test('a zone that does not exist is refused', async () =>
  assert.match((await refusal('word_clock', { timezone: 'Mars/Olympus' })) ?? '', /timezone/));

test('a language that it does not speak is refused', async () =>
  assert.match((await refusal('word_clock', { language: 'la' })) ?? '', /language/));

test.run();

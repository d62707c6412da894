import { civilAt } from '../../../core/time/zone.ts';
import { choiceSetting, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerLine, centerRows, wrapLines } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { timeInEnglish } from '../date-time.ts';

/** A time in words: what opens the sentence, the sentence without it, and the word for the hour. */
interface Words {
  readonly prefix: string;
  readonly short: string;
  readonly hour: string;
}

type Say = (hour: number, minute: number, regional: boolean) => Words;

const HOURS: Readonly<Record<string, string>> = {
  en: 'TWELVE ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN',
  de: 'ZWÖLF EINS ZWEI DREI VIER FÜNF SECHS SIEBEN ACHT NEUN ZEHN ELF',
  es: 'DOCE UNA DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE',
  fr: 'DOUZE UNE DEUX TROIS QUATRE CINQ SIX SEPT HUIT NEUF DIX ONZE',
};
const MINUTES: Readonly<Record<string, readonly string[]>> = {
  de: ['', 'FÜNF', 'ZEHN', 'VIERTEL', 'ZWANZIG'],
  es: ['', 'CINCO', 'DIEZ', 'CUARTO', 'VEINTE', 'VEINTICINCO', 'MEDIA'],
  fr: ['', 'CINQ', 'DIX', 'QUART', 'VINGT', 'VINGT-CINQ', 'DEMIE'],
};

const hourWord = (language: string, hour: number): string => HOURS[language]?.split(' ')[hour % 12] ?? '';
const minuteWord = (language: string, minute: number): string => MINUTES[language]?.[minute / 5] ?? '';

const english: Say = (hour, minute) => ({
  prefix: 'IT IS',
  short: timeInEnglish(hour, minute),
  hour: hourWord('en', minute > 30 ? hour + 1 : hour),
});

const GERMAN: Readonly<Record<number, string>> = { 25: 'FÜNF VOR HALB', 30: 'HALB', 35: 'FÜNF NACH HALB' };

const german: Say = (hour, minute, regional) => {
  const usesNext = minute >= 25 || (regional && minute === 15);
  const word = hourWord('de', usesNext ? hour + 1 : hour);
  const say = (short: string): Words => ({ prefix: 'ES IST', short, hour: word });
  if (minute === 0) return say(`${word === 'EINS' ? 'EIN' : word} UHR`);
  if (regional && minute === 15) return say(`VIERTEL ${word}`);
  if (regional && minute === 45) return say(`DREIVIERTEL ${word}`);
  if (minute in GERMAN) return say(`${GERMAN[minute]} ${word}`);
  return say(minute < 30 ? `${minuteWord('de', minute)} NACH ${word}` : `${minuteWord('de', 60 - minute)} VOR ${word}`);
};

const spanish: Say = (hour, minute) => {
  const isBefore = minute > 30;
  const word = hourWord('es', isBefore ? hour + 1 : hour);
  const isOne = word === 'UNA';
  const part = minuteWord('es', isBefore ? 60 - minute : minute);
  return {
    prefix: isOne ? 'ES' : 'SON',
    short: `${isOne ? 'LA' : 'LAS'} ${word}${minute === 0 ? '' : ` ${isBefore ? 'MENOS' : 'Y'} ${part}`}`,
    hour: word,
  };
};

const frenchHour = (hour: number): string => {
  if (hour % 24 === 0) return 'MINUIT';
  if (hour === 12) return 'MIDI';
  return `${hourWord('fr', hour)} HEURE${hour % 12 === 1 ? '' : 'S'}`;
};

const french: Say = (hour, minute) => {
  const isBefore = minute > 30;
  const told = frenchHour(isBefore ? hour + 1 : hour);
  const part = minuteWord('fr', isBefore ? 60 - minute : minute);
  const say = (rest: string): Words => ({ prefix: 'IL EST', short: told + rest, hour: told.split(' ')[0] ?? '' });
  if (minute === 0) return say('');
  if (minute === 30) return say(told.startsWith('MI') ? ' ET DEMI' : ' ET DEMIE');
  if (isBefore) return say(` MOINS ${minute === 45 ? 'LE ' : ''}${part}`);
  return say(`${minute === 15 ? ' ET' : ''} ${part}`);
};

const LANGUAGES: Readonly<Record<string, Say>> = { en: english, de: german, es: spanish, fr: french };

/** A time of day, whose minute is a multiple of five, in words of a language (`en`, `de`, `es`, `fr`). */
export const timeInWords = (language: string, hour: number, minute: number, regional = false): Words =>
  (LANGUAGES[language] ?? english)(hour, minute, regional);

const STEP = 5;

/** The time as people say it. */
export const wordClock = clockPlugin({
  id: 'word_clock',
  name: 'Word clock',
  description: 'The time as a sentence in steps of five minutes: English, German, Spanish or French',
  icon: 'clock',
  category: 'utility',
  settings: {
    language: choiceSetting('Language', ['en', 'de', 'es', 'fr'], ['English', 'Deutsch', 'Español', 'Français']),
    german_style: choiceSetting('German quarters', ['standard', 'regional'], ['Viertel nach zehn', 'Viertel elf']),
    rounding: choiceSetting('Rounding', ['down', 'nearest'], ['The last five minutes', 'The nearest five minutes']),
    show_prefix: { type: 'boolean', title: 'Begin with "It is"', default: true },
  },
  variables: {
    groups: { time: { label: 'Time' } },
    simple: {
      phrase: textVariable('The whole sentence', 40, 'time', 'IT IS HALF PAST TWO'),
      phrase_short: textVariable('The sentence without its beginning', 34, 'time', 'HALF PAST TWO'),
      prefix: textVariable('The beginning of the sentence', 7, 'time', 'IT IS'),
      hour_word: textVariable('The hour that is named', 8, 'time', 'TWO'),
      minute_offset: numberVariable('Minutes since the step of five', 1, 'time', 0),
    },
  },
  values: (moment) => {
    const { config, now } = moment;
    const isNearest = config['rounding'] === 'nearest';
    const { hour, minute } = civilAt(isNearest ? now + 150_000 : now, moment.zone);
    const step = minute - (minute % STEP);
    const words = timeInWords(String(config['language']), hour, step, config['german_style'] === 'regional');
    return {
      phrase: `${words.prefix} ${words.short}`,
      phrase_short: words.short,
      prefix: words.prefix,
      hour_word: words.hour,
      minute_offset: isNearest ? 0 : minute % STEP,
    };
  },
  format: ({ data, board: { rows, cols }, config }) => {
    const whole = wrapLines(String(data['phrase']), cols);
    const isWhole = config['show_prefix'] !== false && whole.length <= rows;
    const lines = isWhole ? whole : wrapLines(String(data['phrase_short']), cols);
    return centerRows(
      lines.slice(-rows).map((line) => centerLine(line, cols)),
      rows,
    );
  },
});

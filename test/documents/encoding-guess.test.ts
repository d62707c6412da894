import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeText } from '../../src/documents/text-decoding.ts';
import { decodeWestern } from '../../src/documents/western-text.ts';

const test = suite('encodings that nobody declares');

const tables = new Map<string, ReadonlyMap<string, number[]>>();

/** The bytes of each character in an encoding, found by decoding every pair of bytes. */
const tableOf = (encoding: string): ReadonlyMap<string, number[]> => {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, number[]>();
  const decode = (bytes: number[]): string =>
    encoding === 'windows-1252'
      ? decodeWestern(Uint8Array.from(bytes))
      : new TextDecoder(encoding).decode(Uint8Array.from(bytes));
  const add = (bytes: number[]): void => {
    const text = decode(bytes);
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (/jis|jp|gb|big5|kr/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  tables.set(encoding, table);
  return table;
};

const encode = (text: string, encoding: string): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const bytes = tableOf(encoding).get(letter);
      if (!bytes) throw new Error(`${letter} is no letter of ${encoding}`);
      return bytes;
    }),
  );

const FEED = (title: string): string =>
  `<rss><channel><title>News</title><item><title>${title}</title></item></channel></rss>`;

/** [encoding, titles] */
const TEXTS: [string, string[]][] = [
  [
    'windows-1252',
    [
      'Café “Zoë” – l’été à Genève',
      'Grüße aus Köln',
      'El niño está aquí',
      'São Paulo: eleições',
      'Blåbærsyltetøy på Færøyene',
      'Þetta er fréttin á Íslandi',
      'Perché è così',
      'naïve',
      '100 € · 5 °C',
    ],
  ],
  ['windows-1251', ['Новости дня: погода в Москве', 'Президент подписал закон', 'НОВОСТИ']],
  ['koi8-r', ['Новости дня: погода в Москве', 'Президент подписал закон']],
  ['iso-8859-5', ['Новости дня: погода в Москве']],
  ['windows-1253', ['Ειδήσεις σήμερα από την Αθήνα']],
  ['iso-8859-7', ['Ειδήσεις σήμερα από την Αθήνα']],
  ['windows-1255', ['חדשות היום מירושלים ומתל אביב']],
  ['windows-1256', ['أخبار اليوم من القاهرة والرياض']],
  ['windows-874', ['ข่าววันนี้จากกรุงเทพมหานคร']],
  [
    'windows-1250',
    [
      'Wiadomości: zażółć gęślą jaźń',
      'Příliš žluťoučký kůň úpěl',
      'Árvíztűrő tükörfúrógép',
      'Vijesti: žena čita knjigu',
      'Što će žene čitati? Događaje',
      'Ştiri: preţul vieţii în ţară',
    ],
  ],
  ['iso-8859-2', ['Wiadomości: zażółć gęślą jaźń', 'Příliš žluťoučký kůň']],
  [
    'windows-1254',
    ['Türkiye’de bugün: ışık, şehir ve çağ', 'İstanbul’da yağış', 'Ağustos ayında yağış', 'Türkiye, İzmir: ışık'],
  ],
  ['windows-1257', ['Šiandien žinios: šalies ūkis, ąžuolas ir ėjimas', 'Ziņas: šodien Rīgā būs ļoti saulains']],
  ['ibm866', ['Новости дня: погода в Москве']],
  ['shift_jis', ['今日のニュースをお届けします', 'ニュース速報', '東京の天気は晴れです']],
  ['euc-jp', ['今日のニュースをお届けします', '東京の天気は晴れです']],
  ['gb18030', ['今天的新闻：中国人民在北京', '我们的生活是很好的']],
  ['big5', ['今天的新聞：我們在台北的生活', '這是一個很好的國家']],
  ['euc-kr', ['오늘의 뉴스: 서울에서 대통령이 말했다', '한국의 날씨는 맑다']],
];
for (const [encoding, titles] of TEXTS)
  for (const title of titles)
    test(`${encoding}: ${title}`, () => assert.is(decodeText(encode(FEED(title), encoding), [null]), FEED(title)));

test('UTF-8 is not guessed at, damaged or not', () => {
  const whole = new TextEncoder().encode(FEED('Новости – é'));
  assert.is(decodeText(whole, [null]), FEED('Новости – é'));
  const broken = Uint8Array.from([...new TextEncoder().encode('Новости дня ééé'), 0xff]);
  assert.match(decodeText(broken, ['utf-8']), 'Новости дня');
});

test('a declaration goes before every guess', () => {
  assert.is(decodeText(encode('При', 'koi8-r'), ['koi8-r']), 'При');
});

test('of a long text only the beginning is looked at', () => {
  const french = encode('L’été à Genève, café '.repeat(4000), 'windows-1252');
  const russian = encode('Новости дня: погода в Москве '.repeat(8000), 'windows-1251');
  const begins = (...parts: Uint8Array[]): string => decodeText(Buffer.concat(parts), [null]).slice(0, 9);
  assert.is(begins(french, russian), 'L’été à G');
  assert.is(begins(french.subarray(0, 30), russian), 'L’йtй а G');
});

test.run();

import { decodeWestern } from './western-text.ts';

/** How text of one language looks in one encoding: the letters outside ASCII that it mostly has. */
interface Profile {
  readonly encoding: string;
  readonly usual: ReadonlySet<string>;
}

const SAMPLE_BYTES = 64 * 1024;
/** The part of the letters that has to be usual ones before a text counts as one of East Asia, or of another script. */
const LEAST_EAST = 0.15;
const LEAST_SCRIPT = 0.5;

const profiles = (encodings: string, letters: string): Profile[] =>
  encodings.split(' ').map((encoding) => ({ encoding, usual: new Set([...letters, ...letters.toUpperCase()]) }));

/** Languages with letters of their own, the most frequent of them. */
const SCRIPTS: readonly Profile[] = [
  ...profiles('windows-1251 koi8-r iso-8859-5 ibm866', 'оеаинтсрвлкмдпуяызьбг'),
  ...profiles('windows-1253 iso-8859-7', 'αοιετσςνηυρπκμλάίόέήώύ'),
  ...profiles('windows-1255', 'יוהלארתבשמםןנעדפק'),
  ...profiles('windows-1256', 'اليمنرتوهبةدسعأ'),
  ...profiles('windows-874', 'านรอกเงมยลวดทตสะิ่้ขจพหคบปัีุแไใช็'),
];

/** Latin languages; of two that fit alike the first counts. */
const LATIN: readonly Profile[] = [
  ...['éèàùâêîôûçëïœæ', 'äöüß', 'áéíóúñü', 'ãõçáéíóúâêôà', 'åäöæøé', 'àèéìòù'].flatMap((letters) =>
    profiles('windows-1252', letters),
  ),
  // Their letters ğ, ı and ş are the bytes of ð, ý and þ in Icelandic, which stand there among many with an accent.
  ...profiles('windows-1254', 'çğıİöşüâîû'),
  ...profiles('windows-1252', 'áðéíóúýþæö'),
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýžľĺŕäô', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'].flatMap((letters) =>
    profiles('windows-1250 iso-8859-2', letters),
  ),
  ...profiles('windows-1257', 'āčēģīķļņšūžąęėįųõäöü'),
];

/** Characters of East Asia that make up much of any text. */
const EAST: readonly Profile[] = [
  ...profiles('shift_jis euc-jp', `${range(0x3041, 0x3093)}${range(0x30a1, 0x30fc)}、。「」日本人年月大`),
  ...profiles(
    'gb18030',
    '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先',
  ),
  ...profiles(
    'big5',
    '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先',
  ),
  ...profiles(
    'euc-kr',
    '이다는에의가을하고를한은로기지사도시자인대부리일서으해들정그만어나라제있보수장원상관전구동적여우년국주아',
  ),
];

/** Marks that stand in texts of any language, also between letters. */
const NEUTRAL = new Set('\u00a0«»“”„‘’‚‹›–—…•·°©®™€£§¿¡ªº´`');

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
}

/** From the first byte outside ASCII on, where a letter begins in every encoding. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte > 0x7f),
  );
  return bytes.subarray(first, first + SAMPLE_BYTES);
};

/** The characters outside ASCII of bytes in some encoding; null where they are none of it. */
const lettersIn = (bytes: Uint8Array, encoding: string): string[] | null => {
  try {
    const text =
      encoding === 'windows-1252'
        ? decodeWestern(bytes)
        : new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return [...text].filter((letter) => letter > '\x7f' && !NEUTRAL.has(letter));
  } catch {
    return null;
  }
};

/** Which part of the letters is usual, less that of the others where each of them counts against it. */
const scoreOf = (bytes: Uint8Array, { encoding, usual }: Profile, countsOthers: boolean): number => {
  const letters = lettersIn(bytes, encoding);
  if (!letters || letters.length === 0) return -1;
  const hits = letters.filter((letter) => usual.has(letter)).length;
  return (countsOthers ? 2 * hits - letters.length : hits) / letters.length;
};

const bestOf = (bytes: Uint8Array, among: readonly Profile[], countsOthers: boolean) => {
  let best = { encoding: '', score: -1 };
  for (const one of among) {
    const score = scoreOf(bytes, one, countsOthers);
    if (score > best.score) best = { encoding: one.encoding, score };
  }
  return best;
};

/**
 * The encoding of a text that is no UTF-8 and declares none, by the letters that are frequent in it; Windows-1252 where
 * nothing else fits better.
 */
export const guessEncoding = (bytes: Uint8Array): string => {
  const sample = sampleOf(bytes);
  const east = bestOf(sample, EAST, false);
  const latin = bestOf(sample, LATIN, true);
  if (east.score >= LEAST_EAST && latin.score < 1) return east.encoding;
  const script = bestOf(sample, SCRIPTS, true);
  if (script.score >= LEAST_SCRIPT && script.score > latin.score) return script.encoding;
  return latin.score > 0 ? latin.encoding : 'windows-1252';
};

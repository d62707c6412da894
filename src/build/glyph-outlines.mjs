// Writes the outlines of the letters on the flaps into `src/core/look/outlines.ts`, from the font Arimo (OFL).
// Usage: node src/build/glyph-outlines.mjs   (only when another font or weight is chosen; the result is committed)
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { parse } = require('opentype.js');
const TARGET = fileURLToPath(new URL('../core/look/outlines.ts', import.meta.url));
const FONT = '@fontsource/arimo/files/arimo-latin-600-normal.woff';
/** Every glyph of a flap but the heart, which no such font has. */
const GLYPHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890!@#$()-+&=;:\'"%,./?°';
/** Units of one em in the result: a flap of 500 pixels has steps of less than a pixel. */
const EM = 500;

/** The text of `outlines.ts`. */
const outlinesText = () => {
  const file = readFileSync(require.resolve(FONT));
  const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const scale = EM / font.unitsPerEm;
  const at = (value) => Math.round(value * scale);
  /** Numbers in a row, of which a minus parts those that it begins. */
  const joined = (numbers) => numbers.map((one, index) => (index > 0 && one >= 0 ? ` ${one}` : String(one))).join('');
  const outline = ({ path: { commands } }) => {
    const pen = { x: 0, y: 0 };
    const start = { x: 0, y: 0 };
    return commands
      .map(({ type, x, y, x1, y1 }) => {
        if (type === 'Z') {
          Object.assign(pen, start);
          return 'z';
        }
        if (!'MLQ'.includes(type)) throw new Error(`the font draws with ${type}`);
        const [from, to] = [{ ...pen }, { x: at(x), y: at(-y) }];
        Object.assign(pen, to);
        if (type === 'M') Object.assign(start, to);
        const bend = type === 'Q' ? [at(x1) - from.x, at(-y1) - from.y] : [];
        return `${type.toLowerCase()}${joined([...bend, to.x - from.x, to.y - from.y])}`;
      })
      .join('')
      .replaceAll('l0 0', '');
  };
  const lines = [...GLYPHS].map((glyph) => {
    const one = font.charToGlyph(glyph);
    return `${glyph} ${at(one.advanceWidth)} ${outline(one)}`;
  });
  return `// Made by src/build/glyph-outlines.mjs from Arimo SemiBold, copyright 2013 The Arimo Project Authors
// (https://github.com/googlefonts/arimo), under the SIL Open Font License 1.1: see OFL.txt beside this file.
import { outlinesOf } from './outline.ts';
import type { Outline } from './outline.ts';

/** Height of a capital letter, in units of which an em has ${EM}. */
export const CAPITAL = ${at(font.tables.os2.sCapHeight || font.charToGlyph('H').getBoundingBox().y2)};

/** The letters, digits and signs of the flaps as paths; the base line is y = 0, and y grows downwards. */
export const OUTLINES: ReadonlyMap<string, Outline> = outlinesOf(\`
${lines.join('\n')}
\`);
`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, outlinesText());

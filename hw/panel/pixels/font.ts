import { flapOf } from '../../../src/core/flaps/flaps.ts';

/** A font of pixels: each glyph is as many rows as it is high, the leftmost pixel in the highest bit. */
export interface PixelFont {
  readonly width: number;
  readonly height: number;
  /** The rows of a code's glyph; empty for a code without one. */
  rowsOf(code: number): readonly number[];
}

/** Each word is a glyph and its rows, a digit for each. */
const SMALL = `
A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755 N65555 O25552 P65644 Q25563
R65655 S34216 T72222 U55557 V55552 W55775 X55255 Y55222 Z71247 126227 261247 371317 455711 574616 674757 771122 875757
975716 075557 !22202 @25743 #57575 $36236 (12221 )42224 -00700 +02720 &25253 =07070 ;02024 :02020 '22000 "55000 %51245
,00024 .00002 /11244 ?61202 °25200`;

const LARGE = `
Aehhvhhh Buhhuhhu Cehggghe Duhhhhhu Evgguggv Fvgguggg Gehgnhhf Hhhhvhhh Ie44444e J72222ic Khikokih Lggggggv Mhrllhhh
Nhhpljhh Oehhhhhe Puhhuggg Qehhhlid Ruhhukih Sfgge11u Tv444444 Uhhhhhhe Vhhhhha4 Whhhllla Xhha4ahh Yhhha444 Zv1248gv
14c4444e 2eh1248v 3v2421he 426aiv22 5vgu11he 668guhhe 7v124888 8ehhehhe 9ehhf12c 0ehjlphe !4444004 @eh1dlle #aavavaa
$4fke5u4 (2488842 )8422248 -000v000 +004v400 &cik8lid =00v0v00 ;0cc0c48 :0cc0cc0 '4480000 "aa00000 %op248j3 ,0000c48
.00000cc /01248g0 ?eh12404 °6996000`;

const fontOf = (text: string, width: number, height: number): PixelFont => {
  const glyphs = new Map(
    text
      .trim()
      .split(/\s+/)
      .map((word) => [flapOf(word.charAt(0)), Array.from(word.slice(1), (digit) => Number.parseInt(digit, 32))]),
  );
  return { width, height, rowsOf: (code) => glyphs.get(code) ?? [] };
};

/** Glyphs of 3 × 5 pixels. */
export const SMALL_FONT = fontOf(SMALL, 3, 5);

/** Glyphs of 5 × 7 pixels. */
export const LARGE_FONT = fontOf(LARGE, 5, 7);

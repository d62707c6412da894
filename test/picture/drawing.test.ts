import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridFromRows, type Grid } from '../../src/core/flaps/grid.ts';
import { faceOf, type Look } from '../../src/core/look/palette.ts';
import { layOut } from '../../src/core/look/proportions.ts';
import { Drawing, type Subject } from '../../src/picture/drawing.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { chunksOf, dataOf, decode } from './rig.ts';

const test = suite('pictures of boards');

const FLAGSHIP = { device_type: 'flagship', rows: 6, cols: 22 } as const;
const NOTE = { device_type: 'note', rows: 3, cols: 15 } as const;
const BLACK: Look = { board_color: 'black', code62_glyph: 'degree' };
const WHITE: Look = { board_color: 'white', code62_glyph: 'heart' };
const refusal = (): Error => new Error('too many');
const ASKER = { address: '192.0.2.1' };
const png = (of: Subject, grid: Grid): Promise<Buffer> => new Drawing(systemClock, refusal).png(of, grid, ASKER);
const subject = (more: Partial<Subject> = {}): Subject => ({ geometry: FLAGSHIP, look: BLACK, width: 600, ...more });

const near = (a: string, b: string): boolean =>
  [1, 3, 5].every(
    (from) =>
      Math.abs(Number.parseInt(a.slice(from, from + 2), 16) - Number.parseInt(b.slice(from, from + 2), 16)) < 16,
  );

const gridWith = (codes: Readonly<Record<number, number>>, form: { rows: number; cols: number } = FLAGSHIP): Grid => {
  const grid = createGrid(form.rows, form.cols);
  for (const [cell, code] of Object.entries(codes)) grid.codes[Number(cell)] = code;
  return grid;
};

for (const [name, look] of [
  ['black', BLACK],
  ['white', WHITE],
] as const) {
  test(`every tile of a ${name} board has its colour at its place`, async () => {
    const codes = Array.from({ length: 9 }, (_, at) => 63 + at);
    const grid = gridWith(Object.fromEntries(codes.map((code, at) => [at * 13, code])));
    const picture = decode(await png(subject({ look }), grid));
    const { lefts, tops, flapWidth, flapHeight, width, height } = layOut(FLAGSHIP, 600);
    assert.equal([picture.width, picture.height], [width, height]);
    codes.forEach((code, at) => {
      const cell = at * 13;
      const x = (lefts[cell % 22] ?? 0) + Math.round(flapWidth / 2);
      const y = (tops[Math.floor(cell / 22)] ?? 0) + Math.round(flapHeight / 4);
      assert.ok(near(picture.at(x, y), faceOf(code, look)), `code ${code}: ${picture.at(x, y)}`);
    });
  });
}

const inkOf = async (code: number, look: Look): Promise<number> => {
  const { lefts, tops, flapWidth, flapHeight } = layOut(NOTE, 900);
  const picture = decode(await png(subject({ geometry: NOTE, look, width: 900 }), gridWith({ 0: code }, NOTE)));
  const face = faceOf(0, look);
  let ink = 0;
  for (let y = 6; y < flapHeight - 6; y++)
    for (let x = 6; x < flapWidth - 6; x++) if (!near(picture.at((lefts[0] ?? 0) + x, (tops[0] ?? 0) + y), face)) ink++;
  return ink;
};

test('letters have ink, the more the larger they are', async () => {
  const [blank, dot, i, w] = await Promise.all([0, 56, 9, 23].map((code) => inkOf(code, BLACK)));
  assert.ok((dot ?? 0) > (blank ?? 0), `${dot} over ${blank}`);
  assert.ok((i ?? 0) > (dot ?? 0), `${i} over ${dot}`);
  assert.ok((w ?? 0) > (i ?? 0) * 1.5, `${w} over ${i}`);
});

test('cells without a module show the case', async () => {
  const places = [[0], [], [14]];
  const look = { ...BLACK, places };
  const geometry = { ...NOTE, device_type: 'panel', places } as const;
  const { lefts, tops, flapHeight } = layOut(geometry, 600);
  const grid = gridFromRows(
    Array.from({ length: 3 }, () => Array<number>(15).fill(63)),
    3,
    15,
  );
  const picture = decode(await png(subject({ geometry, look }), grid));
  const at = (row: number, col: number): string =>
    picture.at((lefts[col] ?? 0) + 4, (tops[row] ?? 0) + Math.round(flapHeight / 4));
  assert.ok(near(at(0, 0), '#da291c') && near(at(2, 14), '#da291c'));
  assert.ok(near(at(0, 1), '#0d0d0e') && near(at(1, 0), '#0d0d0e'));
});

test('the tag follows what is seen: content, look, size, format', () => {
  const drawing = new Drawing(systemClock, refusal);
  const grid = gridWith({ 3: 5 });
  const tags = [
    drawing.etagOf(subject(), 'png', [grid]),
    drawing.etagOf(subject(), 'svg', [grid]),
    drawing.etagOf(subject({ width: 601 }), 'png', [grid]),
    drawing.etagOf(subject({ look: WHITE }), 'png', [grid]),
    drawing.etagOf(subject(), 'png', [gridWith({ 3: 6 })]),
  ];
  assert.is(new Set(tags).size, tags.length);
  assert.is(drawing.etagOf(subject(), 'png', [gridWith({ 3: 5 })]), tags[0]);
});

test('a picture of a given height has the board in its middle', async () => {
  const { width, height, at } = decode(await png(subject({ width: 1200, height: 630 }), gridWith({ 0: 63, 131: 63 })));
  assert.equal([width, height], [1200, 630]);
  const red = (x: number, y: number): boolean => near(at(x, y), '#da291c');
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width / 4 }, (_, x) => x * 4).some((x) => red(x, y)),
  );
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  assert.ok(Math.abs(first - (height - 1 - last)) <= 3, `${first} above, ${height - 1 - last} below`);
});

test('an SVG is drawn to the last line', async () => {
  const geometry = { device_type: 'panel', rows: 1, cols: 2, places: [[1]] } as const;
  const look: Look = { ...WHITE, places: [[1]] };
  const drawn = await new Drawing(systemClock, refusal).svg(
    { geometry, look, width: 100 },
    gridWith({ 0: 53, 1: 62 }, { rows: 1, cols: 2 }),
    ASKER,
  );
  assert.equal(drawn.toString().replaceAll('><', '>\n<').split('\n'), [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 84" width="100" height="84" role="img">',
    '<title>&quot;°</title>',
    '<defs>',
    '<g id="f62">',
    '<rect x="0" y="0" width="20" height="28" rx="2.1" fill="#fbfbf9"/>',
    '<rect x="0" y="0" width="20" height="14" fill="#ffffff" fill-opacity="0.035"/>',
    '<rect x="0" y="14" width="20" height="14" fill="#000000" fill-opacity="0.035"/>',
    '<path transform="translate(3.924 19.972) scale(0.035 0.035)" fill="#d8392b" d="m175 0q-165-135-165-235q0-110 85-110q55 0 80 60q25-60 80-60q85 0 85 110q0 100-165 235z"/>',
    '<rect x="0" y="13" width="20" height="1" fill="#c9c9c6" fill-opacity="0.72"/>',
    '<rect x="0" y="13" width="1" height="3" fill="#c9c9c6"/>',
    '<rect x="19" y="13" width="1" height="3" fill="#c9c9c6"/>',
    '</g>',
    '</defs>',
    '<rect x="0" y="0" width="100" height="84" fill="#e4e4e0"/>',
    '<use href="#f62" x="52" y="28"/>',
    '</svg>',
  ]);
});

test('an SVG names each flap once, and says what stands there', async () => {
  const grid = gridWith({ 0: 1, 1: 47, 2: 2, 21: 1 });
  const svg = (await new Drawing(systemClock, refusal).svg(subject(), grid, ASKER)).toString();
  assert.match(svg, /<title>A&amp;B A<\/title>/);
  assert.is(svg.split('<g id="f1">').length, 2);
  assert.is(svg.split('<use ').length - 1, 132);
  // Renderers make a picture of its own for what is see-through as a whole, at every flap again.
  assert.not.match(svg, /\s(?:opacity|filter|mask|clip-path)=/);
  assert.match(svg, /\sfill-opacity=/);
});

test('the flaps of the three latest boards are kept for their next picture', async () => {
  // Work looks at the clock after each of its pieces, and a flap that is drawn is many of them.
  let looks = 0;
  const clock: Clock = { ...systemClock, monotonic: () => ++looks && 0 };
  const drawing = new Drawing(clock, refusal);
  const drawnAnew = async (width: number): Promise<boolean> => {
    looks = 0;
    await drawing.png(subject({ width }), gridWith({ 0: 1 }), ASKER);
    return looks > 20;
  };
  for (const width of [300, 310, 320]) assert.ok(await drawnAnew(width), `${width} is new`);
  for (const width of [310, 300, 320]) assert.not.ok(await drawnAnew(width), `${width} is kept`);
  assert.ok(await drawnAnew(330));
  assert.not.ok(await drawnAnew(300));
  assert.ok(await drawnAnew(310), 'the one that was not asked for longest is forgotten');
});

test('the tag follows the form of the board, its places, its colour and its margins', () => {
  const drawing = new Drawing(systemClock, refusal);
  const grid = gridWith({ 3: 5 });
  const places = [[0], [1], [2], [3], [4], [5]];
  const subjects: Subject[] = [
    subject(),
    subject({ geometry: { ...FLAGSHIP, device_type: 'panel' } }),
    subject({ geometry: { ...FLAGSHIP, places } }),
    subject({ look: { ...BLACK, code62_glyph: 'heart' } }),
    subject({ height: 630 }),
    subject({ margin: 630 }),
    subject({ margin: 0 }),
  ];
  const tags = subjects.map((one) => drawing.etagOf(one, 'png', [grid]));
  tags.push(drawing.etagOf(subject(), 'png', [grid, grid]));
  tags.push(drawing.etagOf(subject(), 'png', [gridFromRows([[...grid.codes]], 1, 132)]));
  assert.is(new Set(tags).size, tags.length);
  for (const tag of tags) assert.match(tag, /^"[\w-]{27}"$/);
});

test('an animation holds the first picture whole, and of the others what changed', async () => {
  const contents: Record<number, number>[] = [{}, { 0: 63 }, { 0: 63, 1: 64 }];
  const moments = contents.map((codes) => ({ grid: gridWith(codes), delay_ms: 100 }));
  const last = { grid: gridWith({ 0: 63, 1: 64 }), delay_ms: 100 };
  const before = Readable.from(moments.slice(0, -1));
  const chunks = chunksOf(await new Drawing(systemClock, refusal).apng(subject(), before, last, ASKER));
  const { flapWidth, flapHeight, lefts, tops } = layOut(FLAGSHIP, 600);
  assert.equal(dataOf(chunks, 'acTL'), Buffer.from([0, 0, 0, 3, 0, 0, 0, 1]));
  const controls = chunks.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
  assert.is(controls.length, 3);
  const [, second, third] = controls;
  const left = third?.readUInt32BE(12) ?? 0;
  assert.ok(left >= (lefts[1] ?? 0) && left < (lefts[1] ?? 0) + 4, `${left}`);
  const wide = second?.readUInt32BE(4) ?? 0;
  assert.ok(wide <= flapWidth && wide > flapWidth - 6, `${wide} of ${flapWidth}`);
  assert.ok((second?.readUInt32BE(8) ?? 0) <= flapHeight);
  assert.ok((second?.readUInt32BE(16) ?? 0) >= (tops[0] ?? 0));
});

test.run();

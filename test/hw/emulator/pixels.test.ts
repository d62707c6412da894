import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AwtrixDevice } from '../../../hw/emulator/awtrix/device.ts';
import { drawInstructions } from '../../../hw/emulator/awtrix/drawing.ts';
import { startAwtrixServer } from '../../../hw/emulator/awtrix/server.ts';
import { numberIn, readCommand } from '../../../hw/emulator/command-line.ts';
import { startDeviceServer } from '../../../hw/emulator/pixels/device-server.ts';
import { drawPixels } from '../../../hw/emulator/pixels/terminal.ts';
import { PixooDevice } from '../../../hw/emulator/pixoo/device.ts';
import { SIDE } from '../../../hw/panel/pixoo/commands.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

const test = suite('emulators of pixels');

const picture = (change: object = {}, color = 0x10_20_30, width = SIDE): string => {
  const bytes = Buffer.alloc(width * width * 3);
  for (let at = 0; at < bytes.length; at += 3) bytes.writeUIntBE(color, at, 3);
  return JSON.stringify({
    Command: 'Draw/SendHttpGif',
    PicNum: 1,
    PicWidth: width,
    PicOffset: 0,
    PicID: 1,
    PicSpeed: 100,
    PicData: bytes.toString('base64'),
    ...change,
  });
};
const ILLEGAL = { error_code: 'Request data illegal json' };

test('a device reads up to 256 KiB, and hangs up on more', async () => {
  const server = await startDeviceServer(0, ({ body }) => Promise.resolve({ status: 200, text: String(body.length) }));
  const said = (bytes: number): Promise<string> =>
    fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'x'.repeat(bytes) }).then(
      (answer) => answer.text(),
      () => 'nothing',
    );
  try {
    assert.equal([await said(262_144), await said(262_145)], ['262144', 'nothing']);
  } finally {
    await server.close();
  }
});

test('a device fails as it is told to, and is back at the same port', async () => {
  const server = await startDeviceServer(0, ({ method, url, authorization }) =>
    Promise.resolve(
      url.pathname === '/never' ? null : { status: 201, text: `${method} ${url.search} ${authorization}` },
    ),
  );
  const ask = (path = '/', ms = 10_000): Promise<string> =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { signal: AbortSignal.timeout(ms) }).then(
      async (answer) =>
        [
          answer.status,
          answer.headers.get('content-type'),
          answer.headers.get('connection'),
          await answer.text(),
        ].join(),
      (error: Error) => error.name,
    );
  const well = '201,application/json,close,GET ?a=1 ';
  assert.is(await ask('/?a=1'), well);
  assert.is(await ask('/never', 50), 'TimeoutError');
  await server.setFault('silent');
  assert.is(await ask('/', 50), 'TimeoutError');
  const waiting = ask();
  await until(() => server.requests() === 4);
  await server.setFault('garbage');
  assert.is(await waiting, 'TypeError', 'its connection is ended');
  assert.is(await ask(), 'TypeError');
  assert.is(server.requests(), 5);
  await server.setFault('off');
  assert.is(await ask(), 'TypeError');
  assert.is(server.requests(), 5);
  await server.setFault('none');
  assert.is(await ask('/?a=1'), well);
  await server.close();
  await server.close();
});

test('pixoo: it shows a picture whose number is higher, and leaves out any other without a word', () => {
  const device = new PixooDevice();
  assert.equal(device.obey(picture({ PicID: 5 })), { error_code: 0 });
  assert.is(device.pixels[0], 0x10_20_30);
  for (const PicID of [5, 4, 1]) assert.equal(device.obey(picture({ PicID }, 0xff)), { error_code: 0 });
  assert.equal(device.obey('{"Command":"Draw/GetHttpGifId"}'), { error_code: 0, PicId: 5 });
  assert.is(device.pixels[0], 0x10_20_30);
  device.obey('{"Command":"Draw/ResetHttpGifId"}');
  device.obey(picture({ PicID: 1 }, 0xab));
  assert.is(device.pixels[0], 0xab);
});

test('pixoo: smaller pictures are enlarged, animations shown when they are whole', () => {
  const device = new PixooDevice();
  const counted = Buffer.alloc(768);
  for (let at = 0; at < 256; at++) counted.writeUIntBE(at, 3 * at, 3);
  device.obey(picture({ PicWidth: 16, PicData: counted.toString('base64') }));
  assert.equal(
    [0, 3, 4, 63, 3 * SIDE, 4 * SIDE, 17 * SIDE + 9, SIDE * SIDE - 1].map((at) => device.pixels[at]),
    [0, 0, 1, 15, 0, 16, 66, 255],
  );
  for (const PicOffset of [0, 1, 2, 3]) {
    assert.is.not(device.pixels[0], 0x99);
    device.obey(picture({ PicID: 2, PicNum: 4, PicOffset }, 0x99));
  }
  assert.is(device.pixels[0], 0x99);
});

test('pixoo: what it does not understand has an error', () => {
  const device = new PixooDevice();
  const wrong = [
    'x',
    '[]',
    'null',
    '{"Command":"Device/GetDeviceInfo"}',
    picture({ PicWidth: 48 }),
    picture({ PicNum: 60 }),
    picture({ PicNum: 0 }),
    picture({ PicOffset: 1 }),
    picture({ PicOffset: -1 }),
    picture({ PicOffset: 0.5 }),
    picture({ PicSpeed: -1 }),
    picture({ PicData: 'AAAA' }),
    picture({ PicData: undefined }),
    '{"Command":"Channel/SetBrightness","Brightness":101}',
    '{"Command":"Channel/SetBrightness","Brightness":-1}',
    '{"Command":"Channel/SetBrightness","Brightness":"50"}',
  ];
  for (const body of wrong) assert.equal(device.obey(body), ILLEGAL, body.slice(0, 40));
  assert.equal([device.brightness, device.pixels[0]], [100, 0x20_20_40]);
  for (const Brightness of [0, 100]) {
    assert.equal(device.obey(JSON.stringify({ Command: 'Channel/SetBrightness', Brightness })), { error_code: 0 });
    assert.is(device.brightness, Brightness);
  }
  assert.equal(device.obey(picture({ PicNum: 59, PicSpeed: 0 })), { error_code: 0 });
});

test('pixoo: a longer animation is announced by a grey picture, a short one shown once it is whole', () => {
  let pictures = 0;
  const device = new PixooDevice(() => pictures++);
  const send = (PicNum: number, PicID: number, PicOffset: number): unknown[] => {
    device.obey(picture({ PicNum, PicID, PicOffset }, PicOffset + 1));
    return [device.pixels[0], pictures];
  };
  assert.equal(send(3, 1, 0), [0x20_20_40, 0]);
  assert.equal(send(3, 1, 0), [0x20_20_40, 0], 'a frame that it has');
  assert.equal(send(3, 1, 2), [0x20_20_40, 0]);
  assert.equal(send(3, 1, 1), [1, 1]);
  assert.equal(send(4, 2, 1), [1, 1], 'one begins with its first frame');
  assert.equal(send(4, 2, 0), [0x40_40_40, 2]);
  assert.is(device.pixels.length, SIDE * SIDE);
  device.restart();
  assert.equal([device.pixels[0], pictures], [0x20_20_40, 3]);
  assert.equal(send(4, 2, 3), [0x20_20_40, 3]);
});

test('pixoo: after too many pictures it hangs until its power is cut', () => {
  const device = new PixooDevice(() => undefined, { hangsAfter: 3 });
  for (let PicID = 1; PicID <= 4; PicID++) assert.ok(device.obey(picture({ PicID })));
  assert.is(device.obey(picture({ PicID: 5 })), null);
  assert.is(device.obey('{"Command":"Draw/ResetHttpGifId"}'), null);
  device.restart();
  assert.equal(device.obey('{"Command":"Draw/GetHttpGifId"}'), { error_code: 0, PicId: 0 });
});

test('pixoo: its screen can be switched off, and keeps its picture', () => {
  const device = new PixooDevice();
  device.obey(picture());
  device.obey('{"Command":"Channel/OnOffScreen","OnOff":0}');
  assert.is(device.pixels[0], 0);
  device.obey('{"Command":"Channel/OnOffScreen","OnOff":1}');
  assert.is(device.pixels[0], 0x10_20_30);
  device.obey('{"Command":"Channel/OnOffScreen","OnOff":0}');
  device.restart();
  assert.is(device.pixels[0], 0x20_20_40);
});

test('pixoo: it hangs after 300 pictures', () => {
  const device = new PixooDevice();
  for (let PicID = 1; PicID <= 300; PicID++) device.obey(picture({ PicID }, PicID, 16));
  assert.is(device.hangs, false);
  device.obey(picture({ PicID: 301 }, 301, 16));
  assert.is(device.hangs, true);
});

test('awtrix: bitmaps are drawn as far as there are pixels, other instructions are not', () => {
  const draw = [
    { db: [30, 7, 2, 2, [1, 2, 3, 4]] },
    { db: [31, 0, 2, 1, [5, 6]] },
    { db: [-1, -1, 2, 2, [7, 7, 7, 0x1_00_00_08]] },
    { db: [9, 9, 1, 1] },
    { dp: [5, 5, 9] },
    { db: [1, 0, 1, 1, ['#00FF00', 7]] },
    'x',
    {},
  ];
  const drawn = drawInstructions(draw, undefined);
  const lit = [...drawn].flatMap((color, at) => (color === 0 ? [] : [[at % 32, Math.floor(at / 32), color]]));
  assert.equal(lit, [
    [0, 0, 8],
    [1, 0, 0x00_ff_00],
    [31, 0, 5],
    [30, 7, 1],
    [31, 7, 2],
  ]);
  assert.equal([...new Set(drawInstructions('x', '#010101'))], [0x01_01_01]);
});

test('awtrix: apps take turns, each for its time', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const device = new AwtrixDevice(clock);
  assert.is(device.custom('mine', '{"duration":60,"draw":[]}'), true);
  await clock.advance(7000);
  assert.is(device.app, 'Date');
  await clock.advance(7000);
  assert.is(device.app, 'mine');
  await clock.advance(59_000);
  assert.is(device.app, 'mine');
  await clock.advance(1000);
  assert.is(device.app, 'Time');
  assert.is(device.switchTo('{"name":"none"}'), false);
  device.custom('mine', '');
  assert.equal(device.loop, ['Time', 'Date']);
  assert.is(device.custom('mine', '{'), false);
  assert.is(device.custom('mine', `{"text":"${'x'.repeat(8200)}"}`), false);
  device.close();
});

test('awtrix: what changes the turns', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  let pictures = 0;
  const device = new AwtrixDevice(clock, () => pictures++);
  device.custom('mine', '{"duration":0}');
  device.custom('mine2', '{"background":"#020202"}');
  await clock.advance(14_000);
  await clock.advance(6000);
  device.custom('mine', '{"duration":0,"draw":[{"db":[0,0,1,1,[9]]}]}');
  assert.is(device.pixels[0], 9);
  await clock.advance(6999);
  assert.is(device.app, 'mine', 'its turn began anew');
  await clock.advance(1);
  assert.equal([device.app, device.pixels[0]], ['mine2', 0x02_02_02]);
  device.next();
  assert.equal([device.app, pictures], ['Time', 6]);
  device.switchTo('{"name":"mine2"}');
  device.custom('mine', '{}');
  assert.equal([device.loop, device.app, pictures], [['Time', 'Date'], 'Date', 8], 'all whose names begin so');
  device.set('{"ATRANS":false}');
  device.set('x');
  device.next();
  await clock.advance(60_000);
  assert.equal([device.app, device.settings['ATRANS'], device.settings['BRI']], ['Time', false, 120]);
  device.set('{"ATRANS":true,"ATIME":3}');
  device.next();
  await clock.advance(3000);
  assert.is(device.app, 'Time');
  device.close();
  await clock.advance(60_000);
  assert.is(device.app, 'Time');
});

test('awtrix: a notification goes by itself after its time, unless it is to be held', async () => {
  for (const [more, ms] of [
    ['', 7000],
    ['"duration":3,', 3000],
    ['"hold":true,', null],
  ] as const) {
    const clock = createFakeClock('2026-01-01T00:00:00Z');
    const device = new AwtrixDevice(clock);
    device.set('{"ATRANS":false}');
    assert.is(device.notify(`{${more}"draw":[{"db":[1,0,1,1,[5]]}]}`), true);
    await clock.advance((ms ?? 60_000) - 1);
    assert.is(device.pixels[1], 5);
    await clock.advance(1);
    assert.is(device.pixels[1] === 5, ms === null);
    device.restart();
    assert.equal([...device.pixels].slice(0, 4), [0x30_30_60, 0, 0, 0x30_30_60]);
    device.close();
  }
});

test('awtrix: what it tells of itself', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const device = new AwtrixDevice(clock);
  await clock.advance(1999);
  device.custom('mine', '{');
  device.notify('{');
  device.switchTo('{');
  device.set('{"BRI":7}');
  device.power('{"power":false}');
  device.power('x');
  assert.equal(device.stats, {
    bat: 100,
    lux: 40,
    ram: 120_000,
    bri: 7,
    temp: 21,
    hum: 40,
    uptime: 1,
    wifi_signal: -50,
    messages: 4,
    version: '0.98',
    app: 'Time',
    matrix: false,
  });
  device.restart();
  assert.equal([device.stats['matrix'], device.stats['uptime']], [true, 0]);
  device.close();
});

test('awtrix: a notification covers the app until it is dismissed, power darkens all', () => {
  const device = new AwtrixDevice(createFakeClock('2026-01-01T00:00:00Z'));
  device.notify('{"hold":true,"background":"#111111"}');
  assert.is(device.pixels[5], 0x11_11_11);
  device.power('{"power":false}');
  assert.is(device.pixels[5], 0);
  device.power('{"power":true}');
  device.dismiss();
  assert.is.not(device.pixels[5], 0x11_11_11);
  device.close();
});

test('awtrix: a restart leaves its own apps only, and its uptime begins anew', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const device = new AwtrixDevice(clock);
  device.custom('mine', '{"draw":[]}');
  await clock.advance(90_000);
  assert.is(device.stats['uptime'], 90);
  device.restart();
  assert.equal([device.stats['uptime'], device.loop], [0, ['Time', 'Date']]);
  device.close();
});

test('awtrix: what can be asked of its server', async () => {
  const device = new AwtrixDevice(createFakeClock('2026-01-01T00:00:00Z'));
  const server = await startAwtrixServer(device, { port: 0, login: 'me:word' });
  const ask = async (route: string, body?: string, login = 'me:word'): Promise<[number, string]> => {
    const [method = '', path = ''] = route.split(' ');
    const headers = { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body: body ?? null });
    return [answer.status, await answer.text()];
  };
  const OK: [number, string] = [200, 'OK'];
  try {
    for (const [route, body, answer, app] of [
      ['POST /api/custom?name=mine', '{"duration":5}', OK, 'Time'],
      ['POST /api/custom?name=mine', '{', [500, 'ErrorParsingJson'], 'Time'],
      ['POST /api/switch', '{"name":"mine"}', OK, 'mine'],
      ['POST /api/switch', '{"name":"none"}', [500, 'FAILED'], 'mine'],
      ['POST /api/nextapp', '', OK, 'Time'],
      ['POST /api/notify', '{"hold":true,"background":"#010203"}', OK, 'Time'],
      ['POST /api/notify', '[]', [500, 'ErrorParsingJson'], 'Time'],
      ['POST /api/custom?name=mine', '', OK, 'Time'],
      ['GET /api/other', undefined, [404, 'FileNotFound'], 'Time'],
    ] as const) {
      assert.equal(await ask(route, body), answer, route);
      assert.is(device.app, app, route);
    }
    assert.is((JSON.parse((await ask('GET /api/screen'))[1]) as number[])[0], 0x01_02_03);
    assert.equal(await ask('POST /api/notify/dismiss', ''), OK);
    assert.is.not(device.pixels[0], 0x01_02_03);
    assert.equal(await ask('POST /api/settings', '{"BRI":7}'), OK);
    assert.is(device.brightness, 7);
    assert.equal(await ask('POST /api/reboot', ''), OK);
    assert.equal(device.loop, ['Time', 'Date']);
    assert.equal(await ask('GET /api/stats', undefined, 'me:other'), [401, '']);
  } finally {
    device.close();
    await server.close();
  }
});

test('a terminal shows two rows of pixels in a line', () => {
  assert.is(drawPixels([0xff_00_00, 0x00_00_01], 1), '\u001B[38;2;255;0;0m\u001B[48;2;0;0;1m▀\u001B[0m');
  const [, second] = drawPixels([1, 2, 3, 4, 0x12_34_56, 0x65_43_21, 5, 6, 7, 8], 2).split('\n');
  const cell = (upper: string, lower: number) => `\u001B[38;2;${upper}m\u001B[48;2;0;0;${lower}m▀`;
  assert.is(second, `${cell('18;52;86', 5)}${cell('101;67;33', 6)}\u001B[0m`);
  assert.is(drawPixels(new Uint32Array(32 * 8), 32).split('\n').length, 4);
});

test('the command line is read, or complained about in a line', () => {
  const read = (...argv: string[]) =>
    readCommand(argv, { texts: ['port', 'url'], help: () => 'HELP' }, (given) => ({
      port: numberIn(given, 'port', { usual: 80, least: 0, most: 99 }),
      url: given.texts['url'],
    }));
  assert.equal(read(), { options: { port: 80, url: undefined } });
  assert.equal(read('--port', '7', '--url', 'x'), { options: { port: 7, url: 'x' } });
  assert.equal(
    [read('--port=0'), read('--port=99')],
    [0, 99].map((port) => ({ options: { port, url: undefined } })),
  );
  assert.equal(read('--help'), { help: 'HELP' });
  for (const word of ['100', '-1', '1.5', 'x', ''])
    assert.equal(read(`--port=${word}`), { complaint: '--port is a whole number from 0 to 99.' });
  assert.ok('complaint' in read('--what'));
});

test.run();

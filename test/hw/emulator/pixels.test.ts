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
  device.obey(picture({}, 0x77, 16));
  assert.is(device.pixels[SIDE * SIDE - 1], 0x77);
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
    picture({ PicOffset: 1 }),
    picture({ PicData: 'AAAA' }),
    '{"Command":"Channel/SetBrightness","Brightness":101}',
  ];
  for (const body of wrong) assert.equal(device.obey(body), ILLEGAL, body.slice(0, 40));
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
});

test('awtrix: bitmaps are drawn as far as there are pixels, other instructions are not', () => {
  const draw = [{ db: [30, 7, 2, 2, [1, 2, 3, 4]] }, { dp: [5, 5, 9] }, { db: [0, 0, 1, 1, ['#00FF00', 7]] }, 'x', {}];
  const drawn = drawInstructions(draw, undefined);
  const lit = [...drawn].flatMap((color, at) => (color === 0 ? [] : [[at % 32, Math.floor(at / 32), color]]));
  assert.equal(lit, [
    [0, 0, 0x00_ff_00],
    [30, 7, 1],
    [31, 7, 2],
  ]);
  assert.is(drawInstructions('x', '#010101')[0], 0x01_01_01);
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
  assert.equal(read('--help'), { help: 'HELP' });
  for (const word of ['100', '-1', 'x', ''])
    assert.equal(read(`--port=${word}`), { complaint: '--port is a whole number from 0 to 99.' });
  assert.ok('complaint' in read('--what'));
});

test.run();

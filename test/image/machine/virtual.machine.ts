// quick
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { call } from '../../support/http.ts';
import { addPins, BUTTON_LINE, BUTTON_PULL, enableButton, press } from './button.ts';
import { serveFolder } from './file-server.ts';
import { ask } from './helper-client.ts';
import { flash, listFiles, local, Machine, pause, putFiles, say } from './machine.ts';
import { coilsOn, hangMotors, REEL, STEPPER_LINES, takeMotors, tracePins } from './steppers.ts';
import { START_FLAGS } from '../../support/start-flags.ts';

const test = suite('the card in a virtual board');
// This board has no SPI: a card that asks for it starts all the same.
const card = flash('virtual', { 'debug.env': 'serial_shell=1\n', 'pins.env': 'spi=1\n' });
const machine = Machine.virtual('virtual', card, ['-no-reboot']);
const IDLE_S = Number(process.env['IDLE_S'] ?? 60);

test.after(() => machine.powerCut());

/** Runs a script exactly as the service is run, with the same user and confines; answers what it printed. */
const asService = async (script: string): Promise<string> => {
  const code = Buffer.from(`#!/bin/sh\n${script}\n`).toString('base64');
  const unit = '/run/systemd/system/probe.service';
  const output = '/data/flapbox/probe.out';
  await machine.output(`echo ${code} | base64 -d > /run/probe && chmod 755 /run/probe`);
  await machine.output(
    `sed -e 's#^ExecStart=.*#ExecStart=/run/probe\\nStandardOutput=truncate:${output}\\nStandardError=journal#' -e 's/^Type=.*/Type=oneshot/' -e '/^Restart/d' -e '/^ExecStopPost/d' -e '/^WatchdogSec/d' /etc/systemd/system/flapbox.service > ${unit} && systemctl daemon-reload`,
  );
  await machine.output(
    'systemctl start probe.service || { journalctl -u probe.service --no-pager | tail -n 20; false; }',
  );
  return machine.output(`cat ${output}; rm ${output}`);
};

test('it starts and answers', async () => {
  await machine.powerOn();
  const seconds = await machine.answers();
  say('power to API', seconds, 's');
  assert.ok(seconds < 300, `${seconds} s`);
});

test('it is as new: a login may be chosen, one virtual board stands ready', async () => {
  assert.is((await machine.api('GET', '/v1/boards')).status, 409);
  await machine.withoutLogin();
  const { status, text } = await machine.api('GET', '/v1/boards');
  assert.is(status, 200);
  assert.match(text, /My Board/);
});

test('the interface answers on port 80, and the API on 4420 too', async () => {
  const page = await call(machine.ports.http, 'GET', '/');
  assert.is(page.status, 200);
  assert.match(String(page.headers['content-type']), /text\/html/);
  assert.is((await call(machine.ports.usual, 'GET', '/api/health')).status, 200);
});

test('the sources of the catalogue and the plugins that compute came with it', async () => {
  const { total } = (await machine.api('GET', '/plugins/catalogue')).json as { total: number };
  assert.ok(total >= 90, `${total} sources`);
  assert.is((await machine.api('GET', '/plugins/quakes/catalogue')).status, 200);
  assert.is((await machine.api('POST', '/plugins/moon/enable')).status, 200);
  assert.is((await machine.api('POST', '/plugins/moon/disable')).status, 200);
});

test('no unit failed', async () => {
  assert.is(await machine.output('systemctl --failed --no-legend --plain'), '');
});

test('the whole system needs little memory once the service has come to rest', async () => {
  const measure = async (): Promise<number> => Number(await machine.output("free -m | awk '/^Mem/ {print $3}'"));
  let megabytes = await measure();
  for (let look = 0; look < 12 && megabytes >= 120; look++) {
    await pause(10_000);
    megabytes = Math.min(megabytes, await measure());
  }
  say('memory of the system', megabytes, 'MB');
  assert.ok(megabytes < 140, `${megabytes} MB, shell for tests included`);
});

test('its code was compiled ahead, and its engine takes it', async () => {
  const script = `const { Script } = require('vm'), { Module } = require('module'), fs = require('fs');
    const folder = '/usr/lib/flapbox/service/', [kept] = fs.readdirSync(folder + 'compiled');
    const source = Module.wrap(fs.readFileSync(folder + 'program.cjs', 'latin1'));
    const cachedData = fs.readFileSync(folder + 'compiled/' + kept + '/program.cjs.code');
    console.log(kept.split('--')[0], new Script(source, { filename: folder + 'program.cjs', cachedData }).cachedDataRejected);`;
  const code = Buffer.from(script).toString('base64');
  assert.is(
    await machine.output(`node ${START_FLAGS.join(' ')} -e "$(echo ${code} | base64 -d)"`),
    `${await machine.output('node -p process.version')} false`,
  );
});

test('the root is read-only under memory, and only the data are mounted from the card', async () => {
  assert.match(await machine.output('findmnt -n -o FSTYPE,OPTIONS /'), /^overlay .*lowerdir=\/ro/);
  assert.is(
    await machine.output("findmnt -rn -o SOURCE,TARGET | grep '^/dev/vda' | grep -v 'vda5 '"),
    '/dev/vda7 /data',
  );
});

test('the data take the rest of the card', async () => {
  const kilobytes = Number(await machine.output('df --output=size /data | tail -n 1'));
  assert.ok(kilobytes > 1_100_000, `${kilobytes} kB`);
});

test('the service is confined', async () => {
  const line = await machine.output('systemd-analyze security --no-pager flapbox.service | tail -n 1');
  const level = Number(/: ([\d.]+) /.exec(line)?.[1]);
  say('exposure of the service', level, 'of 10');
  assert.ok(level <= 2, line);
  assert.is(await machine.output('ps -o user= -p $(systemctl show -p MainPID --value flapbox)'), 'flapbox');
});

test('no shell waits for anybody, and no port is open but the web', async () => {
  assert.is(await machine.output('systemctl list-units --no-legend --plain "*getty*" | wc -l'), '0');
  const open = await machine.output(
    "cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\" {print $2}' | sed 's/.*://' | sort -u",
  );
  assert.is(open, '0050');
  assert.is(await machine.output("grep -cE '^[^:]+:[$]' /etc/shadow || true"), '0');
});

test('the system listens to the service, and to nobody else', async () => {
  const answer = await ask(machine, { op: 'slot-status' });
  assert.equal(
    [answer['ok'], answer['running'], answer['good'], answer['on_trial'], answer['state_damaged']],
    [true, 'A', 'A', false, false],
  );
  const stranger = await ask(machine, { op: 'slot-status' }, '', 'setpriv --reuid=avahi --regid=avahi --clear-groups');
  assert.equal(stranger, { ok: false, code: 'EACCES' });
  assert.equal((await ask(machine, { op: 'open-shell' }))['code'], 'not-understood');
});

test('only the service reaches NetworkManager', async () => {
  assert.is((await machine.shell('setpriv --reuid=flapbox --regid=flapbox --clear-groups nmcli -t d')).status, 0);
  assert.is.not((await machine.shell('setpriv --reuid=avahi --regid=avahi --clear-groups nmcli -t d')).status, 0);
});

test('within its confines the service reaches a pin, and its edges', async () => {
  await addPins(machine);
  const base = Number(
    await machine.output(
      'for c in /sys/class/gpio/gpiochip*; do grep -qx simulated $c/label && cat $c/base; done; true',
    ),
  );
  assert.ok(base > 0, 'the chip has a number');
  const pin = `/sys/class/gpio/gpio${base + BUTTON_LINE}`;
  assert.is(
    await asService(
      `echo ${base + BUTTON_LINE} > /sys/class/gpio/export\nsleep 2\necho both > ${pin}/edge\ncat ${pin}/edge ${pin}/value`,
    ),
    'both\n1',
  );
  await machine.output(`echo pull-down > ${BUTTON_PULL}`);
  assert.is(await asService(`cat ${pin}/value\necho ${base + BUTTON_LINE} > /sys/class/gpio/unexport`), '0');
  await machine.output(`echo pull-up > ${BUTTON_PULL}`);
});

const isPaused = async (): Promise<unknown> =>
  ((await machine.api('GET', '/v1/boards/primary')).json as { paused?: unknown }).paused;

const becomes = async (paused: boolean): Promise<void> => {
  const begun = performance.now();
  while ((await isPaused()) !== paused) {
    assert.ok(performance.now() - begun < 120_000, `it did not become ${paused ? 'paused' : 'awake'}`);
    await pause(500);
  }
};

test('the button pauses and wakes, however its contact bounces', async () => {
  await enableButton(machine);
  assert.is(await isPaused(), false);
  await press(machine, 0.4);
  await becomes(true);
  // Each change of the level is a shell's own echo: a program between them takes an emulated machine longer than a
  // contact bounces.
  await machine.output(
    `p=${BUTTON_PULL}; for level in down up down up down; do echo pull-$level > $p; done; sleep 0.4; for level in up down up; do echo pull-$level > $p; done`,
  );
  await becomes(false);
  await pause(2000);
  assert.is(await isPaused(), false, 'one press is one press');
  assert.is((await machine.api('PUT', '/settings/gpio', { button: { enabled: false } })).status, 200);
});

/** Adds a wall of both motors; answers its id. */
const addMotors = async (stepsPerTurn: number): Promise<string> => {
  const added = await machine.api('POST', '/settings/board/add', {
    name: 'Motors',
    device_type: 'panel',
    grid_rows: 1,
    grid_cols: 2,
    panel: {
      driver: 'gpio-steppers',
      flaps: REEL.letters,
      connection: { pins: STEPPER_LINES, steps_per_turn: stepsPerTurn, max_speed: 50, acceleration: 100 },
    },
  });
  assert.is(added.status, 201, added.text);
  const { boards } = added.json as { boards: readonly { id: string; name: string }[] };
  return boards.find(({ name }) => name === 'Motors')?.id ?? '';
};

test('motors on pins find home and show what is sent, their thread goes first, and a pin that is taken is named', async () => {
  await hangMotors(machine);
  const id = await addMotors(REEL.stepsPerTurn);
  assert.is((await machine.api('PUT', '/settings/output', { target: 'board' })).status, 200);
  const begun = performance.now();
  const seen: string[] = [];
  // The emulated motors lose steps when their machine does not look at the pins in time: then they are sent home anew.
  for (let round = 0; round < 4 && !seen.at(-1)?.includes('|BE|'); round++) {
    const sent = await machine.api('POST', `/v1/boards/${id}/message`, { text: 'BE', force: true });
    assert.is(sent.status, 200, sent.text);
    const until = performance.now() + 30_000;
    while (!seen.at(-1)?.includes('|BE|') && performance.now() < until)
      seen.push(await machine.output('ps -eLo cls=,rtprio= | grep -cE "FF +10$"; tail -n 2 /tmp/motors'));
    if (!seen.at(-1)?.includes('|BE|')) await machine.api('POST', `/boards/${id}/actions/home`, {});
  }
  assert.ok(seen.at(-1)?.includes('|BE|'), `the motors show:\n${seen.join('\n')}`);
  assert.ok(
    seen.some((one) => one.startsWith('1\n')),
    'one thread is in the class of real time',
  );
  say('two motors at home and at their flaps', (performance.now() - begun) / 1000, 's');
  const busy = await machine.api('PUT', '/settings/gpio', { button: { enabled: true, pin: STEPPER_LINES[0] } });
  assert.is(busy.status, 400, busy.text);
  assert.is((await machine.api('DELETE', `/settings/board/${id}`)).status, 200);
});

test('after a kill in the middle of a turn something else switches every coil off', async () => {
  await takeMotors(machine);
  await tracePins(machine);
  // They look for a home that never comes, for longer than a simulated machine needs to look.
  const id = await addMotors(4096);
  await machine.output(
    "printf '[Service]\\nRestart=no\\n' > /run/systemd/system/flapbox.service.d/ended.conf && systemctl daemon-reload",
  );
  const begun = performance.now();
  while ((await coilsOn(machine)) === 0) assert.ok(performance.now() - begun < 60_000, 'no coil is switched on');
  await machine.output(
    'systemctl kill --kill-whom=main -s KILL flapbox; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do systemctl show -p ActiveState flapbox | grep -qE "failed|inactive" && break; sleep 1; done',
  );
  assert.match(await machine.output('systemctl show -p ActiveState flapbox'), /failed|inactive/);
  assert.is(await coilsOn(machine), 0);
  await machine.output(
    'rm /run/systemd/system/flapbox.service.d/ended.conf; systemctl daemon-reload; systemctl reset-failed flapbox; systemctl start flapbox',
    120_000,
  );
  await machine.answers();
  assert.is((await machine.api('DELETE', `/settings/board/${id}`)).status, 200);
});

/**
 * Hangs the emulator of a wall at the far end of a USB cable in the machine: where it wants a pseudo terminal, it gets
 * the gadget's.
 */
const hangWall = async (): Promise<void> => {
  const { url, server } = await serveFolder('emulators');
  await machine.output(
    `node -e 'require("http").get("${url}/chainlink.cjs", (r) => r.pipe(require("fs").createWriteStream("/tmp/wall.cjs")))'`,
  );
  server.close();
  await machine.output(
    'modprobe dummy_hcd && modprobe g_serial && for i in 1 2 3 4 5 6 7 8; do [ -e /dev/ttyACM0 ] && break; sleep 1; done; udevadm settle; stty -F /dev/ttyGS0 raw -echo',
  );
  await machine.output(
    "mkdir -p /tmp/bin && printf '#!/bin/sh\\necho PTY is >&2\\ncat /dev/ttyGS0 &\\nexec cat > /dev/ttyGS0\\n' > /tmp/bin/socat && chmod 755 /tmp/bin/socat",
  );
  await machine.output(
    '(PATH=/tmp/bin:$PATH setsid node /tmp/wall.cjs --path /dev/ttyACM0 --speed 50 < /dev/null > /tmp/wall 2>&1 &); sleep 3; cat /tmp/wall',
  );
};

test('a wall on USB shows what is sent to it', async () => {
  await hangWall();
  const added = await machine.api('POST', '/settings/board/add', {
    name: 'Wall',
    device_type: 'panel',
    grid_rows: 3,
    grid_cols: 15,
    panel: { driver: 'chainlink', connection: { path: '/dev/ttyACM0' } },
  });
  const id =
    (added.json as { boards: readonly { id: string; name: string }[] }).boards.find(({ name }) => name === 'Wall')
      ?.id ?? '';
  assert.is((await machine.api('PUT', '/settings/output', { target: 'board' })).status, 200);
  const sent = await machine.api('POST', `/v1/boards/${id}/message`, { text: 'HELLO WALL' });
  assert.is(sent.status, 200, sent.text);
  const begun = performance.now();
  while (!(await machine.output('cat /tmp/wall')).includes('HELLO WALL')) {
    assert.ok(performance.now() - begun < 180_000, `the wall shows:\n${await machine.output('tail -n 6 /tmp/wall')}`);
    await pause(1000);
  }
  assert.is((await machine.api('DELETE', `/settings/board/${id}`)).status, 200);
  await machine.output('pkill -KILL -f /tmp/wall.cjs; true');
});

test('within its confines the service reaches NetworkManager and the system', async () => {
  assert.match(await asService('nmcli -t -f state general; nmcli -t -f type d'), /^connected[\s\S]*ethernet/);
  const code =
    'const s = require("net").connect(process.env.FLAPBOX_HELPER); s.end(JSON.stringify({ op: "slot-status" }) + "\\n"); s.pipe(process.stdout)';
  assert.match(await asService(`node -e '${code}'`), /^\{"ok":true,"running":"A"/);
  await machine.output('echo pantry > /proc/sys/kernel/hostname');
  assert.is(await asService('node -p \'require("os").hostname()\''), 'pantry');
  await machine.output('echo flapbox > /proc/sys/kernel/hostname');
});

test('outside its confines the service reaches nothing', async () => {
  assert.is(
    await asService(
      'for f in /data/system/clock /etc/x /run/flapbox/x /usr/x; do touch $f 2>/dev/null && echo $f; done; head -c 1 /dev/vda 2>/dev/null; head -c 1 /dev/mem 2>/dev/null; ls /data/system 2>/dev/null; echo 1 2>/dev/null > /proc/sys/kernel/panic; mount -t tmpfs x /mnt 2>/dev/null && echo mounted; true',
    ),
    '',
  );
});

const restarts = async (): Promise<number> =>
  Number(await machine.output('systemctl show -p NRestarts --value flapbox'));

const startedAgain = async (times: number): Promise<void> => {
  const begun = performance.now();
  while ((await restarts()) < times) {
    assert.ok(performance.now() - begun < 120_000, 'it was not started again');
    await pause(2000);
  }
  await machine.answers();
};

interface StateDump {
  readonly version: string;
  readonly stack: string | readonly { readonly name: string; readonly place: string }[];
  readonly threads: readonly { readonly state: string }[];
}

const takeDump = async (): Promise<StateDump> =>
  JSON.parse(
    await machine.output('cat /data/flapbox/state-dump.json && rm /data/flapbox/state-dump.json'),
  ) as StateDump;

/** What a fault of its own would do to the service: it computes without an end. */
const SPIN = `process.kill(Number(process.argv[2]), "SIGUSR1");
const look = async () => {
  const [{ webSocketDebuggerUrl }] = await (await fetch("http://127.0.0.1:9229/json/list")).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  socket.onopen = () => {
    socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "void setTimeout(function drawForEver() { for (;;) Math.random(); }, 100)" } }));
    setTimeout(() => process.exit(), 1000);
  };
};
const retry = () => look().catch(() => setTimeout(retry, 200));
retry();`;

test('a service that hangs is started again, and it is known where it hung', async () => {
  await machine.output(
    'mkdir -p /run/systemd/system/flapbox.service.d && printf "[Service]\\nWatchdogSec=40\\n" > /run/systemd/system/flapbox.service.d/test.conf && systemctl daemon-reload && systemctl restart flapbox',
    120_000,
  );
  await machine.answers();
  assert.is(
    await machine.output('ls /data/flapbox/state-dump.json 2> /dev/null || true'),
    '',
    'a healthy service leaves nothing behind',
  );
  await machine.output(
    `echo ${Buffer.from(SPIN).toString('base64')} | base64 -d > /tmp/spin.js; node /tmp/spin.js $(systemctl show -p MainPID --value flapbox)`,
  );
  const begun = performance.now();
  await startedAgain(1);
  say('hanging to answer', (performance.now() - begun) / 1000, 's');
  const { stack, version } = await takeDump();
  assert.ok(Array.isArray(stack), String(stack));
  assert.equal([stack[0].name, version.length > 0], ['drawForEver', true]);
});

test('so is one that the kernel holds', async () => {
  await machine.output('kill -STOP $(systemctl show -p MainPID --value flapbox)');
  await startedAgain(2);
  assert.ok((await takeDump()).threads.every(({ state }) => state.startsWith('T')));
  await machine.output(
    'rm -r /run/systemd/system/flapbox.service.d && systemctl daemon-reload && systemctl restart flapbox',
    120_000,
  );
  await machine.answers();
});

test(`in ${IDLE_S} idle seconds nothing is written to the card`, async () => {
  await machine.output('sync');
  await pause(35_000);
  const before = await machine.written();
  await pause(IDLE_S * 1000);
  assert.is((await machine.written()) - before, 0);
});

test('it remembers the time, ends in order, and leaves the data clean', async () => {
  const ahead = await machine.output(
    'before=$(date +%s); touch -d "+2 days" /data/system/clock; /usr/lib/flapbox/start-system; echo $(($(date +%s) - before))',
  );
  assert.ok(Number(ahead) >= 2 * 86_400, `the last known time is ${ahead} s ahead`);
  await machine.output('systemctl start flapbox-clock.service');
  await machine.shell('systemctl poweroff').catch(() => undefined);
  await machine.ended(180_000);
  const start = /img7\s+(\d+)\s/.exec(local('sfdisk', '-l', '-o', 'Device,Start', card))?.[1] ?? '';
  assert.match(
    local('sh', '-c', `dumpe2fs -h ${card}?offset=${Number(start) * 512} 2>&1 | grep 'Filesystem state'`),
    /clean/,
  );
});

test('the settings file of the card is read once and removed', async () => {
  putFiles(card, {
    'flapbox.txt':
      'hostname=kitchen\r\ncountry=DE\r\nwifi_ssid=Home \u00e4\r\nwifi_password=long enough\r\nssh_key=ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFakeFakeFakeFakeFakeFakeFakeFakeFakeFakeFake me\r\ngpio_button=17\r\nmagic=1\r\n',
  });
  await machine.powerOn();
  await machine.answers();
  assert.is(await machine.output('cat /proc/sys/kernel/hostname'), 'kitchen');
  assert.match(
    await machine.output(
      'nmcli -g 802-11-wireless.ssid c show $(nmcli -t -f uuid,type c | grep wireless | cut -d: -f1)',
    ),
    /Home/,
  );
  assert.is(await machine.output('cat /run/flapbox/service.env'), 'SERVICE_GPIO_BUTTON=17');
  assert.is(await machine.output('systemctl is-active flapbox-ssh.socket'), 'active');
  assert.ok((await machine.api('GET', '/v1/boards')).status === 200, 'what was chosen before is still there');
  const files = listFiles(card);
  assert.equal(
    [files.includes('flapbox.txt'), files.includes('flapbox-result.txt'), files.includes('gpio.txt')],
    [false, true, true],
  );
  assert.match(local('mtype', '-i', `${card}@@1M`, '::/flapbox-result.txt'), /Line 7 is no setting/);
});

test('a system that hangs is reset by its watchdog', async () => {
  await machine.output(
    'modprobe softdog && for i in 1 2 3 4 5 6 7 8 9 10 11 12; do [ "$(cat /sys/class/watchdog/watchdog0/state)" = active ] && break; sleep 2; done; cat /sys/class/watchdog/watchdog0/state',
  );
  assert.is(await machine.output('cat /sys/class/watchdog/watchdog0/state'), 'active');
  await machine.shell('sync; echo 0 > /proc/sys/kernel/panic; kill -SEGV 1; sleep 1', 10_000).catch(() => undefined);
  await machine.ended(90_000);
});

test.run();

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinPlugins, latePlugins } from '../../src/plugins/builtin/builtins.ts';
import type { JsonObject } from '../../src/schema/common.ts';
import type { Destination } from '../../src/schema/plugins/plugins.ts';
import { Gazetteer } from '../../src/service/location/gazetteer.ts';
import { servedBy } from '../../src/sources/form/countries.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createHost, delayWrites } from './fixture.ts';
import { serveJson, withServer } from './loopback.ts';
import { fileFor } from './source-file.ts';
import { hostWith, withStock } from './source-rig.ts';

/** The gallery of sources, and those that an owner brings. */
const test = suite('plugins/gallery');

/** Bytes of the whole stock, for the three hundred sources that there may be. */
const STOCK_BUDGET = 320 * 1024;

/** The files of the stock, as they are written. */
const STOCK_FILES = readdirSync('src/sources/catalogue').map(
  (name) => JSON.parse(readFileSync(`src/sources/catalogue/${name}`, 'utf8')) as { id: string; retired?: object },
);

const faultOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return null;
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return { status, message };
  }
};

test('the stock is small, and every file of it can be listed and loaded', () =>
  withStock(async (folder) => {
    const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.ok(size <= STOCK_BUDGET, `${size} bytes`);
    const { host } = createHost({ stockDir: folder });
    const { sources, categories, total } = await host.gallery.list();
    const plugins = [...builtinPlugins(), ...latePlugins().flatMap(({ load }) => load())];
    const offered = new Set(sources.map(({ id }) => id));
    assert.is(total, STOCK_FILES.filter(({ retired }) => !retired).length + plugins.length);
    for (const { id, retired } of STOCK_FILES) assert.is(offered.has(id), !retired, id);
    assert.is(
      categories.reduce((sum, { count }) => sum + count, 0),
      total,
    );
    for (const { id, kind, flagship, note } of sources) {
      if (kind === 'transition') continue;
      assert.is(flagship.length, 6, id);
      assert.is(note.length, 3, id);
      assert.ok(
        flagship.flat().some((code) => code !== 0),
        `${id}: the sample page is blank`,
      );
      const detail = await host.gallery.detail(id);
      assert.equal([detail.id, detail.flagship, detail.note], [id, flagship, note]);
    }
    assert.is((await faultOf(host.gallery.detail('nothing_of_it')))?.status, 404);
  }));

test('a source says what it was compared with, and how much it is to be trusted follows from that', () =>
  withStock(async (folder) => {
    const { host } = createHost({ stockDir: folder });
    const { confidence, untested, evidence } = await host.gallery.detail('homewizard');
    assert.equal([confidence, untested, evidence[0]?.kind], ['high', false, 'recorded']);
    assert.ok(evidence[0]?.compared.includes('active_power_w'));
    const cards = (await host.gallery.list()).sources;
    for (const { id, kind, ...card } of cards)
      if (kind === 'stock') assert.is(card.untested, card.confidence !== 'high', id);
    assert.ok(cards.some((card) => card.confidence === 'medium'));
    assert.not(cards.some(({ kind, confidence: grade }) => kind === 'stock' && grade === 'low'));
    assert.not('evidence' in (cards[0] ?? {}));
    assert.match(
      host.installation.detail('homewizard').documentation ?? '',
      'Compared with a recorded answer, November 2026.',
    );
  }));

test('a source that has a successor goes on for those who have it, and is offered to nobody else', () =>
  withStock(async (folder) => {
    const { host } = createHost(
      { stockDir: folder },
      { 'uv_index:beach': { enabled: false, config: {}, secrets: {} } },
    );
    const listed = (await host.gallery.list()).sources.map(({ id }) => id);
    assert.ok(listed.includes('uv_index') && listed.includes('outdoors'));
    for (const id of ['fog', 'on_this_day', 'handball']) assert.not(listed.includes(id), id);
    const successor = { id: 'outdoors', name: 'Outdoors: air, sun, water', choice: 'Ultraviolet light' };
    assert.equal((await host.gallery.detail('uv_index')).successor, successor);
    assert.is((await host.gallery.detail('outdoors')).successor, null);
    assert.match(
      host.installation.detail('uv_index').documentation ?? '',
      '“Outdoors: air, sun, water”, choice “Ultraviolet light”',
    );
    await host.installation.update('fog', { enabled: true });
    assert.ok((await host.gallery.list()).sources.some(({ id, enabled }) => id === 'fog' && enabled));
  }));

test('what a source serves is told from where the appliance is', () =>
  withStock(async (folder) => {
    const gazetteer = new Gazetteer('src/service/gazetteer.br', createFakeClock('2026-11-20T13:30:00Z'));
    const { host, place } = createHost({ stockDir: folder, gazetteer: () => gazetteer });
    const servedIn = async () => {
      const { country, sources } = await host.gallery.list();
      const of = (id: string) => sources.find((card) => card.id === id)?.serves;
      return [country, of('berlin_departures'), of('warnings_germany'), of('weather'), of('bart_departures')];
    };
    assert.equal(await servedIn(), ['DE', 'city', 'country', 'all', 'others']);
    place.location = { latitude: 48.14, longitude: 11.58 };
    assert.equal(await servedIn(), ['DE', 'others', 'country', 'all', 'others']);
    place.location = { latitude: null, longitude: null };
    place.zone = 'America/Los_Angeles';
    assert.equal(await servedIn(), ['US', 'others', 'others', 'all', 'city']);
    place.zone = 'Etc/UTC';
    assert.equal(await servedIn(), [null, 'all', 'all', 'all', 'all']);
  }));

test('every source that serves some countries alone is one of the stock', () => {
  const stock = new Set(readdirSync('src/sources/catalogue').map((name) => name.replace('.source.json', '')));
  const ids = [...readFileSync('src/sources/form/countries.ts', 'utf8').matchAll(/^ {2}(\w+): /gm)].map(
    ([, id = '']) => id,
  );
  assert.ok(ids.length > 60);
  for (const id of ids) {
    const { countries, point } = servedBy(id);
    assert.ok(stock.has(id), id);
    assert.ok(countries.length > 0 && countries.every((code) => /^[A-Z]{2}$/.test(code)), id);
    if (point) assert.ok(Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180, id);
  }
  assert.equal(servedBy('constructor'), { countries: [], point: null });
});

test('what is switched on says so, and a plugin hides a source of its id', () =>
  withStock(async (folder) => {
    const { host } = createHost({ stockDir: folder });
    const isOn = async () => (await host.gallery.list()).sources.find(({ id }) => id === 'quakes')?.enabled;
    assert.is(await isOn(), false);
    await host.installation.update('quakes', { enabled: true });
    assert.is(await isOn(), true);
  }));

test('a setting is searched for at the service', () =>
  withServer(
    serveJson({ stations: [{ id: '7', name: 'Bern', lines: 3 }, { name: 'no id' }] }),
    async (base, requests) => {
      const file = fileFor(base, {
        settings: { stop: { type: 'string', title: 'Stop', 'ui:widget': 'lookup' } },
        lookups: {
          stop: {
            url: `${base}/find`,
            query: { q: '{{query}}' },
            from: 'answer.stations',
            value: 'item.id',
            label: 'item.name',
            also: { lines: 'item.lines' },
          },
        },
      });
      const { host } = hostWith([file]);
      assert.equal(await host.gallery.lookUp('probe', 'stop', { q: 'Be rn' }), {
        choices: [{ value: '7', label: 'Bern', also: { lines: 3 } }],
      });
      assert.is(requests[0]?.url, '/find?q=Be%20rn');
      assert.is((await faultOf(host.gallery.lookUp('probe', 'other', { q: '' })))?.status, 404);
    },
  ));

test('choices that a file has itself are found by words without accents, and nobody is asked for them', () =>
  withServer(serveJson({}), async (base, requests) => {
    const places = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`X${at}`, `Elsewhere ${at}`]));
    const file = fileFor(base, {
      settings: { stop: { type: 'string', title: 'Stop', 'ui:widget': 'lookup' } },
      tables: { stops: { ...places, ZH: 'Zürich, Hauptbahnhof', BE: 'Bern' } },
      lookups: { stop: { from: 'ENTRIES(tables.stops)', value: 'item.key', label: 'item.value' } },
    });
    const { host } = hostWith([file]);
    const find = async (q: string) => (await host.gallery.lookUp('probe', 'stop', { q })).choices;
    assert.equal(await find('haupt Zurich'), [{ value: 'ZH', label: 'Zürich, Hauptbahnhof', also: {} }]);
    assert.equal(await find('be bern'), [{ value: 'BE', label: 'Bern', also: {} }]);
    assert.is((await find('else')).length, 50);
    assert.equal(await find('nowhere'), []);
    assert.equal(requests, []);
  }));

test('stations and airports of the stock are found by name', () =>
  withStock(async (folder) => {
    const { host } = createHost({ stockDir: folder });
    const first = async (id: string, setting: string, q: string) =>
      (await host.gallery.lookUp(id, setting, { q })).choices[0]?.value;
    assert.is(await first('airport_weather', 'airport', 'new york kennedy'), 'KJFK');
    assert.is(await first('airport_weather', 'airport', 'Zürich'), 'LSZH');
    assert.is(await first('new_jersey_departures', 'station', 'princeton junc'), 'PJ');
    assert.is(await first('long_island_departures', 'station', 'stamford'), '2SM');
  }));

test('a choice without a name is called by its value, and formulas that ask for too much are a sentence', () => {
  const list = Array.from({ length: 2000 }, (_, id) => ({ id, name: id === 0 ? null : `N${id}` }));
  const stop = { url: '', from: 'answer', value: 'item.id', label: 'item.name' };
  return withServer(serveJson(list), async (base) => {
    const rig = (more: object) =>
      hostWith([
        fileFor(base, {
          settings: { stop: { type: 'string', title: 'Stop' } },
          lookups: { stop: { ...stop, url: `${base}/find`, ...more } },
        }),
      ]).host.gallery.lookUp('probe', 'stop', { q: 'x' });
    assert.equal(
      (await rig({})).choices.slice(0, 2).map(({ label }) => label),
      ['0', 'N1'],
    );
    const heavy = 'FOREACH(answer, COUNT(FILTER(answer, item.id > 0)))';
    const fault = await faultOf(rig({ from: heavy }));
    assert.equal(fault, { status: 400, message: 'stop: the formulas of the source ask for too much work.' });
  });
});

test('a file of the owner is checked, kept, changed, shared and removed', async () => {
  const { host, store } = createHost({ builtins: [] });
  const file = JSON.stringify(fileFor('https://api.example.com'));
  assert.equal(await host.gallery.own.check(file), {
    id: 'probe',
    name: 'Probe',
    hosts: ['api.example.com'],
    problems: [],
  });
  await host.gallery.own.save({ file: file, replace: false, local: false });
  assert.is(host.installation.detail('probe').enabled, false);
  assert.is(host.installation.detail('probe').source?.own, true);
  assert.is((await faultOf(host.gallery.own.save({ file: file, replace: false, local: false })))?.status, 409);
  await host.installation.update('probe', { enabled: true, config: { units: 'metric' } });
  await host.gallery.own.save({ file: file.replace('"Probe"', '"Other"'), replace: true, local: false });
  assert.is(host.installation.detail('probe').name, 'Other');
  assert.is(host.installation.detail('probe').enabled, true);
  assert.equal(host.installation.detail('probe').config, { units: 'metric' });
  assert.match(host.gallery.own.file('probe').file, /"Other"/);
  assert.is((await host.gallery.list()).sources[0]?.own, true);
  await host.installation.addInstance('probe', 'two');
  await host.gallery.own.remove('probe');
  assert.equal(store.plugins, {});
  assert.throws(() => host.installation.detail('probe'));
});

test('of two files that come at one moment under one name, or for the last place, one is refused', async () => {
  const { host, store } = createHost({ builtins: [] });
  delayWrites(store);
  const file = (id: string, name = 'Probe') => JSON.stringify(fileFor('https://api.example.com', { id, name }));
  const save = (id: string, name?: string) =>
    host.gallery.own.save({ file: file(id, name), replace: false, local: false });
  const outcomes = async (saves: Promise<unknown>[]) => (await Promise.allSettled(saves)).map(({ status }) => status);
  assert.equal(await outcomes([save('one', 'A'), save('one', 'B')]), ['fulfilled', 'rejected']);
  assert.is(host.installation.detail('one').name, 'A');
  const text = file('one');
  const source = { text, local: false };
  await store.write((plugins) => ({
    ...plugins,
    ...Object.fromEntries(
      Array.from({ length: 38 }, (_, at) => [`s${at}`, { enabled: false, config: {}, secrets: {}, source }]),
    ),
  }));
  assert.equal(await outcomes([save('two'), save('three')]), ['fulfilled', 'rejected']);
});

test('a file that asks further hosts gets none of the secrets that were given to the former', async () => {
  const settings = { key: { type: 'string', title: 'Key', 'ui:widget': 'password' } };
  const first = JSON.stringify(fileFor('https://api.example.com', { settings }));
  const { host, store } = createHost({ builtins: [] });
  await host.gallery.own.save({ file: first, replace: false, local: false });
  await host.installation.update('probe', { config: { key: 'secret7' } });
  await host.gallery.own.save({ file: first.replace('"Probe"', '"Other"'), replace: true, local: false });
  assert.equal(store.plugins['probe']?.secrets, { key: 'secret7' });
  await host.gallery.own.save({
    file: first.replace('api.example.com', 'api.other.example'),
    replace: true,
    local: false,
  });
  assert.equal(store.plugins['probe']?.secrets, {});
  assert.is(host.installation.detail('probe').enabled, false);
});

test('a file that would show a secret does not get it', async () => {
  const settings = { key: { type: 'string', title: 'Key', 'ui:widget': 'password' } };
  const first = JSON.stringify(fileFor('https://api.example.com', { settings }));
  for (const next of [{ key: { type: 'string', title: 'Key' } }, {}]) {
    const { host, store } = createHost({ builtins: [] });
    await host.gallery.own.save({ file: first, replace: false, local: false });
    await host.installation.addInstance('probe', 'two');
    for (const key of ['probe', 'probe:two']) await host.installation.update(key, { config: { key: 'secret7' } });
    await host.gallery.own.save({
      file: JSON.stringify(fileFor('https://api.example.com', { settings: next })),
      replace: true,
      local: false,
    });
    assert.equal(host.installation.detail('probe').config, {});
    assert.not.match(JSON.stringify(store.plugins), /secret7/);
  }
});

test('the sentence of a search that fails has no secrets', () =>
  withServer(
    (request, response) => response.writeHead(403).end(JSON.stringify({ message: `not ${request.headers['x-key']}` })),
    async (base) => {
      const settings = { key: { type: 'string', 'ui:widget': 'password' }, stop: { type: 'string' } };
      const headers = { 'x-key': '{{settings.key}}' };
      const lookups = { stop: { url: `${base}/find`, headers, from: 'answer', value: 'item', label: 'item' } };
      const { host } = hostWith([fileFor(base, { settings, lookups })]);
      await host.installation.update('probe', { config: { key: 'secret7' } });
      const fault = await faultOf(host.gallery.lookUp('probe', 'stop', { q: 'x' }));
      assert.is(fault?.message, 'stop: the service refuses the key in "key", with status 403: not ***.');
    },
  ));

test('a search takes what was typed and not stored, asks nobody that was not confirmed, and keeps nothing', () =>
  withServer(serveJson([{ id: '7', name: 'Bern' }]), async (base, requests) => {
    const settings = {
      server: { type: 'string', 'ui:widget': 'url' },
      key: { type: 'string', 'ui:widget': 'password' },
      stop: { type: 'string', maxLength: 5 },
    };
    const lookups = {
      stop: {
        url: '{{settings.server}}/find',
        headers: { 'x-key': '{{settings.key}}' },
        from: 'answer',
        value: 'item.id',
        label: 'item.name',
      },
    };
    const { host, store } = hostWith([fileFor('https://api.example.com', { settings, lookups })]);
    const before = JSON.stringify(store.plugins);
    const look = (config: object, confirm: Destination[] = []) =>
      host.gallery.lookUp('probe', 'stop', { q: 'b', config: config as JsonObject, confirm });
    const typed = { server: base, key: 'typed7', stop: 'half a word' };
    assert.is((await faultOf(look(typed)))?.status, 409);
    assert.is((await faultOf(look(typed, [{ destination: base, home: true, secrets: [] }])))?.status, 409);
    assert.is(requests.length, 0);
    const { choices } = await look(typed, [{ destination: base, home: true, secrets: ['key'] }]);
    assert.equal(
      choices.map(({ label }) => label),
      ['Bern'],
    );
    assert.is(requests[0]?.headers['x-key'], 'typed7');
    assert.is((await faultOf(look({ ...typed, server: 7 })))?.status, 400);
    assert.is((await faultOf(look(typed)))?.status, 409);
    assert.is(JSON.stringify(store.plugins), before);
  }));

test('a stored key goes no further by a search than its server', () =>
  withServer(serveJson([]), async (base, requests) => {
    const settings = {
      server: { type: 'string', 'ui:widget': 'url' },
      key: { type: 'string', 'ui:widget': 'password' },
    };
    const url = '{{settings.server}}/?key={{settings.key}}';
    const lookups = { stop: { url, from: 'answer', value: 'item', label: 'item' } };
    const stop = { type: 'string' };
    const { host } = hostWith([fileFor('https://api.example.com', { settings: { ...settings, stop }, lookups })]);
    await host.installation.update('probe', {
      config: { server: 'https://api.example.com', key: 'secret7' },
      confirm: [],
    });
    const confirm = [{ destination: base, home: true, secrets: ['key'] }];
    const fault = await faultOf(
      host.gallery.lookUp('probe', 'stop', { q: '', config: { server: base, key: '***' }, confirm }),
    );
    assert.is(fault?.status, 400);
    assert.is(requests.length, 0);
  }));

test('a kept file that cannot be used any more is told', () => {
  const { host } = hostWith([{ form: 2, id: 'probe' }]);
  const [problem] = host.report.problems();
  assert.is(problem?.plugin_id, 'probe');
  assert.match(problem?.error ?? '', /its file cannot be used: line 1, column \d+ \(form\): expected 1, found 2/);
});

test('a file that is not in order is refused with line and column, and nothing is kept', async () => {
  const { host, store } = createHost({ builtins: [] });
  const file = '{\n  "form": 1,\n  oops\n}';
  const fault = await faultOf(host.gallery.own.save({ file: file, replace: false, local: false }));
  assert.equal(fault, { status: 400, message: 'file: line 3, column 3: expected a text in double quotes.' });
  assert.equal((await host.gallery.own.check(file)).problems[0]?.line, 3);
  assert.equal(store.plugins, {});
});

test('a file that takes a damaged answer for data is refused, wherever it is looked at', async () => {
  const { host, store } = createHost({ builtins: [] });
  const values = { state: { formula: 'IF(answer.up, "UP", "DOWN")', max_length: 4 } };
  const samples = { full: { now: '2026-11-20T13:30:00Z', answers: { one: { up: true } } } };
  const fileOf = (expects: object) =>
    JSON.stringify(
      fileFor('', { values, samples, requests: [{ id: 'one', url: 'https://api.example.com/one', expects }] }),
      null,
      2,
    );
  const bad = fileOf({ $: 'object' });
  const [problem] = (await host.gallery.own.check(bad)).problems;
  assert.match(problem?.message ?? '', /^an error with status 200 in the place of the answer of "one" .* as "state"/);
  assert.is(problem?.path, 'requests.0.expects');
  assert.match(bad.split('\n')[(problem?.line ?? 0) - 1] ?? '', /expects/);
  for (const act of [
    host.gallery.own.save({ file: bad, replace: false, local: false }),
    host.gallery.own.tryOut({ file: bad, config: {} }),
  ]) {
    const fault = await faultOf(act);
    assert.is(fault?.status, 400);
    assert.match(
      fault?.message ?? '',
      /^file: line \d+, column \d+ \(requests\.0\.expects\): an error with status 200/,
    );
  }
  assert.equal(store.plugins, {});
  assert.equal((await host.gallery.own.check(fileOf({ up: 'boolean' }))).problems, []);
});

test('a setting that nobody could fill in is told where it stands', async () => {
  const { host, store } = createHost({ builtins: [] });
  const settings = { size: { type: 'integer', minimum: '3' }, code: { type: 'string', pattern: '(' } };
  const file = JSON.stringify(fileFor('https://api.example.com', { settings }), null, 2);
  const fault = await faultOf(host.gallery.own.save({ file: file, replace: false, local: false }));
  assert.is(fault?.status, 400);
  assert.match(fault?.message ?? '', /line \d\d, column \d+ \(settings\.size\): size\.minimum: has the wrong type/);
  assert.match(fault?.message ?? '', /\(settings\.code\): code\.pattern: is no regular expression/);
  assert.equal(store.plugins, {});
});

test('no file takes an id that means something else in addresses', async () => {
  const { host } = createHost({ builtins: [] });
  for (const id of ['own', 'catalogue', 'hosts', 'errors', 'sources']) {
    const file = JSON.stringify(fileFor('https://api.example.com', { id }));
    const fault = await faultOf(host.gallery.own.save({ file: file, replace: false, local: false }));
    assert.is(fault?.status, 400, id);
    assert.match(fault?.message ?? '', /\(id\): manifest: id: "\w+" is reserved/);
  }
});

test('no file takes the id of a plugin', async () => {
  const { host } = createHost();
  const file = JSON.stringify(fileFor('https://api.example.com', { id: 'weather' }));
  assert.is((await faultOf(host.gallery.own.save({ file: file, replace: false, local: false })))?.status, 409);
});

test('there is an end to how many an owner can bring', async () => {
  const { host } = createHost({ builtins: [] });
  const save = (at: number) =>
    host.gallery.own.save({
      file: JSON.stringify(fileFor('https://api.example.com', { id: `own${at}` })),
      replace: false,
      local: false,
    });
  for (let at = 0; at < 40; at++) await save(at);
  assert.is((await faultOf(save(40)))?.status, 409);
});

test('an answer is read from an address, and its key becomes a secret setting', () =>
  withServer(serveJson({ a: { b: [1, 2] } }), async (base) => {
    const { host, clock } = createHost({ builtins: [] });
    const found = await host.gallery.own.explore(`${base}/x?city=Bern&api_key=s%2Fecret9`, null);
    assert.is(found.kind, 'json');
    assert.equal(found.value, { a: { b: [1, 2] } });
    assert.is(found.url, `${base}/x?city=Bern&api_key={{settings.key}}`);
    assert.equal(found.config, { key: 's/ecret9' });
    // A host is asked once in a second.
    const asking = host.gallery.own.explore(`${base}/x?api_key=s%ZZecret9&token=other8`, null);
    await clock.advance(2000);
    const strange = await asking;
    assert.is(strange.url, `${base}/x?api_key={{settings.key}}&token={{settings.key2}}`);
    assert.equal(strange.config, { key: 's%ZZecret9', key2: 'other8' });
    assert.match((await faultOf(host.gallery.own.explore('file:///etc/passwd', null)))?.message ?? '', /^address: /);
  }));

test('a file is tried out before it is kept', () =>
  withServer(serveJson({ t: 7 }), async (base) => {
    const { host, store } = createHost({ builtins: [] });
    const { data, error, flagship } = await host.gallery.own.tryOut({
      file: JSON.stringify(fileFor(base)),
      config: {},
      confirm: [{ destination: base, home: true, secrets: [] }],
    });
    assert.is(error, null);
    assert.equal(data, { temp: 7 });
    assert.is(flagship.length, 6);
    assert.equal(store.plugins, {});
    const asked = host.shelf.hosts().map(({ source, requests }) => [source, requests]);
    assert.equal(asked, [['own', 1]], 'it counts for no source that is kept');
  }));

test('the published form is that of the files', () => {
  const { host } = createHost({ builtins: [] });
  const published = JSON.parse(readFileSync('docs/source.schema.json', 'utf8')) as object;
  assert.equal(published, JSON.parse(JSON.stringify(host.shelf.engine().schema())));
});

test.run();

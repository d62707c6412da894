import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formPage, networkList, type PageContent } from '../../src/setup/page.ts';
import { seen } from '../support/fake-network.ts';

const test = suite('setup/page');

const BERLIN = { country: 'DE', timezone: 'Europe/Berlin' };
const page = (more: Partial<PageContent> = {}): string =>
  formPage({ networks: [seen('Home')], known: [], problem: null, chosen: '', place: BERLIN, isGuess: false, ...more });
const list = (more: Partial<PageContent> = {}): string =>
  networkList({ networks: [seen('Home')], known: [], chosen: '', ...more });
const many = Array.from({ length: 17 }, (_, index) => seen(`Network ${index}`));

for (const [signal, bars] of [
  [0, 1],
  [24, 1],
  [25, 2],
  [49, 2],
  [50, 3],
  [75, 4],
  [100, 4],
] as const)
  test(`a signal of ${signal} % has ${bars} bars`, () =>
    assert.match(
      list({ networks: [seen('Home', { signal })] }),
      `class="w p${bars}" role=img aria-label="signal ${signal} %"`,
    ));

const rows: readonly [string, string, RegExp][] = [
  ['a network with a password has a lock', list(), /aria-label="with a password"/],
  [
    'an open one has none',
    list({ networks: [seen('Cafe', { security: 'open' })] }),
    /^(?!.*with a password).*<small>open</,
  ],
  ['a stored one says so', list({ known: ['Home'] }), /<b>Home <small>stored<\/small><\/b>/],
  ['another is not stored', list({ known: ['Cafe'] }), /<b>Home<\/b>/],
  ['the chosen one is checked', list({ chosen: 'Home' }), /value="Home" checked>.*value=""><b>Another/],
  ['one that is not listed is another', list({ chosen: 'Attic' }), /value="Home">.*value="" checked><b>Another/],
  ['at first none is checked', list(), /^(?!.*checked)/],
  ['with a list nothing is missing', list(), /^(?!.*No network was found)/],
  ['without one the page says what to do', list({ networks: [] }), /^<p>No network was found\..*Another network/],
  ['sixteen are listed', list({ networks: many }), /^(?=.*"Network 15")(?!.*"Network 16")/],
  ['what is beyond the list is another', list({ networks: many, chosen: 'Network 16' }), /value="" checked/],
];
for (const [name, text, pattern] of rows) test(name, () => assert.match(text, pattern));

const forms: readonly [string, string, RegExp][] = [
  ['a listed network is not typed', page({ chosen: 'Home' }), /name=other [^>]*value=""[^]*name=was value=""/],
  ['another is', page({ chosen: 'Attic' }), /name=other [^>]*value="Attic"[^]*name=was value="Attic"/],
  ['so is one beyond the list', page({ networks: many, chosen: 'Network 16' }), /name=other [^>]*value="Network 16"/],
  ['at first nothing is wrong', page(), /^(?![^]*role=alert)/],
  ['what is wrong is an alert', page({ problem: 'No <b>' }), /<p class=e role=alert>No &lt;b&gt;<\/p>/],
  ['a known place is folded', page(), /<details><summary>[^]*value="DE"[^]*value="Europe\/Berlin">/],
  ['without a country it is open', page({ place: { ...BERLIN, country: '' } }), /<details open>/],
  ['without a zone it is open', page({ place: { ...BERLIN, timezone: '' } }), /<details open>/],
  ['a guess may be corrected', page({ isGuess: true }), /value="Europe\/Berlin" data-guess=1>/],
  ['words of the country may begin with capitals', page(), /autocapitalize=characters\nautocorrect=off/],
];
for (const [name, text, pattern] of forms) test(name, () => assert.match(text, pattern));

test.run();

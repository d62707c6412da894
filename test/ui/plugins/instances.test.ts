import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import type { PluginSource } from '../../../ui/plugins/api.ts';
import { InstanceList, Instances, RemoveInstance, RenameInstance } from '../../../ui/plugins/instance-list.tsx';
import { plugins as texts } from '../../../ui/strings/plugins.ts';

/** Instances of a plugin: each has a label, and its own settings. */
const test = suite('ui/plugins/instance-list');

const NOW = Date.parse('2026-03-11T09:24:00Z');
const PLUGIN = { id: 'countdown' } as PluginDetail;
const source = (plugin_id: string, base_plugin_id: string | null = 'countdown') =>
  ({ plugin_id, base_plugin_id, enabled: true, configured: true, error: null, fetched_at: null }) as PluginSource;

const placeOf = (drawn: Drawn): string[] => drawn.since().filter((line) => line.startsWith('is at '));
const last = ({ asked }: Drawn) => asked.at(-1);

test('each instance is a link with its label, and says how it fares', () =>
  drawView(
    h(Instances, { sources: [source('countdown:a/b')], now: NOW, label: 'All' }),
    () => ({}),
    async ({ find }) => {
      assert.is(find('ul').getAttribute('aria-label'), 'All');
      assert.is(find('li').textContent, `a/b${texts.states.unread}`);
      assert.is(find('a').getAttribute('href'), '/plugins/countdown%3Aa%2Fb');
    },
  ));

test('without instances there is no list of them', () =>
  drawView(
    h(Instances, { sources: [], now: NOW }),
    () => ({}),
    async ({ all }) => assert.equal(all('ul'), []),
  ));

test('those of the plugin are listed, and one is added under a label', () =>
  drawView(
    h(InstanceList, { plugin: PLUGIN, sources: [source('countdown:a'), source('other:b', 'other')], now: NOW }),
    () => ({ instance_key: 'countdown:c/d' }),
    async (drawn) => {
      assert.equal(
        drawn.all('li a').map(({ textContent }) => textContent),
        ['a'],
      );
      assert.ok(drawn.all('button').at(-1)?.disabled);
      await drawn.enter(texts.label, ' ');
      assert.ok(drawn.all('button').at(-1)?.disabled);
      await drawn.enter(texts.label, ' c/d ');
      await drawn.press(texts.addInstance);
      assert.equal([last(drawn)?.path, last(drawn)?.body], ['/plugins/countdown/instances', { label: 'c/d' }]);
      assert.equal(placeOf(drawn), ['is at /plugins/countdown%3Ac%2Fd']);
    },
  ));

test('an instance gets another label, and how many pages were changed with it is said', () =>
  drawView(
    h(RenameInstance, { base: 'countdown', label: 'old' }),
    () => ({ instance_key: 'countdown:new', pages: ['Morning'] }),
    async (drawn) => {
      const button = () => drawn.all('button').at(-1);
      assert.ok(button()?.disabled);
      await drawn.enter(texts.label, ' old ');
      assert.ok(button()?.disabled);
      await drawn.enter(texts.label, ' ');
      assert.ok(button()?.disabled);
      await drawn.enter(texts.label, ' new ');
      await drawn.press(texts.rename);
      assert.equal([last(drawn)?.path, last(drawn)?.body], ['/plugins/countdown/instances/old', { label: 'new' }]);
      assert.equal(placeOf(drawn), ['is at /plugins/countdown%3Anew']);
      assert.is(drawn.find('.report').textContent, texts.renamed(['Morning']));
    },
  ));

test('one that is taken away leads back to the plugin, once that is meant', () =>
  drawView(
    h(RemoveInstance, { plugin: { id: 'countdown:old' } as PluginDetail, base: 'countdown', label: 'old' }),
    () => ({}),
    async (drawn) => {
      await drawn.press(texts.removeInstance);
      assert.equal(drawn.asked, []);
      drawn.find('dialog .button-danger').click();
      await drawn.settle();
      assert.equal([last(drawn)?.method, last(drawn)?.path], ['DELETE', '/plugins/countdown/instances/old']);
      assert.equal(placeOf(drawn), ['is at /plugins/countdown']);
    },
  ));

test.run();

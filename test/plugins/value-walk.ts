import { Renderer } from '../../src/loop/renderer.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { countEntries } from '../support/function-entries.ts';
import { FLAGSHIP } from './fixture.ts';
import { serveJson, withServer } from './loopback.ts';
import { fileFor } from './source-file.ts';
import { hostWith } from './source-rig.ts';

/** Most functions that are entered for one value of a source on a page. */
export const MOST_ENTRIES = 120;

const PAGE = { id: 'page', name: 'Page', type: 'template', template: ['{{probe.temp}}'], ...FLAGSHIP };

/** How many functions are entered to draw a page with one value of a source, of `more` sources in use, from memory. */
export const countValueWalk = async (more = 0): Promise<number> => {
  let entries = 0;
  await withServer(serveJson({ t: 21 }), async (base) => {
    const others = Array.from({ length: more }, (_, at) => fileFor(base, { id: `other_${at}` }));
    const { host } = hostWith([fileFor(base), ...others], {}, { clock: systemClock });
    await host.data('probe', FLAGSHIP);
    const renderer = new Renderer(host.values, () => 'UTC');
    const draw = () => renderer.render(PAGE as unknown as Page, Date.now());
    await draw();
    entries = await countEntries(draw);
  });
  return entries;
};

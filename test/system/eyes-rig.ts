import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { startAppliance } from '../support/appliance.ts';
import { startBrowser } from '../support/browser.ts';
import { look } from '../support/eyes.ts';
import { assertRecorded } from '../support/recording.ts';
import { saidBy } from '../support/said.ts';
import { WINDOWS, fillViews, partOf, type Content, type Part } from '../support/views.ts';
import { createWalker } from '../support/walker.ts';

/** A Wednesday morning in Berlin, at which the clocks of the appliance and of the browser stand. */
const NOW = Date.parse('2026-03-11T09:24:00Z');

/** The log: which of two failures comes first is not the same in each run. */
const UNORDERED = 'settings-logs';

/** Contents with which views say something of their own. */
const RECORDED: readonly Content[] = ['usual', 'empty', 'faulty', 'rare'];

/**
 * A suite that looks at parts of the interface with one content on every screen, in one window, and fails for what eyes
 * see at once, and where it says something else than `test/system/said` has.
 */
export const lookAt = (content: Content, ...parts: Part[]): ReturnType<typeof suite> => {
  const test = suite(`what eyes see: ${content}, ${parts.join(' and ')}`);
  test('nothing is cut, covered, squeezed or pushed away', async () => {
    const appliance = await startAppliance({ clock: { ...systemClock, now: () => NOW } });
    const browser = await startBrowser();
    try {
      const views = await fillViews(
        content,
        async (method, path, body) => {
          const { status, body: answer } = await appliance.call(method, path, body);
          assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(answer).slice(0, 300)}`);
          return answer as Record<string, never>;
        },
        NOW,
      );
      const page = await browser.open(appliance.url, { now: NOW });
      // From then on it follows addresses.
      await page.getByText('Live', { exact: true }).waitFor();
      const walker = createWalker(page);
      // So that each view is drawn from its beginning, the first one too.
      await walker.goTo('/settings/about');
      const said: string[] = [];
      const seen = new Map<string, Set<string>>();
      for (const { name, path, first = null, press } of views.filter((view) => parts.includes(partOf(view)))) {
        await page.setViewportSize(WINDOWS[0]);
        await walker.goTo(path);
        if (press) {
          await page.getByRole('button', { name: press, exact: true }).first().click();
          await walker.settle();
        }
        if (name !== UNORDERED) said.push(`# ${name}`, ...(await saidBy(page)));
        const note = async (where: string): Promise<void> => {
          for (const sight of await page.evaluate(look, first)) {
            const key = `${name}: ${sight.what}: ${sight.where}`;
            seen.set(key, (seen.get(key) ?? new Set()).add(where));
          }
        };
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          await note(String(window.width));
        }
        // A theme changes colours, and where it changes more, on each screen alike.
        await page.emulateMedia({ colorScheme: 'dark' });
        await note('dark');
        await page.emulateMedia({ colorScheme: 'light' });
        // What was opened may be at the address of the next view.
        if (press) await page.keyboard.press('Escape');
      }
      assert.equal(
        [...seen].map(([key, where]) => `${key} (${[...where].join(', ')})`),
        [],
      );
      if (RECORDED.includes(content)) assertRecorded(`system/said/${content}-${parts.join('-')}.txt`, said);
    } finally {
      await browser.close();
      await appliance.close();
    }
  });
  return test;
};

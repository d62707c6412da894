import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { plugins as texts } from '../../strings/plugins.ts';
import { pluginOperations } from '../api.ts';
import { pinWithData } from '../show-page.ts';

interface DemoPageProps {
  readonly plugin: PluginDetail;
  readonly board: BoardDetail;
  readonly reload: () => void;
}

/** The ready-made page of a plugin for a board: made, opened, and put on the board. */
export const DemoPage = ({ plugin, board, reload }: DemoPageProps) => {
  const status = useResource(`demo.${plugin.id}.${board.id}`, () => pluginOperations.demo(plugin.id, board.id), [
    'pages',
    'plugins',
  ]);
  const { busy, result, run, act } = useWork();
  const page = status.value?.page_id ?? null;
  const make = act(async () => {
    if (!plugin.enabled) await pluginOperations.switchTo(plugin.id, true);
    const made = await pluginOperations.makeDemo(plugin.id, board.id);
    if (!plugin.enabled) reload();
    status.reload();
    return texts.demoMade(made.page.name);
  });
  const pin = (id: string) => void run(() => pinWithData(plugin.id, board, id));
  return (
    <section class="card panel form" aria-labelledby="demo-title">
      <h2 id="demo-title">{texts.demo}</h2>
      <p class="meta">
        {!plugin.configured ? texts.demoNeeds : plugin.enabled ? texts.demoIntro(board.name) : texts.demoOff}
      </p>
      <div class="view-actions">
        {page === null ? (
          <Button
            text={plugin.enabled ? texts.demoMake : texts.demoSwitchOn}
            disabled={busy || !plugin.configured}
            onClick={make}
          />
        ) : (
          <>
            <ButtonLink text={texts.demoOpen} href={`/pages/${encodeURIComponent(page)}`} />
            <button type="button" class="button" disabled={busy} onClick={() => pin(page)}>
              <span class="short-name">{texts.demoPin(board.name)}</span>
            </button>
            <ConfirmButton
              text={texts.demoAgain}
              disabled={busy}
              question={{ title: texts.demoAgain, text: texts.demoAgainText, action: texts.demoAgain }}
              onConfirm={make}
            />
          </>
        )}
      </div>
      <Report result={result} />
    </section>
  );
};

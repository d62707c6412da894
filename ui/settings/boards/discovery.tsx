import { useState } from 'preact/hooks';
import type { Panel } from '../../../src/schema/boards.ts';
import type { DiscoveredBoards } from '../../../src/schema/wiring.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { boards as texts } from '../../strings/settings-boards.ts';
import { boardOperations } from '../api.ts';
import { PLAIN_PANEL } from './board-form.ts';
import type { BoardForm } from './board-form.ts';

/** What was found, as the beginning of a form. */
export type Found = Partial<BoardForm> & Pick<BoardForm, 'device_type'>;

interface Line {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly found: Found;
}

const USUAL_PORT = 7000;

/** An adapter that nothing speaks for is most often one for RS-485. */
const USUAL_DRIVER = 'mbus';

const linesOf = ({ boards, serial_ports }: DiscoveredBoards): Line[] => [
  ...boards.map(({ host, port, name }): Line => {
    const address = port === USUAL_PORT ? host : `${host}:${port}`;
    return {
      key: address,
      title: name ?? texts.foundBoard,
      note: address,
      found: { device_type: 'flagship', host: address, way: 'local', ...(name === null ? {} : { name }) },
    };
  }),
  ...serial_ports.map(
    ({ path, manufacturer, driver }): Line => ({
      key: path,
      title: manufacturer ?? texts.foundPort,
      note: path,
      found: {
        device_type: 'panel',
        panel: { ...PLAIN_PANEL, driver: (driver ?? USUAL_DRIVER) as Panel['driver'], connection: { path } },
      },
    }),
  ),
];

/** Looks for boards nearby; `onUse` gets what is known of the one that was chosen. */
export const Discovery = ({ onUse }: { onUse: (found: Found) => void }) => {
  const { busy, result, run } = useWork();
  const [lines, setLines] = useState<readonly Line[]>([]);
  const find = () =>
    void run(async () => {
      const found = linesOf(await boardOperations.discover());
      setLines(found);
      return found.length === 0 ? { tone: 'plain', text: texts.foundNone } : undefined;
    });
  return (
    <div class="discovery">
      <div class="row">
        <p class="meta">{texts.findNote}</p>
        <button type="button" class="button" disabled={busy} onClick={find}>
          {busy ? texts.finding : texts.find}
        </button>
      </div>
      {lines.length > 0 && (
        <ul class="found">
          {lines.map(({ key, title, note, found }) => (
            <li key={key} class="row">
              <span>
                <strong>{title}</strong> <span class="meta">{note}</span>
              </span>
              <button
                type="button"
                class="button button-small"
                aria-label={texts.useThis(`${title} ${note}`)}
                onClick={() => onUse(found)}
              >
                {texts.use}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Report result={result} />
    </div>
  );
};

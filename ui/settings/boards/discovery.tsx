import type { Panel } from '../../../src/schema/boards/boards.ts';
import type { DiscoveredBoards } from '../../../src/schema/boards/wiring.ts';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { PLAIN_PANEL, type BoardForm } from './board-form.ts';
import { NearbyList, type Nearby } from './nearby-list.tsx';

/** What was found, as the beginning of a form. */
export type Found = Partial<BoardForm> & Pick<BoardForm, 'device_type'>;

const USUAL_PORT = 7000;

/** An adapter that nothing speaks for is most often one for RS-485. */
const USUAL_DRIVER = 'mbus';

const linesOf = ({ boards, serial_ports }: DiscoveredBoards): Nearby<Found>[] => [
  ...boards.map(({ host, port, name }): Nearby<Found> => {
    const address = port === USUAL_PORT ? host : `${host}:${port}`;
    const title = name ?? texts.foundBoard;
    return {
      key: address,
      title,
      note: address,
      label: texts.useThis(`${title} ${address}`),
      found: { device_type: 'flagship', host: address, way: 'local', ...(name === null ? {} : { name }) },
    };
  }),
  ...serial_ports.map(
    ({ path, manufacturer, driver }): Nearby<Found> => ({
      key: path,
      title: manufacturer ?? texts.foundPort,
      note: path,
      label: texts.useThis(`${manufacturer ?? texts.foundPort} ${path}`),
      found: {
        device_type: 'panel',
        panel: { ...PLAIN_PANEL, driver: (driver ?? USUAL_DRIVER) as Panel['driver'], connection: { path } },
      },
    }),
  ),
];

/** Looks for boards nearby; `onUse` gets what is known of the one that was chosen. */
export const Discovery = ({ onUse }: { onUse: (found: Found) => void }) => (
  <NearbyList texts={texts} look={async () => linesOf(await boardOperations.discover())} onUse={onUse} />
);

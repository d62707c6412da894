import { chooseBoard } from '../../src/core/look/shown.ts';
import { useResource } from '../kit/resource.ts';
import { useTitle } from '../shell/title.ts';
import { Loading } from '../kit/work.tsx';
import { useService } from '../service-state.ts';
import { navigate, type Place } from '../router.ts';
import { apiPage as texts } from '../strings/api-page.ts';
import { MqttSection, VestaboardSection } from './connection-sections.tsx';
import { loadFacts } from './facts.ts';
import { AddressSection, BoardSections, LiveSections, TokenSection } from './sections.tsx';
import '../kit/controls.css';
import '../kit/views.css';
import './api-page.css';

/**
 * How programs use the appliance: its address, and examples that work as they stand. The address of the page names the
 * board that they are for.
 */
export const ApiPage = ({ place }: { place: Place }) => {
  const facts = useResource('api-page', loadFacts, ['boards', 'pages', 'plugins', 'settings']);
  const boards = useService((state) => state.boards);
  const board = chooseBoard(boards ?? [], place.query.get('board'));
  useTitle(texts.title);
  return (
    <div class="api-page rows-20">
      <header class="rows-6">
        <h1>{texts.title}</h1>
        <p class="meta">{texts.intro}</p>
      </header>
      {facts.value && boards && board ? (
        <>
          <div class="api-columns rows-20">
            <AddressSection />
            <TokenSection status={facts.value.status} />
          </div>
          <BoardSections
            facts={facts.value}
            board={board}
            boards={boards}
            onBoard={(id) => navigate(`/api-help?board=${encodeURIComponent(id)}`, true)}
          />
          <LiveSections status={facts.value.status} />
          <MqttSection mqtt={facts.value.mqtt} />
          <VestaboardSection boards={facts.value.boards} />
        </>
      ) : (
        <Loading problem={facts.problem} onRetry={facts.reload} />
      )}
    </div>
  );
};

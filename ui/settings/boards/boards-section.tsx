import { useResource } from '../../kit/resource.ts';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { WallGuide, isWallStep } from '../pins/wall-guide.tsx';
import { WiringStep } from '../pins/wiring-step.tsx';
import { Loaded, Section } from '../section.tsx';
import { BoardList } from './board-list.tsx';
import { EditBoard } from './edit-board.tsx';
import { NewBoard } from './new-board.tsx';

/** The boards: all of them, one of them, or a new one. */
export const BoardsSection = ({ rest: [which, part] }: { rest: readonly string[] }) => {
  const settings = useResource('boards', boardOperations.list, ['boards', 'settings']);
  if (which === undefined) {
    return (
      <Section name="boards">
        <Loaded from={settings}>{({ boards }) => <BoardList boards={boards} reload={settings.reload} />}</Loaded>
      </Section>
    );
  }
  return (
    <section class="section rows-20" aria-labelledby="section-title">
      <a class="crumb" href="/settings/boards">
        {texts.allBoards}
      </a>
      <Loaded from={settings}>
        {({ boards }) => {
          if (which === 'new') return part === 'pins' ? <WiringStep /> : <NewBoard />;
          const board = boards.find(({ id }) => id === which);
          if (!board) return <p class="notice">{texts.notFound}</p>;
          if (isWallStep(part)) return <WallGuide key={board.id} board={board} step={part} />;
          return <EditBoard key={board.id} board={board} boards={boards} reload={settings.reload} />;
        }}
      </Loaded>
    </section>
  );
};

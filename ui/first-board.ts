import { geometryOf } from '../src/core/geometry.ts';
import type { BoardDetail, BoardInstance, BoardSummary } from '../src/schema/board.ts';
import { Painter } from './board-view/painter.ts';
import { layOut } from './board-view/proportions.ts';

performance.mark('first-begin');
type Answers = Record<string, any>;

const boot = fetch('/api/boot', { headers: { accept: 'application/json' } })
  .then((answer) => (answer.ok ? answer.json() : null))
  .catch(() => null);
Object.assign(globalThis, { flapboxBoot: boot });

const draw = (answers: Answers): void => {
  const boards = answers['/v1/boards']?.boards as BoardSummary[];
  const board = answers[`/v1/boards/${boards[0]!.id}`] as BoardDetail;
  const stored = (answers['/settings/board'].boards as BoardInstance[])[0]!;
  const { places } = geometryOf(stored);
  const root = document.getElementById('app')!;
  root.innerHTML = `<header class="header"></header><main><div class="stage"><section class="stage-board"><div class="stage-head"><h1></h1></div><div class="stage-notices"></div><div class="board board-${stored.board_color} scale-20"><canvas></canvas></div></section></div></main>`;
  root.querySelector('h1')!.textContent = board.name;
  const canvas = root.querySelector('canvas')!;
  const layout = layOut(board, canvas.parentElement!.clientWidth * devicePixelRatio);
  canvas.width = layout.width;
  canvas.height = layout.height;
  performance.mark('first-layout');
  const painter = new Painter(canvas.getContext('2d')!, layout, { ...stored, places });
  painter.restAll((board.characters ?? board.expected_characters ?? []).flat());
  performance.mark('first-drawn');
};

const begin = async () => {
  const told = await boot;
  performance.mark('first-boot');
  if (told) draw(told.answers);
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark('main-load');
      const { href } = document.querySelector('link[rel=modulepreload]') as HTMLLinkElement;
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: href }));
    }),
  );
};
const whenReady = () => void begin();
if (document.getElementById('app')) whenReady();
else document.addEventListener('DOMContentLoaded', whenReady);

import type { Place } from '../router.ts';
import { pages } from '../strings/pages.ts';
import { Editor, NewEditor } from './editor/editor.tsx';
import { Gallery } from './gallery.tsx';
import { NewPage } from './new-page.tsx';
import '../kit/views.css';
import './pages.css';
import { useTitle } from '../shell/title.ts';

const viewOf = (id: string, part: string) => {
  if (id === '') return <Gallery />;
  if (id !== 'new') return <Editor key={id} id={id} />;
  return part === 'edit' ? <NewEditor /> : <NewPage />;
};

/** The pages: a gallery, and the editor of one page. */
export const Pages = ({ place }: { place: Place }) => {
  const [, , id = '', part = ''] = place.path.split('/').map(decodeURIComponent);
  useTitle(pages.title);
  return viewOf(id, part);
};

import { useEffect } from 'preact/hooks';
import type { Place } from '../router.ts';
import { strings } from '../strings.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { sources } from '../strings/sources.ts';
import { ConsentDialog } from './consent.tsx';
import { OwnEditor } from './own/own-editor.tsx';
import { OwnSource } from './own/own-source.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { PluginPage } from './plugin-page.tsx';
import '../kit/controls.css';
import '../kit/views.css';
import './plugins.css';
import { ButtonLink } from '../kit/button.tsx';

const keyOf = (path: string): string => {
  const part = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const View = ({ place }: { place: Place }) => {
  const key = keyOf(place.path);
  useEffect(() => {
    if (key === '') document.title = `${texts.title} – ${strings.product}`;
  }, [key]);
  if (key !== '') return <PluginPage key={key} id={key} />;
  const own = place.query.get('source');
  if (place.query.get('view') === 'own') return own === null ? <OwnSource /> : <OwnEditor key={own} id={own} />;
  return (
    <div class="plugins rows-16">
      <div class="row plugins-head">
        <h1>{texts.title}</h1>
        <ButtonLink text={sources.ownTitle} href="/plugins?view=own" />
      </div>
      <Gallery place={place} />
    </div>
  );
};

/** Plugins: all of them, or the one that the address names; and what they ask the owner to confirm. */
export const Plugins = ({ place }: { place: Place }) => (
  <>
    <View place={place} />
    <ConsentDialog />
  </>
);

import { useEffect } from 'preact/hooks';
import type { Place } from '../router.ts';
import { strings } from '../strings.ts';
import { plugins as texts } from '../strings/plugins.ts';
import { PluginList } from './plugin-list.tsx';
import { PluginPage } from './plugin-page.tsx';
import '../kit/controls.css';
import '../kit/views.css';
import './plugins.css';

const keyOf = (path: string): string => {
  const part = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Plugins: all of them, or the one that the address names. */
export const Plugins = ({ place }: { place: Place }) => {
  const key = keyOf(place.path);
  useEffect(() => {
    if (key === '') document.title = `${texts.title} – ${strings.product}`;
  }, [key]);
  if (key !== '') return <PluginPage key={key} id={key} />;
  return (
    <div class="plugins">
      <h1>{texts.title}</h1>
      <p class="meta plugin-note">{texts.intro}</p>
      <PluginList place={place} />
    </div>
  );
};

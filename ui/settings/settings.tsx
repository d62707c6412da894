import { useEffect, useRef } from 'preact/hooks';
import type { Place } from '../router.ts';
import { settings } from '../strings/settings/settings.ts';
import { Overview } from './overview.tsx';
import { GROUPS, findSection } from './sections.ts';
import '../kit/views.css';
import './settings.css';
import { Back, Empty } from '../kit/button.tsx';
import { useTitle } from '../shell/title.ts';

/** Brings the section that is open into sight within its list; the page itself stays where it is. */
const revealIn = (list: HTMLElement): void => {
  const entry = list.querySelector<HTMLElement>('[aria-current]');
  if (!entry) return;
  const [frame, { top, bottom }] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  list.scrollTop += Math.max(0, bottom - frame.bottom) + Math.min(0, top - frame.top);
};

const SectionList = ({ current }: { current: string }) => {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (list.current) revealIn(list.current);
  }, [current]);
  return (
    <nav ref={list} class="settings-nav" aria-label={settings.sections}>
      {GROUPS.map(([group, sections]) => (
        <div key={group}>
          <h2 class="settings-group">{settings.groups[group]}</h2>
          <ul>
            {sections.map(([name]) => (
              <li key={name}>
                <a href={`/settings/${name}`} aria-current={name === current ? 'page' : undefined}>
                  {settings.names[name]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};

/** The settings: an overview, or one section beside the list of all of them. */
export const Settings = ({ place }: { place: Place }) => {
  const [, , name = '', ...rest] = place.path.split('/').map(decodeURIComponent);
  const section = findSection(name);
  const title = section ? settings.names[section[0]] : settings.title;
  useTitle(title);
  if (name === '') return <Overview />;
  if (!section) return <Empty says={settings.unknown} text={settings.all} href="/settings" />;
  const [known, View] = section;
  return (
    <div class="settings">
      <SectionList current={known} />
      <div class="settings-body">
        <Back text={settings.title} href="/settings" />
        <View key={known} rest={rest.filter((part) => part !== '')} query={place.query} />
      </div>
    </div>
  );
};

import { plugins } from '../strings/plugins.ts';
import { OwnButtons } from './own/own-buttons.tsx';
import type { GalleryCard, PluginSource } from './api.ts';
import { Icon } from './icon.tsx';
import { Instances } from './instance-list.tsx';
import { StateLine } from './state-line.tsx';

interface PluginCardProps {
  readonly card: GalleryCard;
  readonly sources: readonly PluginSource[];
  readonly now: number;
  readonly onSwitch: (on: boolean) => void;
  readonly onRemoved: () => void;
}

/** Something in use, with its state and its instances, or a transition. `sources`: itself first, and its instances. */
export const PluginCard = ({ card, sources, now, onSwitch, onRemoved }: PluginCardProps) => {
  const [own, ...instances] = sources;
  return (
    <li class="card plugin-card rows-10">
      <div class="plugin-card-head">
        <Icon name={card.icon} />
        <h3>
          <a class="plugin-card-link" href={`/plugins/${encodeURIComponent(card.id)}`}>
            {card.name}
          </a>
        </h3>
        {own && (
          <div class="switch">
            <input
              type="checkbox"
              role="switch"
              checked={own.enabled}
              aria-label={plugins.switchOn(card.name)}
              onChange={(event) => onSwitch(event.currentTarget.checked)}
            />
          </div>
        )}
      </div>
      {own ? <StateLine source={own} now={now} /> : <p class="meta">{card.description}</p>}
      <Instances label={plugins.instancesOf(card.name)} sources={instances} now={now} />
      {card.own && (
        <div class="view-actions plugin-card-buttons">
          <OwnButtons id={card.id} name={card.name} onRemoved={onRemoved} />
        </div>
      )}
    </li>
  );
};

import type { ComponentType } from 'preact';
import type { settings } from '../strings/settings/settings.ts';
import { Account } from './account/account.tsx';
import { BoardsSection } from './boards/boards-section.tsx';
import { Gpio } from './devices/gpio.tsx';
import { Mqtt } from './devices/mqtt.tsx';
import { Network } from './devices/network.tsx';
import { Display } from './drawing/display.tsx';
import { Transitions } from './drawing/transitions.tsx';
import { Inboxes } from './inboxes/inboxes.tsx';
import { General } from './place/general.tsx';
import { Location } from './place/location.tsx';
import { Output } from './silence/output.tsx';
import { SilenceSection } from './silence/silence-section.tsx';
import { Screens } from './screens/screens.tsx';
import type { SectionName } from './section.tsx';
import { About } from './system/about.tsx';
import { Backup } from './system/backup.tsx';
import { Beta } from './system/beta.tsx';
import { Logs } from './system/logs.tsx';
import { Update } from './system/update.tsx';

/** A section gets what stands behind its name in the address, and the query. */
export type SectionView = ComponentType<{ rest: readonly string[]; query: URLSearchParams }>;

type Group = keyof typeof settings.groups;

const VIEWS: Readonly<Record<Group, Readonly<Partial<Record<SectionName, SectionView>>>>> = {
  boards: {
    boards: BoardsSection,
    screens: Screens,
    output: Output,
    silence: SilenceSection,
    transitions: Transitions,
    display: Display,
  },
  place: { location: Location, general: General },
  connections: { mqtt: Mqtt, inboxes: Inboxes, gpio: Gpio, network: Network },
  system: { account: Account, backup: Backup, update: Update, logs: Logs, beta: Beta, about: About },
};

/** Every section, by group, in the order in which they are listed. */
export const GROUPS = Object.entries(VIEWS).map(
  ([group, views]) => [group as Group, Object.entries(views) as [SectionName, SectionView][]] as const,
);

/** The section of a name; undefined when there is none. */
export const findSection = (name: string): readonly [SectionName, SectionView] | undefined =>
  GROUPS.flatMap(([, sections]) => sections).find(([one]) => one === name);

import { DAY_NAMES } from '../../../src/core/schedule/calendar.ts';
import { ROTATION_SECONDS } from '../../../src/schema/limits.ts';
import type { Member } from '../../../src/schema/content/collections.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import { Toggles } from '../../kit/choice.tsx';
import { DAYS } from '../../kit/days.ts';
import { NumberField, SelectField, Switch, TextField, membersOf, textsOf } from '../../kit/field.tsx';
import { schedule } from '../../strings/schedule.ts';
import { membersIn, type CollectionDraft } from './collection-draft.ts';

const texts = schedule.collections.own;

interface OwnProps {
  readonly name: string;
  readonly member: Member;
  readonly timed: boolean;
  readonly onChange: (change: Partial<Member>) => void;
}

const Own = ({ name, member, timed, onChange }: OwnProps) => (
  <details class="fold member-own">
    <summary>{name}</summary>
    <div class="form">
      {timed && (
        <NumberField
          label={texts.seconds}
          hint={texts.secondsHint}
          range={ROTATION_SECONDS}
          value={member.seconds ?? null}
          onChange={(seconds) => onChange({ seconds })}
        />
      )}
      <Toggles
        label={texts.days}
        value={member.days ?? DAY_NAMES}
        options={DAYS}
        onChange={(days) => onChange({ days: days.length === 0 || days.length === DAYS.length ? null : days })}
      />
      <div class="pair pair-short">
        <TextField type="time" label={texts.from} {...textsOf(member, onChange)('from')} />
        <TextField type="time" label={texts.to} {...textsOf(member, onChange)('to')} />
      </div>
      <TextField exact label={texts.condition} hint={texts.conditionHint} {...textsOf(member, onChange)('condition')} />
    </div>
  </details>
);

interface MemberSettingsProps {
  readonly draft: CollectionDraft;
  readonly pages: readonly Page[];
  readonly onChange: (change: Partial<CollectionDraft>) => void;
}

/** What members of a collection have of their own, and what happens when they have nothing to say. */
export const MemberSettings = ({ draft, pages, onChange }: MemberSettingsProps) => {
  const members = membersIn(draft);
  const nameOf = (id: string) => pages.find((page) => page.id === id)?.name ?? schedule.collections.missing;
  const change = (id: string, own: Partial<Member>) =>
    onChange({ members: members.map((member) => (member.page_id === id ? { ...member, ...own } : member)) });
  const field = membersOf(draft, onChange);
  return (
    <>
      {draft.mode !== 'variable' && (
        <Switch
          label={texts.rotation}
          hint={texts.rotationHint}
          value={draft.rotation === 'own'}
          onChange={(own) => onChange({ rotation: own ? 'own' : 'interval' })}
        />
      )}
      <details class="fold">
        <summary>{texts.title}</summary>
        {members.map((member) => (
          <Own
            key={member.page_id}
            name={nameOf(member.page_id)}
            member={member}
            timed={draft.rotation === 'own'}
            onChange={(own) => change(member.page_id, own)}
          />
        ))}
      </details>
      <Switch label={texts.skip} hint={texts.skipHint} {...field('skip_empty')} />
      <SelectField
        label={texts.fallback}
        options={[['', texts.noFallback], ...pages.map(({ id, name }) => [id ?? '', name] as const)]}
        {...field('fallback_page_id')}
      />
    </>
  );
};

import { LONGEST_NAME, PERCENT, SCREEN_MARGIN, SCREEN_SECONDS } from '../../../src/schema/limits.ts';
import type { Screen, ScreenOptions } from '../../../src/schema/appliance/screens.ts';
import { Button } from '../../kit/button.tsx';
import { NumberField, SelectField, Switch, TextField, membersOf } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { Report } from '../../kit/work.tsx';
import { kit } from '../../strings/kit.ts';
import { screens as texts } from '../../strings/settings/screens.ts';
import { screenOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { BoardChoice } from './board-choice.tsx';

const LOOKS = Object.entries(texts.looks) as [ScreenOptions['look'], string][];
const TURNS = Object.entries(texts.orientations) as [keyof typeof texts.orientations, string][];
const NIGHT = { start: '22:00', end: '07:00', level: 20 };

interface PartProps {
  readonly options: ScreenOptions;
  readonly onChange: (change: Partial<ScreenOptions>) => void;
}

const Picture = ({ options, onChange }: PartProps) => {
  const field = membersOf(options, onChange);
  return (
    <>
      <div class="pair">
        <SelectField label={texts.look} options={LOOKS} {...field('look')} />
        <SelectField
          label={texts.orientation}
          value={String(options.orientation) as keyof typeof texts.orientations}
          options={TURNS}
          onChange={(turn) => onChange({ orientation: Number(turn) as ScreenOptions['orientation'] })}
        />
      </div>
      <NumberField label={texts.margin} hint={texts.marginHint} range={SCREEN_MARGIN} {...field('margin')} empty={0} />
      <Switch label={texts.cursor} {...field('cursor')} />
    </>
  );
};

const SoundFields = ({ options, onChange }: PartProps) => {
  const field = membersOf(options, onChange);
  return (
    <>
      <Switch label={texts.sound} hint={texts.soundHint} {...field('sound')} />
      {options.sound && <NumberField label={texts.volume} range={PERCENT} {...field('volume')} empty={0} />}
    </>
  );
};

const Night = ({ options: { night }, onChange }: PartProps) => {
  const field = membersOf(night ?? NIGHT, (change) => onChange({ night: { ...NIGHT, ...night, ...change } }));
  return (
    <>
      <Switch label={texts.night} value={night !== null} onChange={(on) => onChange({ night: on ? NIGHT : null })} />
      {night && (
        <div class="pair">
          <TextField label={texts.nightStart} type="time" required {...field('start')} />
          <TextField label={texts.nightEnd} type="time" required {...field('end')} />
          <NumberField label={texts.nightLevel} range={PERCENT} {...field('level')} empty={0} />
        </div>
      )}
    </>
  );
};

interface ScreenFormProps {
  readonly screen: Screen;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Where the browser keeps what is typed about a paired screen. */
export const draftNameOf = ({ id }: Screen): string => `screen.${id}`;

/** The form of a paired screen. */
export const ScreenForm = ({ screen, onSaved, onClose }: ScreenFormProps) => {
  const { name, board_ids, options } = screen;
  const form = useForm(draftNameOf(screen), { name, board_ids, options });
  const { value, field: own, busy, result } = form;
  const change = (changed: Partial<ScreenOptions>) => form.change({ options: { ...value.options, ...changed } });
  const save = async (typed: typeof value) => {
    await screenOperations.update(screen.id, typed);
    onSaved();
    return texts.saved;
  };
  const close = () => {
    form.discard();
    onClose();
  };
  const field = membersOf(value.options, change);
  return (
    <FormCard onSubmit={() => void form.save(save)} label={texts.changeOf(screen.name)}>
      <TextField label={texts.name} maxLength={LONGEST_NAME} required {...own('name')} />
      <BoardChoice problem={value.board_ids.length === 0 ? texts.noBoard : null} {...own('board_ids')} />
      {value.board_ids.length > 1 && (
        <NumberField label={texts.every} range={SCREEN_SECONDS} {...field('every_seconds')} empty={30} />
      )}
      <Picture options={value.options} onChange={change} />
      <SoundFields options={value.options} onChange={change} />
      <Night options={value.options} onChange={change} />
      <div class="actions">
        <Button submit main text={kit.save} disabled={busy || value.board_ids.length === 0} />
        <Button text={kit.cancel} onClick={close} />
      </div>
      <Report result={result} />
    </FormCard>
  );
};

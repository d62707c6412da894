import type { Brightness, BrightnessWindow } from '../../../src/schema/boards/brightness.ts';
import { MOST_BRIGHTNESS_WINDOWS, PERCENT } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { NumberField, Switch, membersOf } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { brightness as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import { Loaded } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { EdgeFields } from '../silence/further-windows.tsx';
import { changedAt, withoutAt } from '../../list.ts';

const EVENING: BrightnessWindow = { start: 'sunset', end: '07:00', brightness: 20 };

interface WindowProps {
  readonly window: BrightnessWindow;
  readonly onChange: (change: Partial<BrightnessWindow>) => void;
  readonly onRemove: () => void;
}

const Window = ({ window, onChange, onRemove }: WindowProps) => (
  <fieldset class="form further-hours">
    <EdgeFields words={texts} window={window} onChange={onChange} />
    <NumberField label={texts.level} range={PERCENT} {...membersOf(window, onChange)('brightness')} empty={0} />
    <Button text={texts.remove} onClick={onRemove} />
  </fieldset>
);

const BrightnessForm = ({ stored, reload }: { stored: Brightness; reload: () => void }) => {
  const { on, brightness, windows, board_id, set_by_hand } = stored;
  // What the windows say now is shown, and only what is typed is sent.
  const form = useForm(`settings.brightness.${board_id}`, { on, brightness, windows });
  const { value, change } = form;
  const store = (next: typeof value) =>
    boardOperations.light(board_id, {
      ...(next.on !== on && { on: next.on }),
      ...(next.brightness !== brightness && { brightness: next.brightness }),
      ...(next.windows !== windows && { windows: next.windows }),
    });
  const put = (next: BrightnessWindow[]) => change({ windows: next });
  return (
    <SettingsCard form={form} label={texts.title} store={store} onSaved={reload}>
      <h2>{texts.title}</h2>
      <Switch label={texts.on} {...form.field('on')} />
      <NumberField
        label={texts.now}
        hint={set_by_hand ? texts.nowByHand : texts.nowHint}
        range={PERCENT}
        {...form.field('brightness')}
      />
      {value.windows.map((window, at) => (
        <Window
          key={at}
          window={window}
          onChange={(next) => put(changedAt(value.windows, at, next))}
          onRemove={() => put(withoutAt(value.windows, at))}
        />
      ))}
      <div class="actions">
        <Button
          text={texts.add}
          disabled={value.windows.length >= MOST_BRIGHTNESS_WINDOWS}
          onClick={() => put([...value.windows, EVENING])}
        />
      </div>
    </SettingsCard>
  );
};

/** How the display of a board is lit: now, and at times of the day. */
export const BrightnessCard = ({ boardId }: { boardId: string }) => {
  const light = useResource(`brightness ${boardId}`, () => boardOperations.lightOf(boardId), ['settings', 'boards']);
  return (
    <Loaded from={light}>{(stored) => <BrightnessForm key={boardId} stored={stored} reload={light.reload} />}</Loaded>
  );
};

import type { Brightness, BrightnessWindow } from '../../../src/schema/boards/brightness.ts';
import { MOST_BRIGHTNESS_WINDOWS, PERCENT } from '../../../src/schema/limits.ts';
import { NumberField, Switch } from '../../kit/field.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { brightness as texts } from '../../strings/settings-boards.ts';
import { boardOperations } from '../api.ts';
import { FormCard, Loaded } from '../section.tsx';
import { EdgeField } from '../silence/further-windows.tsx';

const EVENING: BrightnessWindow = { start: 'sunset', end: '07:00', brightness: 20 };

const Window = ({
  window,
  onChange,
  onRemove,
}: {
  window: BrightnessWindow;
  onChange: (change: Partial<BrightnessWindow>) => void;
  onRemove: () => void;
}) => (
  <fieldset class="form further-hours">
    <EdgeField
      label={texts.start}
      kindLabel={texts.begins}
      value={window.start}
      onChange={(start) => onChange({ start })}
    />
    <EdgeField label={texts.end} kindLabel={texts.ends} value={window.end} onChange={(end) => onChange({ end })} />
    <NumberField
      label={texts.level}
      range={PERCENT}
      value={window.brightness}
      onChange={(level) => onChange({ brightness: level ?? 0 })}
    />
    <button type="button" class="button" onClick={onRemove}>
      {texts.remove}
    </button>
  </fieldset>
);

const BrightnessForm = ({ stored, reload }: { stored: Brightness; reload: () => void }) => {
  const { on, brightness, windows, board_id, set_by_hand } = stored;
  // What the windows say now is shown, and only what is typed is sent.
  const form = useForm(`settings.brightness.${board_id}`, { on, brightness, windows });
  const { value, change } = form;
  const save = () =>
    void form.save(async () => {
      await boardOperations.light(board_id, {
        ...(value.on !== on && { on: value.on }),
        ...(value.brightness !== brightness && { brightness: value.brightness }),
        ...(value.windows !== windows && { windows: value.windows }),
      });
      reload();
    });
  const put = (next: BrightnessWindow[]) => change({ windows: next });
  return (
    <FormCard onSubmit={save} label={texts.title}>
      <h2>{texts.title}</h2>
      <Switch label={texts.on} checked={value.on} onChange={(next) => change({ on: next })} />
      <NumberField
        label={texts.now}
        hint={set_by_hand ? texts.nowByHand : texts.nowHint}
        range={PERCENT}
        value={value.brightness}
        onChange={(next) => change({ brightness: next })}
      />
      {value.windows.map((window, at) => (
        <Window
          key={at}
          window={window}
          onChange={(next) => put(value.windows.map((one, place) => (place === at ? { ...one, ...next } : one)))}
          onRemove={() => put(value.windows.filter((_, place) => place !== at))}
        />
      ))}
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={value.windows.length >= MOST_BRIGHTNESS_WINDOWS}
          onClick={() => put([...value.windows, EVENING])}
        >
          {texts.add}
        </button>
      </div>
      <SaveBar form={form} />
    </FormCard>
  );
};

/** How the display of a board is lit: now, and at times of the day. */
export const BrightnessCard = ({ boardId }: { boardId: string }) => {
  const light = useResource(`brightness ${boardId}`, () => boardOperations.lightOf(boardId), ['settings', 'boards']);
  return (
    <Loaded from={light}>{(stored) => <BrightnessForm key={boardId} stored={stored} reload={light.reload} />}</Loaded>
  );
};

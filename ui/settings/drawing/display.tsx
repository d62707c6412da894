import { useMemo, useState } from 'preact/hooks';
import { FLAP_MS } from '../../../src/schema/limits.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import { layoutText } from '../../../src/core/flaps/message.ts';
import type { DisplaySettings } from '../../../src/schema/appliance/settings.ts';
import { api } from '../../api.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { useMotionSettings } from '../../board-view/motion-settings.ts';
import { Button } from '../../kit/button.tsx';
import { NumberField, SelectField, Switch } from '../../kit/field.tsx';
import { useForm } from '../../kit/form.tsx';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { Panel, storedSection, type StoredProps } from '../section.tsx';
import { SettingsCard } from '../settings-card.tsx';

const texts = settings.display;
const OWN_MS = 80;
const FORM = { device_type: 'note', rows: 3, cols: 15 } as const;
const ANIMATIONS = ['on', 'desktop', 'off'] as const;
const SPEEDS = ['quick', 'standard', 'relaxed', 'hardware', 'own'] as const;

const Preview = ({ display }: { display: DisplaySettings }) => {
  useMotionSettings(display);
  const pictures = useMemo(
    () => ['FLAPS TURN', 'ROUND AND ROUND'].map((text) => gridToRows(layoutText(text, FORM))),
    [],
  );
  const [turns, setTurns] = useState(0);
  return (
    <>
      <BoardPicture form={FORM} characters={pictures[turns % 2] ?? []} turning />
      <p>
        <Button text={texts.preview} onClick={() => setTurns(turns + 1)} />
      </p>
    </>
  );
};

const DisplayForm = ({ stored, reload }: StoredProps<DisplaySettings>) => {
  const form = useForm('settings.display', stored);
  const { value, change } = form;
  const own = typeof value.board_flap_speed === 'number';
  return (
    <>
      <SettingsCard form={form} label={settings.names.display} store={settingsOperations.setDisplay} onSaved={reload}>
        <Switch label={texts.reduce} hint={texts.reduceHint} {...form.field('reduce_motion')} />
        <SelectField
          label={texts.animations}
          options={ANIMATIONS.map((one) => [one, texts.animationOptions[one]] as const)}
          {...form.field('board_animations')}
        />
        <SelectField
          label={texts.speed}
          value={typeof value.board_flap_speed === 'number' ? 'own' : value.board_flap_speed}
          options={SPEEDS.map((one) => [one, texts.speeds[one]] as const)}
          onChange={(speed) => change({ board_flap_speed: speed === 'own' ? OWN_MS : speed })}
        />
        {own && (
          <NumberField
            label={texts.ownSpeed}
            range={FLAP_MS}
            value={Number(value.board_flap_speed)}
            onChange={(ms) => change({ board_flap_speed: ms ?? OWN_MS })}
          />
        )}
        <Switch
          label={texts.site}
          hint={texts.siteHint}
          value={value.site_animations === 'on'}
          onChange={(on) => change({ site_animations: on ? 'on' : 'off' })}
        />
        <p class="field-note">{texts.browser}</p>
      </SettingsCard>
      <Panel title={settings.transitions.previewTitle}>
        <Preview display={value} />
      </Panel>
    </>
  );
};

/** How boards are drawn in this interface. */
export const Display = storedSection('display', api.display, DisplayForm);

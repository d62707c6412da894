import { useMemo } from 'preact/hooks';
import { LONGEST_NAME } from '../../../src/schema/limits.ts';
import { layoutIndicator } from '../../../src/core/flaps/indicator.ts';
import { fits, geometryOf } from '../../../src/core/flaps/geometry.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { Page } from '../../../src/schema/content/pages.ts';
import type { Silence, SilenceWindow } from '../../../src/schema/appliance/silence.ts';
import { api } from '../../api.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { Choices, Toggles, choicesOf } from '../../kit/choice.tsx';
import { DAYS } from '../../kit/days.ts';
import { SelectField, Switch, TextField, membersOf, textsOf } from '../../kit/field.tsx';
import { SaveBar, useForm } from '../../kit/form.tsx';
import { useResource } from '../../kit/resource.ts';
import { lookOf, useService } from '../../service-state.ts';
import { settings } from '../../strings/settings/settings.ts';
import { settingsOperations } from '../api.ts';
import { FormCard } from '../section.tsx';
import { EdgeFields, FurtherWindows } from './further-windows.tsx';
import { changedAt } from '../../list.ts';

const texts = settings.silence;
const MODES = ['freeze', 'indicator', 'page'] as const satisfies readonly Silence['mode'][];
const POSITIONS = Object.entries(texts.positions) as [Silence['indicator_position'], string][];

type ToldSilence = Silence & { windows: SilenceWindow[] };

interface PartProps {
  readonly silence: Silence;
  readonly board: BoardDetail | null;
  readonly onChange: (change: Partial<Silence>) => void;
}

const Indicator = ({ silence, board, onChange }: PartProps) => {
  const look = useService((state) => lookOf(state, board?.id ?? ''));
  const { indicator_text, indicator_position } = silence;
  const field = membersOf(silence, onChange);
  const { places } = look;
  const characters = useMemo(
    () => (board ? gridToRows(layoutIndicator(indicator_text, indicator_position, { ...board, places })) : []),
    [board?.rows, board?.cols, places, indicator_text, indicator_position],
  );
  return (
    <>
      <div class="pair">
        <TextField label={texts.indicator} maxLength={LONGEST_NAME} {...field('indicator_text')} />
        <SelectField label={texts.position} options={POSITIONS} {...field('indicator_position')} />
      </div>
      {board && <BoardPicture form={board} characters={characters} look={look} label={texts.preview(indicator_text)} />}
    </>
  );
};

const PagePreview = ({ id, page, board }: { id: string; page: Page; board: BoardDetail | null }) => {
  const look = useService((state) => lookOf(state, board?.id ?? ''));
  const { value } = useResource(`page-preview ${id}`, () => settingsOperations.previewPage(id), ['pages']);
  if (!value) return null;
  return (
    <BoardPicture
      form={geometryOf(page)}
      characters={value.raw.characters}
      look={look}
      label={texts.preview(page.name)}
    />
  );
};

const PagePicker = ({ silence, board, scope, onChange }: PartProps & { scope: string | null }) => {
  const { value } = useResource('pages', api.pages, ['pages']);
  const fitting = (value?.pages ?? []).filter(
    (page) => scope === null || board === null || fits(geometryOf(page), board),
  );
  const chosen = fitting.find(({ id }) => id === silence.page_id);
  return (
    <>
      <SelectField
        label={texts.page}
        options={[['', texts.noPage], ...fitting.map(({ id = '', name }) => [id, name] as const)]}
        {...textsOf(silence, onChange)('page_id')}
      />
      {chosen?.id && <PagePreview key={chosen.id} id={chosen.id} page={chosen} board={board} />}
    </>
  );
};

interface SilenceFormProps {
  readonly scope: string | null;
  readonly silence: ToldSilence & { by_board?: unknown };
  readonly reload: () => void;
}

/** The hours of silence of all boards, or of one (`scope`), and what is shown meanwhile. */
export const SilenceForm = ({ scope, silence, reload }: SilenceFormProps) => {
  const { by_board: _own, ...stored } = silence;
  const form = useForm<ToldSilence>(`settings.silence.${scope ?? ''}`, stored);
  const board = useService(
    (state) => (scope === null ? state.boards?.[0] : state.boards?.find(({ id }) => id === scope)) ?? null,
  );
  const { value, change } = form;
  const noDay = value.windows.some(({ days }) => days.length === 0);
  const [first] = value.windows;
  /** The first window, in both of its forms. */
  const changeFirst = (next: Partial<SilenceWindow>) =>
    change({
      windows: changedAt(value.windows, 0, next),
      ...(next.days && { days: next.days }),
      ...(next.mode && { mode: next.mode }),
      ...(next.page_id !== undefined && { page_id: next.page_id }),
    });
  const save = () => {
    if (noDay) return;
    void form.save(async (next) => {
      const { enabled, indicator_text, indicator_position, windows } = next;
      const { warnings } = await settingsOperations.setSilence(scope, {
        enabled,
        indicator_text,
        indicator_position,
        windows,
      });
      reload();
      return warnings.length > 0 ? { tone: 'plain', text: texts.warnings(warnings) } : undefined;
    });
  };
  const part = { silence: value, board, onChange: change };
  const pages = useResource('pages', api.pages, ['pages']).value?.pages ?? [];
  const field = membersOf<Pick<SilenceWindow, 'days' | 'mode'>>(value, changeFirst);
  return (
    <FormCard onSubmit={save} label={settings.names.silence}>
      <Switch label={texts.enabled} hint={texts.enabledHint} {...form.field('enabled')} />
      <EdgeFields words={texts} window={first ?? { start: '', end: '' }} onChange={changeFirst} />
      <Toggles
        label={texts.days}
        hint={texts.daysHint}
        problem={noDay ? texts.noDay : null}
        options={DAYS}
        {...field('days')}
      />
      <Choices label={texts.mode} options={choicesOf(MODES, texts.modes)} {...field('mode')} />
      {value.mode === 'indicator' && <Indicator {...part} />}
      {value.mode === 'page' && (
        <PagePicker {...part} scope={scope} onChange={({ page_id = null }) => changeFirst({ page_id })} />
      )}
      <FurtherWindows
        windows={value.windows}
        pages={pages.map(({ id = '', name }) => [id, name] as const)}
        onChange={(windows) => change({ windows })}
      />
      {value.mode !== 'indicator' && value.windows.some(({ mode }) => mode === 'indicator') && <Indicator {...part} />}
      <SaveBar form={form} />
    </FormCard>
  );
};

import { useLayoutEffect, useState } from 'preact/hooks';
import { LONGEST_NAME } from '../../../src/schema/limits.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { textOf } from '../../board-view/spoken.ts';
import { Back, Button, IconButton } from '../../kit/button.tsx';
import { useAnswer } from '../../kit/answer.ts';
import { keepDraft } from '../../kit/draft.ts';
import { Confirm, ConfirmButton } from '../../kit/dialog.tsx';
import { useResource } from '../../kit/resource.ts';
import { saveFile } from '../../kit/save-file.ts';
import { leaveUntold } from '../../kit/untold.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { useService, type ServiceState } from '../../service-state.ts';
import { useToldAbove } from '../../connection.ts';
import type { CodeRows } from '../../../src/core/look/shown.ts';
import { navigate } from '../../router.ts';
import { ShareButton } from '../../share/share-button.tsx';
import { kit } from '../../strings/kit.ts';
import { pages } from '../../strings/pages.ts';
import { NEW_PAGE, beginPage } from '../begin-page.ts';
import { GALLERY } from '../gallery.tsx';
import { pageOperations } from '../operations.ts';
import { describeSize } from '../size.ts';
import { DetailsForm, NameField } from './details-form.tsx';
import { useHistory } from './history.ts';
import { bodyOf, changeDraft, isComplete, linesLost, sizeOf, type PageDraft } from './page-draft.ts';
import { ShowOnBoard } from './show-on-board.tsx';
import { CompositeForm, SingleForm } from './source-forms.tsx';
import { TemplateForm } from './template-form.tsx';
import { UsesList } from './uses-list.tsx';

const BLANK: CodeRows = [];
/** Live data on the flaps is asked for again after this time. */
const REFRESH_MS = 15_000;

interface Props {
  /** Null for a page that is not stored yet. */
  readonly id: string | null;
  readonly draft: PageDraft;
  readonly changed: boolean;
  /** Somebody else has changed the stored page since. */
  readonly outdated: boolean;
  readonly onChange: (draft: PageDraft) => void;
  readonly onDiscard: () => void;
  /** Stores the draft; gives a sentence when something is to be said about it. */
  readonly onSave: () => Promise<string | null>;
}

/** Which pages are pinned where, as one text that changes with it. */
const pinsOf = ({ boards }: ServiceState): string =>
  (boards ?? []).map(({ active_page_id }) => active_page_id ?? '').join(' ');

const usePicture = (draft: PageDraft): { characters: CodeRows; problem: string | null } => {
  const body = { ...bodyOf(draft), name: draft.name.trim() || pages.untitled };
  const { value, problem } = useAnswer(isComplete(draft) ? body : null, pageOperations.preview, REFRESH_MS);
  return { characters: value?.raw.characters ?? BLANK, problem };
};

const PageActions = ({ id, draft, uses }: { id: string; draft: PageDraft; uses: number }) => {
  const { busy, result, run, act } = useWork();
  const duplicate = () =>
    beginPage({ ...draft, name: pages.copyOf(draft.name).slice(0, LONGEST_NAME), demo_plugin_id: null });
  const share = () =>
    void run(async () =>
      saveFile(
        `${draft.name}.flapbox.json`,
        'application/json',
        JSON.stringify(await pageOperations.share(id), null, 2),
      ),
    );
  const remove = act(async () => {
    await pageOperations.remove(id);
    keepDraft(`page.${id}`, null);
    leaveUntold(GALLERY, {
      tone: 'good',
      text: pages.removed(draft.name),
      undo: async () => void (await pageOperations.restore(id)),
    });
    navigate('/pages', true);
  });
  return (
    <div class="travel">
      <Button text={pages.duplicate} onClick={duplicate} />
      <ShareButton what={{ page_id: id }} name={draft.name} />
      <Button text={pages.share} disabled={busy} onClick={share} />
      <ConfirmButton
        text={pages.delete}
        disabled={busy}
        question={{ title: pages.deleteTitle(draft.name), text: pages.deleteText(uses), action: pages.delete }}
        onConfirm={remove}
      />
      <Report result={result} />
    </div>
  );
};

const DraftPicture = ({ draft, characters }: { draft: PageDraft; characters: CodeRows }) => (
  <div class="editor-board" data-bar>
    <BoardPicture form={sizeOf(draft)} characters={characters} label={pages.canvas(textOf(characters))} />
  </div>
);

interface ContentProps {
  readonly draft: PageDraft;
  readonly characters: CodeRows;
  readonly onChange: (change: Partial<PageDraft>, kind: string) => void;
}

const Content = ({ draft, characters, onChange }: ContentProps) => {
  if (draft.type === 'template') return <TemplateForm draft={draft} characters={characters} onChange={onChange} />;
  const Form = draft.type === 'single' ? SingleForm : CompositeForm;
  return (
    <div class="editor-grid rows-24">
      <div class="editor-main">
        <DraftPicture draft={draft} characters={characters} />
      </div>
      <div class="editor-side">
        <Form draft={draft} onChange={(change) => onChange(change, '')} />
      </div>
    </div>
  );
};

const BACKWARD = 'M9 6l-4 4 4 4M5 10h10a5 5 0 0 1 0 10h-3';
const FORWARD = 'M15 6l4 4-4 4M19 10H9a5 5 0 0 0 0 10h3';

/** What can be done about the present state of a draft. */
interface DraftSteps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canSave: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

interface ToolbarProps {
  readonly steps: DraftSteps;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly onDiscard: () => void;
}

const stepButton = (icon: string, label: string, can: boolean, step: () => void) => (
  <IconButton icon={icon} weight={1.75} label={label} title={label} disabled={!can} onClick={step} />
);

const Toolbar = ({ steps, changed, busy, onDiscard }: ToolbarProps) => (
  <div class={`editor-actions ${changed ? 'is-changed' : ''}`} data-bar>
    {stepButton(BACKWARD, pages.undo, steps.canUndo, steps.undo)}
    {stepButton(FORWARD, pages.redo, steps.canRedo, steps.redo)}
    {changed && <Button text={kit.discard} disabled={busy} onClick={onDiscard} />}
    <Button main text={busy ? kit.saving : pages.save} disabled={!steps.canSave} onClick={steps.save} />
  </div>
);

const Notes = ({ draft, outdated, problem }: { draft: PageDraft; outdated: boolean; problem: string | null }) => {
  const lost = linesLost(draft);
  const isTold = useToldAbove(problem);
  return (
    <>
      {outdated && <p class="notice notice-plain">{pages.changedElsewhere}</p>}
      {lost > 0 && <p class="notice notice-plain">{pages.linesLost(lost)}</p>}
      {!isComplete(draft) && <p class="notice notice-plain">{pages.incomplete}</p>}
      {problem && !isTold && <p class="notice notice-bad">{problem}</p>}
    </>
  );
};

/** Ctrl with S saves, with Z undoes, with Y or Shift and Z redoes, wherever the focus is. */
const useKeys = (steps: DraftSteps): void => {
  const stepOf = (key: string, shift: boolean): (() => void) | null => {
    if (key === 's') return () => steps.canSave && steps.save();
    if (key === 'z') return shift ? steps.redo : steps.undo;
    return key === 'y' ? steps.redo : null;
  };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = event.ctrlKey || event.metaKey ? stepOf(event.key.toLowerCase(), event.shiftKey) : null;
      if (!step) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
};

/** A page while it is written: what it shows now, its rows, and everything else about it. */
export const PageForm = ({ id, draft, changed, outdated, onChange, onDiscard, onSave }: Props) => {
  const history = useHistory<PageDraft>(id === null ? NEW_PAGE : `page.${id}`);
  const [asking, setAsking] = useState(false);
  const { busy, result, run, clear } = useWork();
  const { characters, problem } = usePicture(draft);
  const pins = useService(pinsOf);
  const { value: uses } = useResource(
    `uses ${id} ${pins}`,
    () => (id === null ? Promise.resolve(null) : pageOperations.uses(id)),
    ['pages', 'schedules', 'collections', 'boards', 'settings'],
  );
  const change = (part: Partial<PageDraft>, kind: string) => {
    history.note(draft, kind);
    if (result) clear();
    onChange(changeDraft(draft, part));
  };
  const save = () =>
    run(async () => {
      const said = await onSave();
      return said === null ? pages.savedShown : { tone: 'plain', text: said };
    });
  const saveFirst = async (): Promise<boolean> => !changed || save();
  const { canUndo, canRedo } = history;
  const steps: DraftSteps = {
    canUndo,
    canRedo,
    canSave: !busy && changed && draft.name.trim() !== '' && isComplete(draft),
    undo: () => onChange(history.undo(draft)),
    redo: () => onChange(history.redo(draft)),
    save: () => void save(),
  };
  useKeys(steps);
  const discard = () => {
    history.clear();
    setAsking(false);
    onDiscard();
  };
  return (
    <div class="editor">
      <header class="editor-head">
        <Back text={pages.editorBack} href="/pages" />
        <div class="editor-bar" data-bar>
          <div class="editor-name rows-4">
            <h1 class="visually-hidden">{draft.name.trim() || pages.untitled}</h1>
            <NameField draft={draft} onChange={(part) => change(part, 'name')} />
            <span class="meta">
              {describeSize(sizeOf(draft))} · {pages.types[draft.type]}
              {changed && <span class="editor-unsaved"> · {pages.unsaved}</span>}
            </span>
          </div>
          <Toolbar steps={steps} changed={changed} busy={busy} onDiscard={() => setAsking(true)} />
        </div>
        <Report result={result} />
        <Notes draft={draft} outdated={outdated} problem={problem} />
      </header>
      <Content draft={draft} characters={characters} onChange={change} />
      <div class="editor-more rows-24">
        <DetailsForm draft={draft} onChange={(part) => change(part, JSON.stringify(Object.keys(part)))} />
        <div class="rows-16">
          {id !== null && (
            <>
              <ShowOnBoard draft={draft} id={id} onSave={saveFirst} />
              <UsesList uses={uses?.references ?? []} />
              <PageActions id={id} draft={draft} uses={uses?.total ?? 0} />
            </>
          )}
        </div>
      </div>
      {asking && (
        <Confirm
          title={pages.discardTitle}
          text={pages.discardText}
          action={kit.discard}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
};

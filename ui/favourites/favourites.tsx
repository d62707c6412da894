import { useState } from 'preact/hooks';
import { LONGEST_NAME, MESSAGE_MINUTES } from '../../src/schema/limits.ts';
import type { Favourite } from '../../src/schema/content/favourites.ts';
import { chooseBoard } from '../../src/core/look/shown.ts';
import { Button, sending } from '../kit/button.tsx';
import { useDraft } from '../kit/draft.ts';
import { ConfirmButton } from '../kit/dialog.tsx';
import { NumberField, SelectField, TextField, membersOf } from '../kit/field.tsx';
import { useResource } from '../kit/resource.ts';
import { useTitle } from '../shell/title.ts';
import { Loading, Report, useWork } from '../kit/work.tsx';
import { useService } from '../service-state.ts';
import { strings } from '../strings.ts';
import { favourites as texts } from '../strings/favourites.ts';
import { CodeSheet } from './code-sheet.tsx';
import { FavouritePicture } from './favourite-picture.tsx';
import { favouriteOperations, toldSend } from './operations.ts';
import '../kit/views.css';
import './favourites.css';

const ALL = 'all';

/** The boards of a favourite as one choice: several chosen ones stay as they are. */
const useBoardChoices = (): readonly (readonly [string, string])[] => {
  const boards = useService((state) => state.boards) ?? [];
  return [...boards.map(({ id, name }) => [id, name] as const), [ALL, texts.allBoards] as const];
};

const boardsOf = (choice: string): Favourite['boards'] => (choice === ALL ? ALL : [choice]);

interface NewDraft {
  readonly name: string;
  readonly text: string;
  readonly minutes: number | null;
  readonly board: string;
}

const NewFavourite = ({ onDone }: { onDone: () => void }) => {
  const choices = useBoardChoices();
  const [kept, setKept, byNow] = useDraft<NewDraft>('favourite.new');
  const draft = kept ?? { name: '', text: '', minutes: null, board: choices[0]?.[0] ?? ALL };
  const { name, text, minutes, board } = draft;
  const field = membersOf(draft, (change) => setKept({ ...draft, ...change }));
  const { busy, result, act } = useWork();
  const add = act(async () => {
    await favouriteOperations.create({ name: name.trim(), boards: boardsOf(board), minutes, text });
    if (byNow() === kept) setKept(null);
    onDone();
    return texts.saved;
  });
  return (
    <form class="card panel form no-print" onSubmit={sending(add)}>
      <h2>{texts.newTitle}</h2>
      <TextField label={texts.name} maxLength={LONGEST_NAME} required {...field('name')} />
      <TextField label={texts.text} required {...field('text')} />
      <SelectField label={texts.board} options={choices} {...field('board')} />
      <NumberField label={texts.minutes} hint={texts.minutesHint} range={MESSAGE_MINUTES} {...field('minutes')} />
      <Button submit main text={texts.add} disabled={busy || name.trim() === '' || text === ''} />
      <Report result={result} />
    </form>
  );
};

const Card = ({ one, onDone }: { one: Favourite; onDone: () => void }) => {
  const choices = useBoardChoices();
  const [name, setName] = useState(one.name);
  const board = useService(({ boards }) =>
    chooseBoard(boards ?? [], one.boards === ALL ? null : (one.boards[0] ?? null)),
  );
  const { busy, result, run, act } = useWork();
  const of = (id: string): string => choices.find(([choice]) => choice === id)?.[1] ?? id;
  const where = one.boards === ALL ? texts.allBoards : one.boards.map(of).join(', ');
  const change = act(async (work: () => Promise<unknown>, said: string) => {
    await work();
    onDone();
    return said;
  });
  const isRenamed = !['', one.name].includes(name.trim());
  const rename = () => {
    if (isRenamed && !busy) change(() => favouriteOperations.update(one.id, { name: name.trim() }), texts.saved);
  };
  const button = (label: string, work: () => void) => <Button small text={label} disabled={busy} onClick={work} />;
  return (
    <li class="card">
      {board && <FavouritePicture one={one} board={board} />}
      <form onSubmit={sending(rename)}>
        <TextField label={texts.name} value={name} maxLength={LONGEST_NAME} onChange={setName} />
      </form>
      <span class="meta">{texts.facts(where, one.minutes)}</span>
      {one.tokens > 0 && <span class="meta">{texts.tokens(one.tokens)}</span>}
      <div class="favourite-buttons">
        {button(texts.show, () => void run(async () => toldSend(await favouriteOperations.send(one.id))))}
        {isRenamed && button(texts.save, rename)}
        {one.tokens > 0 && button(texts.revoke, () => change(() => favouriteOperations.revoke(one.id), texts.revoked))}
        <ConfirmButton
          text={texts.remove}
          disabled={busy}
          question={{ title: texts.removeTitle, text: texts.removeText, action: texts.remove }}
          onConfirm={() => change(() => favouriteOperations.remove(one.id), '')}
        />
      </div>
      <Report result={result} />
    </li>
  );
};

/** Everything about favourites: those that there are, a new one, and their codes. */
export const Favourites = () => {
  const { value, problem, reload } = useResource('favourites', favouriteOperations.list, ['favourites', 'boards']);
  useTitle(texts.title);
  if (!value) return <Loading problem={problem} onRetry={reload} />;
  const { favourites } = value;
  return (
    <div class="form favourite-page">
      <a class="back no-print" href="/">
        {strings.parts.home}
      </a>
      <h1 class="no-print">{texts.title}</h1>
      <p class="meta no-print">{favourites.length === 0 ? texts.none : texts.intro}</p>
      <div class="favourite-columns rows-16">
        {favourites.length > 0 && (
          <ul class="favourite-list rows-16 no-print">
            {favourites.map((one) => (
              <Card key={one.id} one={one} onDone={reload} />
            ))}
          </ul>
        )}
        <div class="form">
          <NewFavourite onDone={reload} />
          {favourites.length > 0 && <CodeSheet all={favourites} onMade={reload} />}
        </div>
      </div>
    </div>
  );
};

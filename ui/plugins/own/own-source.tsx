import { LONGEST_SOURCE_NAME } from '../../../src/schema/limits.ts';
import { useState } from 'preact/hooks';
import type { OwnAnswerFound, OwnCheckAnswer } from '../../../src/schema/plugins/sources.ts';
import { Back, Button, ButtonLink, sending } from '../../kit/button.tsx';
import { keepDraft, useDraft } from '../../kit/draft.ts';
import { Field, NumberField, TextField, membersOf } from '../../kit/field.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { plugins as pluginTexts } from '../../strings/plugins.ts';
import { sources as texts } from '../../strings/sources.ts';
import { AnswerTree } from './answer-tree.tsx';
import { pluginOperations } from '../api.ts';
import { nameFor, nameProblems, withoutPlace, writeOwnFile, type Chosen } from './own-file.ts';
import { FileProblems, TrialPicture, useTrial } from './own-trial.tsx';
import { replacedAt, withoutAt } from '../../list.ts';

const LONGEST = 22;
/** Where the browser keeps the address that is typed. */
const ADDRESS = 'own.address';

interface ValueRowProps {
  readonly value: Chosen;
  /** What is wrong with its name. */
  readonly problem: string | null;
  readonly onChange: (value: Chosen) => void;
  readonly onRemove: () => void;
}

const ValueRow = ({ value, problem, onChange, onRemove }: ValueRowProps) => {
  const field = membersOf(value, (change) => onChange({ ...value, ...change }));
  return (
    <div class="own-value">
      <TextField exact label={texts.valueName} problem={problem} {...field('name')} />
      <TextField exact label={texts.formula} hint={texts.formulaHint} {...field('formula')} />
      <NumberField label={texts.cells} min={1} max={LONGEST} {...field('cells')} empty={value.cells} />
      <Button text={texts.removeShort} aria-label={texts.remove(value.name)} onClick={onRemove} />
    </div>
  );
};

const Shape = ({ found }: { found: OwnAnswerFound }) => {
  const draftName = `own.${found.url}`;
  const [draft, setDraft] = useDraft<{ readonly name: string; readonly chosen: readonly Chosen[] }>(draftName);
  const { name, chosen } = draft ?? { name: 'My source', chosen: [] };
  const setName = (typed: string) => setDraft({ name: typed, chosen });
  const setChosen = (next: readonly Chosen[]) => setDraft({ name, chosen: next });
  const [kept, setKept] = useState<string | null>(null);
  const { busy, result, act } = useWork();
  const problems = nameProblems(chosen);
  const isNamed = name.trim() !== '' && problems.every((problem) => problem === null);
  const file = chosen.length > 0 && isNamed ? writeOwnFile(name, found, chosen) : null;
  const trial = useTrial(file, found.config);
  const choose = (path: string, value: unknown) => {
    const taken = chosen.map((one) => one.name);
    const cells = Math.min(LONGEST, Math.max(4, String(value).length));
    // An answer without members lies at no path.
    const formula = path === '' ? 'answer' : '';
    setChosen([...chosen, { name: nameFor(path, taken), path, formula, cells }]);
  };
  const keep = act(async () => {
    const saved = await pluginOperations.saveOwn(file ?? '', kept !== null, trial.confirmed);
    if (Object.keys(found.config).length > 0) await pluginOperations.configure(saved.id, found.config);
    setKept(saved.id);
    for (const one of [draftName, ADDRESS]) keepDraft(one, null);
    return texts.kept(saved.name);
  });
  return (
    <>
      <section class="card panel form" aria-labelledby="own-answer">
        <h2 id="own-answer">{texts.answer}</h2>
        <p class="meta">{texts.answerHint}</p>
        <AnswerTree value={found.value} onChoose={choose} />
      </section>
      {chosen.length > 0 && (
        <section class="card panel form" aria-labelledby="own-values">
          <h2 id="own-values">{texts.values}</h2>
          <TextField
            label={texts.name}
            maxLength={LONGEST_SOURCE_NAME}
            problem={name.trim() === '' ? texts.nameProblem : null}
            value={name}
            onChange={setName}
          />
          {chosen.map((value, at) => (
            <ValueRow
              key={at}
              value={value}
              problem={problems[at] ?? null}
              onChange={(next) => setChosen(replacedAt(chosen, at, next))}
              onRemove={() => setChosen(withoutAt(chosen, at))}
            />
          ))}
          <TrialPicture {...trial} problem={withoutPlace(trial.problem)} />
          <div class="view-actions">
            <Button
              main
              text={texts.keep}
              disabled={busy || file === null || trial.problem !== '' || trial.asks.length > 0}
              onClick={keep}
            />
            <Button
              text={texts.share}
              disabled={file === null}
              onClick={() => saveFile(`${name}.source.json`, 'application/json', file ?? '')}
            />
            {kept !== null && <ButtonLink text={texts.openKept} href={`/plugins/${encodeURIComponent(kept)}`} />}
          </div>
          <Report result={result} />
        </section>
      )}
    </>
  );
};

const BringIn = () => {
  const [file, setFile] = useState('');
  const [checked, setChecked] = useState<OwnCheckAnswer | null>(null);
  const { busy, result, run, act } = useWork();
  const take = act(async (given: File | undefined) => {
    const text = (await given?.text()) ?? '';
    setFile(text);
    setChecked(await pluginOperations.checkOwn(text));
  });
  const bring = () => void run(async () => texts.kept((await pluginOperations.saveOwn(file, false, [])).name));
  return (
    <section
      class="card panel form"
      aria-labelledby="own-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => (event.preventDefault(), take(event.dataTransfer?.files[0]))}
    >
      <h2 id="own-file">{texts.bring}</h2>
      <Field
        label={texts.bringFile}
        hint={texts.bringHint}
        control={(tied) => (
          <input
            type="file"
            accept=".json,application/json"
            {...tied}
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
        )}
      />
      {checked && <FileProblems problems={checked.problems} />}
      {checked?.name && (
        <>
          <p class="notice notice-plain">{texts.wouldAsk(checked.name, checked.hosts.join(', '))}</p>
          <Button text={texts.bringIn} disabled={busy} onClick={bring} />
        </>
      )}
      <Report result={result} />
    </section>
  );
};

/** A source of the owner's own: made of an address, or brought in as a file. */
export const OwnSource = () => {
  const [typed, setAddress] = useDraft<string>(ADDRESS);
  const address = typed ?? '';
  const [found, setFound] = useState<OwnAnswerFound | null>(null);
  const { busy, result, act } = useWork();
  const read = act(async () => {
    setFound(null);
    setFound(await pluginOperations.readAnswer(address));
  });
  return (
    <div class="plugins rows-16 own-source">
      <Back text={pluginTexts.back} href="/plugins" />
      <h1>{texts.ownTitle}</h1>
      <p class="meta plugin-note">{texts.ownIntro}</p>
      <form class="card panel form" onSubmit={sending(read)}>
        <h2>{texts.fromAddress}</h2>
        <TextField
          label={texts.address}
          hint={texts.addressHint}
          placeholder="https://"
          type="url"
          value={address}
          onChange={setAddress}
        />
        <div class="view-actions">
          <Button submit main text={texts.read} disabled={busy || address === ''} />
        </div>
        <Report result={result} />
      </form>
      {found && <Shape key={found.url} found={found} />}
      <BringIn />
    </div>
  );
};

import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../src/schema/common.ts';
import type { OwnCheckAnswer } from '../../../src/schema/plugins/sources.ts';
import { Back, Button, ButtonLink, sending } from '../../kit/button.tsx';
import { useDraft } from '../../kit/draft.ts';
import { LongField } from '../../kit/field.tsx';
import { useResource } from '../../kit/resource.ts';
import { saveFile } from '../../kit/save-file.ts';
import { Loading, Report, useWork } from '../../kit/work.tsx';
import { plugins as pluginTexts } from '../../strings/plugins.ts';
import { sources as texts } from '../../strings/sources.ts';
import { pluginOperations } from '../api.ts';
import { FileProblems, TrialPicture, useTrial } from './own-trial.tsx';

const ROWS = 24;

type Kept = Awaited<ReturnType<typeof pluginOperations.own>> & { readonly config: JsonObject };

const load = async (id: string): Promise<Kept> => {
  const [own, { config }] = await Promise.all([pluginOperations.own(id), pluginOperations.detail(id)]);
  return { ...own, config };
};

const FileForm = ({ kept }: { kept: Kept }) => {
  const [stored, setStored] = useState(kept.file);
  const [draft, setDraft, byNow] = useDraft<string>(`own.file.${kept.id}`);
  const file = draft ?? stored;
  const [problems, setProblems] = useState<OwnCheckAnswer['problems']>([]);
  const { busy, result, act } = useWork();
  const trial = useTrial(file, kept.config);
  const keep = act(async () => {
    const checked = await pluginOperations.checkOwn(file);
    setProblems(checked.problems);
    if (checked.problems.length > 0) return { tone: 'bad', text: texts.notInOrder };
    if (checked.id !== kept.id) return { tone: 'bad', text: texts.sameId(kept.id) };
    await pluginOperations.saveOwn(file, true, trial.confirmed);
    setStored(file);
    if (byNow() === draft) setDraft(null);
    return texts.changed(checked.name ?? kept.id);
  });
  return (
    <form class="card panel form" onSubmit={sending(keep)}>
      <LongField
        label={texts.file}
        hint={texts.fileHint}
        class="own-file"
        rows={ROWS}
        value={file}
        onChange={(typed) => (setDraft(typed === stored ? null : typed), setProblems([]))}
      />
      <FileProblems problems={problems} />
      <TrialPicture {...trial} problem={problems.length > 0 ? '' : trial.problem} />
      <div class="view-actions">
        <Button submit main text={texts.keepChanges} disabled={busy || file === stored} />
        <Button text={texts.share} onClick={() => saveFile(`${kept.id}.source.json`, 'application/json', file)} />
        <ButtonLink text={texts.openKept} href={`/plugins/${encodeURIComponent(kept.id)}`} />
      </div>
      <Report result={result} />
    </form>
  );
};

/** The file of one of the owner's sources, to be changed: its page is seen meanwhile. */
export const OwnEditor = ({ id }: { id: string }) => {
  const kept = useResource(`own-${id}`, () => load(id));
  return (
    <div class="plugins rows-16">
      <Back text={pluginTexts.back} href="/plugins" />
      <h1>{texts.change(id)}</h1>
      {kept.value ? <FileForm key={id} kept={kept.value} /> : <Loading problem={kept.problem} onRetry={kept.reload} />}
    </div>
  );
};

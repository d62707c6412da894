import { useRef } from 'preact/hooks';
import { parseObject } from '../../src/core/json.ts';
import { Button } from '../kit/button.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { pages } from '../strings/pages.ts';
import { pageOperations } from './operations.ts';

const FORMAT = 'flapbox-page';

/** A file of another kind is told here: the service could only name the members that it lacks. */
const parse = async (file: File): Promise<unknown> => {
  const page = parseObject(await file.text());
  if (page?.['format'] !== FORMAT) throw new Error(pages.importFails);
  return page;
};

/** Makes a page out of a file that was saved from a page. */
export const ImportPage = () => {
  const input = useRef<HTMLInputElement>(null);
  const { busy, result, run } = useWork();
  const take = (file: File | undefined) =>
    file &&
    void run(async () => {
      const { page, missing_sources } = await pageOperations.import(await parse(file));
      return missing_sources.length > 0
        ? { tone: 'plain', text: pages.importedMissing(page.name, missing_sources.join(', ')) }
        : pages.imported(page.name);
    });
  const choose = (field: HTMLInputElement) => {
    take(field.files?.[0]);
    field.value = '';
  };
  return (
    <div class="import-page">
      <Button text={pages.import} disabled={busy} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={pages.import}
        onChange={(event) => choose(event.currentTarget)}
      />
      <Report result={result} />
    </div>
  );
};

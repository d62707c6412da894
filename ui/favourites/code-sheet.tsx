import { useState } from 'preact/hooks';
import type { Favourite } from '../../src/schema/content/favourites.ts';
import { Button } from '../kit/button.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { favourites as texts } from '../strings/favourites.ts';
import { favouriteOperations } from './operations.ts';
import { codePath } from './code-path.ts';

/** A text as a code to scan. */
const CodePicture = ({ text, label }: { text: string; label: string }) => {
  const { path, width } = codePath(text);
  return (
    <svg viewBox={`0 0 ${width} ${width}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={width} height={width} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
};

interface Code {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** A sheet with a code for each favourite, to print or to write on tags. The codes are new each time. */
export const CodeSheet = ({ all, onMade }: { all: readonly Favourite[]; onMade: () => void }) => {
  const [codes, setCodes] = useState<readonly Code[]>([]);
  const { busy, result, act } = useWork();
  const make = act(async () => {
    const made: Code[] = [];
    for (const { id, name } of all)
      made.push({ id, name, url: location.origin + (await favouriteOperations.addToken(id)).path });
    setCodes(made);
    onMade();
  });
  return (
    <section class="card panel form">
      <h2 class="no-print">{texts.codes}</h2>
      <p class="meta no-print">{texts.codesNote}</p>
      <div class="favourite-buttons no-print">
        <Button text={texts.makeCodes} disabled={busy || all.length === 0} onClick={make} />
        {codes.length > 0 && <Button main text={texts.print} onClick={() => print()} />}
      </div>
      <Report result={result} />
      {codes.length > 0 && (
        <ul class="code-sheet">
          {codes.map(({ id, name, url }) => (
            <li key={id}>
              <strong>{name}</strong>
              <CodePicture text={url} label={texts.codeOf(name)} />
              <span class="meta">{url}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

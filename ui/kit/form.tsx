import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { kit } from '../strings/kit.ts';
import { Button } from './button.tsx';
import { useDraft } from './draft.ts';
import { membersOf } from './field.tsx';
import { Report, useWork, type Result } from './work.tsx';
import './controls.css';

/** Something that is being changed: what is stored, with what was typed over it. */
export interface Form<T extends object> {
  readonly value: T;
  /** Whether anything differs from what is stored. */
  readonly changed: boolean;
  readonly busy: boolean;
  readonly result: Result | null;
  change(change: Partial<T>): void;
  /** A member for the field that changes it. */
  readonly field: ReturnType<typeof membersOf<T>>;
  /** Forgets what was typed. */
  discard(): void;
  /**
   * Runs the work that stores it; what was typed is forgotten when that succeeds. The work answers a sentence, or
   * nothing for "Saved".
   */
  save(work: (value: T) => Promise<string | Result | void>): Promise<boolean>;
}

/** What was just saved is shown for this long until the service's own answer is there. */
const ARRIVAL_MS = 1500;

interface Typed<T> {
  readonly name: string;
  readonly value: Partial<T>;
  /** What was stored when this was saved; null while it is not. */
  readonly savedOver: string | null;
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/**
 * A form over `stored`, kept under `name` while it is typed: it outlives a reload and a sign-in. `keep` takes the
 * secrets out of what the browser keeps.
 */
export const useForm = <T extends object>(
  name: string,
  stored: T,
  keep: (typed: Partial<T>) => Partial<T> = (typed) => typed,
): Form<T> => {
  const [draft, setDraft] = useDraft<Partial<T>>(name);
  const [typed, setTyped] = useState<Typed<T> | null>(null);
  const { busy, result, run, clear } = useWork();
  /** Whether something was typed since it began to be saved: that is not saved yet. */
  const isTypedOn = useRef(false);
  const here = typed?.name === name ? typed : null;
  const saved = here !== null && here.savedOver !== null;
  const arrived = saved && here.savedOver !== JSON.stringify(stored);
  const present: Partial<T> = arrived ? {} : (here?.value ?? draft ?? {});
  const value: T = { ...stored, ...present };
  useEffect(() => {
    if (!saved) return undefined;
    const timer = setTimeout(() => setTyped((now) => (now?.savedOver === null ? now : null)), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, [saved]);
  const put = (next: Partial<T>) => {
    isTypedOn.current = true;
    const rest = Object.fromEntries(
      Object.entries(next).filter(([key, one]) => differs(one, stored[key as keyof T])),
    ) as Partial<T>;
    setTyped({ name, value: rest, savedOver: null });
    const kept = keep(rest);
    setDraft(Object.keys(kept).length > 0 ? kept : null);
  };
  const change = (changed: Partial<T>) => {
    if (result) clear();
    put({ ...present, ...changed });
  };
  return {
    value,
    changed: !saved && differs(value, stored),
    busy,
    result,
    change,
    field: membersOf(value, change),
    discard: () => {
      clear();
      put({});
    },
    save: (work) =>
      run(async () => {
        isTypedOn.current = false;
        const said = await work(value);
        if (!isTypedOn.current) {
          setTyped({ name, value: present, savedOver: JSON.stringify(stored) });
          setDraft(null);
        }
        return said ?? kit.saved;
      }),
  };
};

/** Leads whoever has sent a form to the first field of it that is said to be wrong, once that is drawn. */
export const leadToProblem = (form: Element): void =>
  void requestAnimationFrame(() =>
    form
      .querySelector('.field-note.is-wrong')
      ?.parentElement?.querySelector<HTMLElement>('input, select, textarea')
      ?.focus(),
  );

/**
 * The end of a form: saves what was changed, or forgets it; it stays in sight while there is something to save, or to
 * say about it. `always`: there is something to do without a change too.
 */
export const SaveBar = ({
  form: { changed, busy, result, discard },
  label = kit.save,
  always = false,
  children,
}: {
  form: Pick<Form<object>, 'changed' | 'busy' | 'result' | 'discard'>;
  label?: string;
  always?: boolean;
  children?: ComponentChildren;
}) => (
  <div class={`save-bar rows-10 ${changed || result ? 'is-changed' : ''}`} data-bar>
    <Report result={result} />
    <div class="save-bar-actions">
      <Button submit main text={busy ? kit.saving : label} disabled={busy || !(changed || always)} />
      {changed && (
        <button type="button" class="button" disabled={busy} onClick={discard}>
          <span>
            {kit.discardParts[0]}
            <span class="save-bar-more">{` ${kit.discardParts[1]}`}</span>
          </span>
        </button>
      )}
      {children}
    </div>
  </div>
);

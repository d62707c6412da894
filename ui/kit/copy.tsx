import { useState } from 'preact/hooks';
import { kit } from '../strings/kit.ts';
import './controls.css';

const AGAIN_MS = 2000;

// The clipboard of the browser is there only for pages from https and from this machine.
const copyText = async (text: string, field: HTMLElement | null): Promise<boolean> => {
  const written = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (written) return true;
  const range = document.createRange();
  if (!field) return false;
  range.selectNodeContents(field);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  return document.execCommand('copy');
};

/** A variable breaks after its dots and before longer parts of its name, rather than anywhere. */
const breakable = (text: string) =>
  text.startsWith('{{')
    ? text
        .replace(/\.|_(?=\w{4})/g, '$&\n')
        .split('\n')
        .map((part, index) => [part, <wbr key={index} />])
    : text;

/** A text to be used elsewhere, such as an address or a key, with a button that copies it. `label` says what it is. */
export const Copyable = ({ text, label, multiline }: { text: string; label: string; multiline?: boolean }) => {
  const [copied, setCopied] = useState(false);
  const copy = async (event: { currentTarget: HTMLElement }) => {
    if (!(await copyText(text, event.currentTarget.parentElement?.querySelector('code') ?? null))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), AGAIN_MS);
  };
  return (
    <div class={`copyable ${multiline ? 'is-multiline' : ''}`}>
      <code
        tabIndex={multiline ? 0 : undefined}
        role={multiline ? 'group' : undefined}
        aria-label={multiline ? label : undefined}
      >
        {multiline ? text : breakable(text)}
      </code>
      <button
        type="button"
        class="button button-small"
        aria-label={`${kit.copy}: ${label}`}
        onClick={(event) => void copy(event)}
      >
        <span aria-live="polite">{copied ? kit.copied : kit.copy}</span>
      </button>
    </div>
  );
};

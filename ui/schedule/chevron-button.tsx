import type { ButtonHTMLAttributes } from 'preact';

const CLASSES = { right: 'chevron', left: 'chevron is-left', up: 'chevron is-up', down: 'chevron is-down' } as const;

type Props = { readonly to: keyof typeof CLASSES; readonly label: string } & Pick<
  ButtonHTMLAttributes,
  'disabled' | 'onClick'
>;

/** A button with a chevron; `label` says what it does. */
export const ChevronButton = ({ to, label, ...others }: Props) => (
  <button type="button" class="icon-button" aria-label={label} {...others}>
    <span class={CLASSES[to]} aria-hidden="true" />
  </button>
);

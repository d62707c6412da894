import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'preact';

interface Look {
  readonly text: string;
  /** What is most likely wanted here. */
  readonly main?: boolean | undefined;
  /** What loses something. */
  readonly danger?: boolean | undefined;
  /** For lines of a list and for notices. */
  readonly small?: boolean | undefined;
}

const classOf = ({ main, danger, small }: Omit<Look, 'text'>): string =>
  `button${main ? ' button-main' : ''}${danger ? ' button-danger' : ''}${small ? ' button-small' : ''}`;

/** What a button with a text takes. */
export type ButtonProps = Look & { readonly submit?: boolean } & Omit<ButtonHTMLAttributes, 'type' | 'class'>;

/** A button with a text; `submit`: it sends the form that it stands in. */
export const Button = ({ text, main, danger, small, submit = false, ...others }: ButtonProps) => (
  <button type={submit ? 'submit' : 'button'} class={classOf({ main, danger, small })} {...others}>
    {text}
  </button>
);

type LinkProps = Look & Omit<AnchorHTMLAttributes, 'class' | 'role'> & { readonly href: string };

/** A link that looks like a button. */
export const ButtonLink = ({ text, main, danger, small, ...others }: LinkProps) => (
  <a class={classOf({ main, danger, small })} {...others}>
    {text}
  </a>
);

const PATHS = { cross: 'M6 6l12 12M18 6L6 18', arrow: 'M12 19V5M6 11l6-6 6 6' } as const;

type IconButtonProps = { readonly icon: keyof typeof PATHS; readonly label: string } & Omit<
  ButtonHTMLAttributes,
  'type' | 'class' | 'icon' | 'label'
>;

/** A button with a cross or an arrow upwards; `label` says what it does. */
export const IconButton = ({ icon, label, ...others }: IconButtonProps) => (
  <button type="button" class="icon-button" aria-label={label} {...others}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={PATHS[icon]}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  </button>
);

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, TargetedEvent } from 'preact';

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

/** Listens to a form that is sent: `send` is called with it, instead of the browser's own sending. */
export const sending =
  (send: (form: HTMLFormElement) => void) =>
  (event: TargetedEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(event.currentTarget);
  };

type LinkProps = Look & Omit<AnchorHTMLAttributes, 'class' | 'role'> & { readonly href: string };

/** A link that looks like a button. */
export const ButtonLink = ({ text, main, danger, small, ...others }: LinkProps) => (
  <a class={classOf({ main, danger, small })} {...others}>
    {text}
  </a>
);

/** What stands in a view that has nothing to show: that it has not, and the way on. */
export const Empty = ({ says, ...link }: { says: string } & LinkProps) => (
  <div class="empty rows-16">
    <p>{says}</p>
    <ButtonLink {...link} />
  </div>
);

/** The way back to the view above, whose name is `text`. */
export const Back = ({ text, href }: { text: string; href: string }) => (
  <a class="back" href={href}>
    {text}
  </a>
);

/** The icon of what closes or removes. */
export const CROSS = 'M6 6l12 12M18 6L6 18';

/** An outline on 24 × 24 as a picture, in the colour of the text beside it. */
export const Stroke = ({ path, width = 2, ...picture }: { path: string; width?: number; class?: string }) => (
  <svg {...picture} viewBox="0 0 24 24" aria-hidden="true">
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      stroke-width={width}
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);

type IconButtonProps = { readonly icon: string; readonly label: string; readonly weight?: number } & Omit<
  ButtonHTMLAttributes,
  'type' | 'class' | 'icon' | 'label'
>;

/** A button with an icon, a path of 24 × 24; `label` says what it does. */
export const IconButton = ({ icon, label, weight, ...others }: IconButtonProps) => (
  <button type="button" class="icon-button" aria-label={label} {...others}>
    <Stroke path={icon} width={weight} />
  </button>
);

import type { ComponentChildren } from 'preact';
import { Button, ButtonLink, sending } from '../kit/button.tsx';
import { Report, type Result } from '../kit/work.tsx';
import { wizard } from '../strings/wizard.ts';

interface Props {
  readonly step: number;
  readonly intro: string;
  readonly busy: boolean;
  readonly result: Result | null;
  readonly onNext: () => void;
  /** What the button that leads on says. */
  readonly next?: string;
  readonly nextBusy?: string;
  /** What stands beside the button. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One step: its title, its fields, and the ways back and on. */
export const StepFrame = ({
  step,
  intro,
  busy,
  result,
  onNext,
  next = wizard.next,
  nextBusy = wizard.saving,
  beside,
  children,
}: Props) => (
  <form class="form step" aria-labelledby="step-title" onSubmit={sending(onNext)}>
    <header class="step-head rows-6">
      <h1 id="step-title">{wizard.steps[step - 1]}</h1>
      <p class="meta">{intro}</p>
    </header>
    {children}
    <Report result={result} />
    <div class="step-ways" data-bar>
      {step > 1 && <ButtonLink text={wizard.back} href={`/setup/${step - 1}`} />}
      {beside}
      <Button submit main text={busy ? nextBusy : next} disabled={busy} />
    </div>
  </form>
);

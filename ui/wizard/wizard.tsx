import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { WorkButton } from '../kit/work.tsx';
import { navigate, type Place } from '../router.ts';
import { settingsOperations } from '../settings/api.ts';
import { useTitle } from '../shell/title.ts';
import { wizard } from '../strings/wizard.ts';
import '../kit/controls.css';
import '../kit/views.css';
import '../settings/settings.css';
import { BoardStep } from './board-step.tsx';
import { PageStep } from './page-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { rememberStep, rememberedStep, stepOf } from './remembered-step.ts';
import './wizard.css';

const VIEWS = [BoardStep, PlaceStep, PageStep];

/** Which step of how many it is; the other ones can be gone to. `children` stand at the end of the line above. */
const Progress = ({ step, children }: { step: number; children: ComponentChildren }) => (
  <nav class="wizard-steps rows-8" aria-label={wizard.progress}>
    <div class="row">
      <p class="meta">{wizard.step(step, wizard.steps.length)}</p>
      {children}
    </div>
    <ol>
      {wizard.steps.map((name, index) => (
        <li key={name} class={index + 1 < step ? 'is-past' : ''}>
          <a href={`/setup/${index + 1}`} aria-current={index + 1 === step ? 'step' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);

const skip = () => settingsOperations.setWizard('skipped').then(() => navigate('/'));

/** The first steps, one after another; without a step in the address it goes on where this browser left. */
export const Wizard = ({ place }: { place: Place }) => {
  const step = stepOf(place.path.split('/')[2] || null);
  useEffect(() => {
    if (step === null) return navigate(`/setup/${rememberedStep()}`, true);
    rememberStep(step);
  }, [step]);
  useTitle(wizard.steps[(step ?? 0) - 1] ?? null);
  const View = step === null ? undefined : VIEWS[step - 1];
  if (step === null || !View) return null;
  return (
    <div class="wizard rows-24">
      <Progress step={step}>
        <div class="wizard-skip">
          <WorkButton small text={wizard.skip} work={skip} />
        </div>
      </Progress>
      <View key={step} />
    </div>
  );
};

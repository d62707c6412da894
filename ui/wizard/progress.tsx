import type { ComponentChildren } from 'preact';
import { wizard } from '../strings/wizard.ts';

/** Which step of how many it is; the other ones can be gone to. `children` stand at the end of the line above. */
export const Progress = ({ step, children }: { step: number; children: ComponentChildren }) => (
  <nav class="wizard-steps" aria-label={wizard.progress}>
    <div class="row">
      <p class="meta">{wizard.step(step, wizard.steps.length)}</p>
      {children}
    </div>
    <ol>
      {wizard.steps.map((name, index) => (
        <li key={name} class={index + 1 < step ? 'is-past' : ''}>
          <a href={`/setup/${index + 1}`} aria-current={index + 1 === step ? 'step' : undefined}>
            {name}
            {index + 1 < step && <span class="visually-hidden"> ({wizard.done})</span>}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);

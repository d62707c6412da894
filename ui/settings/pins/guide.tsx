import type { ComponentChildren } from 'preact';
import { pins as texts } from '../../strings/pins.ts';
import './pins.css';

interface GuideProps {
  /** From 0. */
  readonly step: 0 | 1 | 2;
  readonly title: string;
  readonly note: string;
  readonly children: ComponentChildren;
}

/** A step of the guide to a wall on pins: where it is among the others, its title and what is to be done. */
export const Guide = ({ step, title, note, children }: GuideProps) => (
  <>
    <header class="rows-2">
      <h1 id="section-title">{title}</h1>
      <ol class="guide-steps" aria-label={texts.progress}>
        {texts.steps.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <p class="meta">{note}</p>
    </header>
    {children}
  </>
);

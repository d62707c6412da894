import type { ComponentChildren } from 'preact';
import { pins as texts } from '../../strings/pins.ts';
import './pins.css';

/** The steps of the guide to a wall on pins, from 0. */
export type GuideStep = 0 | 1 | 2;

/** A step of the guide to a wall on pins: where it is among the others, its title and what is to be done. */
export const Guide = ({
  step,
  title,
  note,
  children,
}: {
  step: GuideStep;
  title: string;
  note: string;
  children: ComponentChildren;
}) => (
  <>
    <header class="section-head">
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

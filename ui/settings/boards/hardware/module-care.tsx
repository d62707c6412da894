import { useState } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { SelectField } from '../../../kit/field.tsx';
import { boards } from '../../../strings/settings/boards.ts';
import type { Command } from './calibration-plan.ts';
import { nudgesFrom, reversalsOf, type ModuleHealth, type WallHealth } from './module-health.ts';
import { Bullets, Table } from '../../facts.tsx';

const texts = boards.calibration.care;

const words = (text: string): string => texts.states[text as 'ok'] ?? text.replaceAll('_', ' ');

const Row = ({ module, flaps }: { module: ModuleHealth; flaps: readonly string[] }) => (
  <tr>
    <th scope="row" class="is-whole">
      {texts.module(module.address, module.row + 1, module.col + 1)}
    </th>
    <td>{words(module.state)}</td>
    <td>{module.position === null ? '–' : texts.flap(flaps[module.position] ?? String(module.position))}</td>
    <td>{module.missed_homes}</td>
    <td>{module.unexpected_homes}</td>
    <td>{module.offset}</td>
    <td>{module.reversed ? texts.reversed : texts.forwards}</td>
    <td>{words(module.sensor)}</td>
  </tr>
);

interface HealthTableProps {
  readonly health: WallHealth;
  /** The modules to tell of. */
  readonly modules: readonly ModuleHealth[];
  readonly flaps: readonly string[];
}

/** What is known of modules: counted faults, offset and direction, and what is wrong as sentences. */
export const HealthTable = ({ health: { faults }, modules, flaps }: HealthTableProps) => (
  <>
    {faults.length > 0 && (
      <div class="notice notice-bad">
        <strong>{texts.faults}</strong>
        <Bullets of={faults} />
      </div>
    )}
    <Table label={texts.title} columns={texts.columns}>
      {modules.map((module) => (
        <Row key={module.address} module={module} flaps={flaps} />
      ))}
    </Table>
  </>
);

interface FlapCareProps {
  readonly chosen: readonly ModuleHealth[];
  readonly flaps: readonly string[];
  readonly busy: boolean;
  readonly onAct: (commands: readonly Command[]) => void;
}

/** Says which flap the chosen modules show, so that they turn to the one they should; turns them the other way. */
export const FlapCare = ({ chosen, flaps, busy, onAct }: FlapCareProps) => {
  const [shown, setShown] = useState('0');
  const nudges = nudgesFrom(Number(shown), chosen, flaps.length);
  const disabled = busy || chosen.length === 0;
  return (
    <div class="part rows-12">
      <SelectField
        label={texts.shows}
        hint={texts.showsHint}
        value={shown}
        options={flaps.map((flap, index) => [String(index), texts.flap(flap)] as const)}
        onChange={setShown}
      />
      <div class="row row-start">
        <Button
          text={texts.correct}
          disabled={disabled || nudges.length === 0}
          onClick={() => onAct(nudges.map((input) => ({ action: 'nudge', input })))}
        />
        <Button
          text={texts.reverse}
          disabled={disabled}
          onClick={() => onAct(reversalsOf(chosen).map((input) => ({ action: 'reverse', input })))}
        />
      </div>
    </div>
  );
};

import type { VNode } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LongField, SelectField, TextField } from '../../../ui/kit/field.tsx';

const test = suite('fields of a form');

const TIED = { id: 'one', 'aria-describedby': 'one-note', 'aria-invalid': true } as const;
const LABELLED = { label: 'Units', problem: 'Is required.' };
const onChange = (): void => undefined;

type Fielded = VNode<{ problem?: string; control: (tied: typeof TIED) => VNode<Record<string, unknown>> }>;

for (const [name, field] of Object.entries({
  text: TextField({ ...LABELLED, value: '', onChange }),
  'a time': TextField({ ...LABELLED, value: '', onChange, type: 'time' }),
  'several lines': LongField({ ...LABELLED, value: '', onChange }),
  choice: SelectField({ ...LABELLED, value: '', onChange, options: [['', 'none']] }),
}))
  test(`${name}: the control carries its name, its hint and that it is wrong, by which it is found and gets the focus`, () => {
    const { problem, control } = (field as Fielded).props;
    assert.is(problem, LABELLED.problem);
    const { props } = control(TIED);
    assert.equal(
      Object.keys(TIED).map((member) => props[member]),
      Object.values(TIED),
    );
  });

test.run();

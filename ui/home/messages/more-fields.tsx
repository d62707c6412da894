import type { TemplateCheck } from '../../../src/schema/content/templates.ts';
import { request } from '../../api.ts';
import { useAnswer } from '../../kit/answer.ts';
import { SelectField, Switch, membersOf } from '../../kit/field.tsx';
import { MomentFields } from '../../kit/moment-fields.tsx';
import { asSentence } from '../../kit/sentence.ts';
import { messages } from '../../strings/messages.ts';
import type { MoreProps } from '../more.tsx';
import type { MessageOptions } from './post-message.ts';
import '../messages.css';

const askProblems = async ({ boardId, text }: Pick<MoreProps, 'boardId' | 'text'>): Promise<readonly string[]> => {
  const template = text.split('\n');
  const body = { template, line_metadata: template.map(() => ({ alignment: 'left', wrap: true })) };
  const { problems } = await request<TemplateCheck>(
    'POST',
    `/templates/validate?board=${encodeURIComponent(boardId)}`,
    body,
  );
  return [...new Set(problems.map(({ message }) => message))];
};

/** What is unknown in a text with live data, told before it is sent. */
const Unknown = (question: Pick<MoreProps, 'boardId' | 'text'>) => {
  const { value, problem: failure } = useAnswer(question, askProblems);
  const problems = failure === null ? (value ?? []) : [];
  return (
    <div role="status" class="field-note is-wrong">
      {problems.map((problem) => (
        <p key={problem}>{asSentence(problem)}</p>
      ))}
    </div>
  );
};

const USUAL = {
  priority: 'normal',
  when_busy: 'replace',
  after_silence: false,
  acknowledge: false,
  template: false,
} as const;

/** The rest of what a message may say: how much it matters, when it is shown, what ends it, and live data. */
export const MoreFields = ({ boardId, text, wishes, onChange }: MoreProps) => {
  const set = (change: MessageOptions) => onChange({ ...wishes, ...change });
  const field = membersOf({ ...USUAL, ...wishes }, set);
  return (
    <div class="more-fields">
      <SelectField label={messages.priority} options={messages.priorities} {...field('priority')} />
      <SelectField label={messages.whenBusy} options={messages.whenBusyChoices} {...field('when_busy')} />
      <MomentFields
        dayLabel={messages.day}
        timeLabel={messages.at}
        value={wishes.at ?? ''}
        onChange={(at) => set({ at: at || null })}
      />
      <Switch label={messages.afterSilence} {...field('after_silence')} />
      <Switch label={messages.acknowledge} hint={messages.acknowledgeHint} {...field('acknowledge')} />
      <Switch label={messages.template} hint={messages.templateHint} {...field('template')} />
      <Switch
        label={messages.bottom}
        value={wishes.rows === 'bottom'}
        onChange={(isBottom) => set({ rows: isBottom ? 'bottom' : null })}
      />
      {wishes.template && <Unknown boardId={boardId} text={text} />}
    </div>
  );
};

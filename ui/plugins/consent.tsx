import type { Destination } from '../../src/schema/plugins/plugins.ts';
import { ApiError } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { createStore, useStore } from '../store.ts';
import { consent as texts } from '../strings/consent.ts';
import { kit } from '../strings/kit.ts';
import './consent.css';

interface Question {
  readonly destinations: readonly Destination[];
  readonly answer: (confirmed: boolean) => void;
}

const question = createStore<{ asked: Question | null }>({ asked: null });

const ask = (destinations: readonly Destination[]): Promise<boolean> =>
  new Promise((resolve) => {
    question.get().asked?.answer(false);
    const answer = (confirmed: boolean) => {
      question.set({ asked: null });
      resolve(confirmed);
    };
    question.set({ asked: { destinations, answer } });
  });

/** The destinations that a refusal asks to be confirmed; none for any other error. */
export const destinationsIn = (error: unknown): readonly Destination[] =>
  error instanceof ApiError && error.status === 409 && Array.isArray(error.body['destinations'])
    ? (error.body['destinations'] as Destination[])
    : [];

/** Does something that may need consent: asks the owner for what is refused, and does it again with his word. */
export const withConsent = async <T,>(work: (confirm: readonly Destination[]) => Promise<T>): Promise<T> => {
  try {
    return await work([]);
  } catch (error) {
    const destinations = destinationsIn(error);
    if (destinations.length === 0) throw error;
    if (!(await ask(destinations))) throw new Error(texts.refused, { cause: error });
    return work(destinations);
  }
};

interface DestinationListProps {
  readonly destinations: readonly Destination[];
  readonly titleOf?: (name: string) => string;
}

/** Places on the network by name, and what each may get; `titleOf` says what a setting is called. */
const DestinationList = ({ destinations, titleOf = (name) => name }: DestinationListProps) => (
  <>
    <p>{texts.asks}</p>
    <ul class="destinations">
      {destinations.map(({ destination, home, secrets, certificate }) => (
        <li key={destination}>
          <strong>{destination}</strong>
          {home && texts.inYourNetwork}
          {secrets.length > 0 && texts.sends(secrets.map(titleOf))}.
          {certificate !== undefined && (
            <p>
              {texts.certificate} <code>{certificate}</code>
            </p>
          )}
        </li>
      ))}
    </ul>
    <p class="meta">{texts.intro}</p>
  </>
);

/** The question that is open, above everything. */
export const ConsentDialog = () => {
  const asked = useStore(question, (state) => state.asked);
  if (!asked) return null;
  return (
    <Dialog title={texts.title} onClose={() => asked.answer(false)}>
      <DestinationList destinations={asked.destinations} />
      <div class="actions">
        <Button main text={texts.confirm} onClick={() => asked.answer(true)} />
        <Button text={kit.cancel} onClick={() => asked.answer(false)} />
      </div>
    </Dialog>
  );
};

interface ConsentBoxProps extends DestinationListProps {
  readonly note?: string;
  readonly onConfirm: () => Promise<void>;
}

/** What waits for the owner's word, in the page; nothing when nothing waits. */
export const ConsentBox = ({ destinations, titleOf, note, onConfirm }: ConsentBoxProps) => {
  const { busy, result, run } = useWork();
  if (destinations.length === 0) return null;
  return (
    <section class="notice notice-plain consent-box" aria-label={texts.title}>
      {note !== undefined && <p>{note}</p>}
      <DestinationList destinations={destinations} titleOf={titleOf} />
      <p>
        <Button main text={texts.confirm} disabled={busy} onClick={() => void run(onConfirm)} />
      </p>
      <Report result={result} />
    </section>
  );
};

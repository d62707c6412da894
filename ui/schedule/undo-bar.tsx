import { useLayoutEffect } from 'preact/hooks';
import { kit } from '../strings/kit.ts';
import type { Place } from '../router.ts';
import { schedule } from '../strings/schedule.ts';
import { ruleAddress } from './address.ts';
import type { Plan } from './plan.ts';
import { Button, CROSS, IconButton } from '../kit/button.tsx';

const isUndo = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;

/**
 * Says in one line what was changed last, and takes it back; so do Ctrl and Z outside of fields. What there is to know
 * about a rule is behind a link.
 */
export const UndoBar = ({ place, plan }: { place: Place; plan: Plan }) => {
  const { lastChange, undo } = plan;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!lastChange?.undo || !isUndo(event) || (event.target as Element).closest('input, textarea, select, dialog'))
        return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [lastChange]);
  return (
    <div class={`undo-bar ${lastChange ? '' : 'is-empty'}`} data-bar>
      <div role="status" class="undo-bar-text">
        {lastChange && (
          <p class={lastChange.failed ? 'is-failed' : ''} title={lastChange.text}>
            {lastChange.text}
          </p>
        )}
      </div>
      {lastChange?.notes && (
        <a class="undo-bar-notes" href={ruleAddress(place, lastChange.notes.rule)}>
          {schedule.toKnow(lastChange.notes.count)}
        </a>
      )}
      {lastChange?.onlyThisDay && <Button small text={schedule.onlyThisDay} onClick={plan.onlyThisDay} />}
      {lastChange?.undo && <Button small text={schedule.undo} onClick={undo} />}
      {lastChange && <IconButton icon={CROSS} label={kit.close} onClick={plan.dismiss} />}
    </div>
  );
};

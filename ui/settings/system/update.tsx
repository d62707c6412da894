import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Loaded, Panel, Section } from '../section.tsx';
import { RestartButtons } from './restart-buttons.tsx';
import { UpdateFromAddress, UpdateFromFile } from './update-forms.tsx';
import { UpdateState } from './update-state.tsx';

const LOOK_MS = 2000;

/** Updates of the card: from a file or an address, how they stand, and the restart that tries them. */
export const Update = () => {
  const status = useResource('update', systemOperations.update);
  usePoll(status.reload, status.value?.available === false ? null : LOOK_MS);
  return (
    <Section name="update">
      <Loaded from={status}>
        {(value) =>
          value.available ? (
            <>
              <UpdateState status={value} />
              <UpdateFromFile disabled={value.state === 'updating'} onDone={status.reload} />
              <UpdateFromAddress disabled={value.state === 'updating'} onDone={status.reload} />
              <RestartButtons />
            </>
          ) : (
            <Panel>
              <dl class="facts">
                <div>
                  <dt>{system.update.version}</dt>
                  <dd>{value.version}</dd>
                </div>
              </dl>
              <p class="meta">{value.reason ?? system.update.elsewhere}</p>
            </Panel>
          )
        }
      </Loaded>
    </Section>
  );
};

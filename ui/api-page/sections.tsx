import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { fits, geometryOf } from '../../src/core/flaps/geometry.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { SelectField } from '../kit/field.tsx';
import type { AuthStatus } from '../../src/schema/appliance/auth.ts';
import { apiPage as texts } from '../strings/api-page.ts';
import type { Facts } from './facts.ts';
import { ApiSection, ExampleList, ExampleView } from './example-list.tsx';
import { boardExamples, dataExamples, liveExamples, mcpConfiguration, mcpExample, receiveExample } from './examples.ts';

const LINKS = [
  ['/api/docs', texts.docs],
  ['/api/redoc', texts.redoc],
  ['/api/openapi.json', texts.openapi],
] as const;

/** The address, and where everything is described. */
export const AddressSection = () => (
  <ApiSection name="address" title={texts.address}>
    <Copyable text={`${location.origin}/api`} label={texts.addressLabel} />
    <h3>{texts.references}</h3>
    <ul class="api-links">
      {LINKS.map(([address, [name, note]]) => (
        <li key={address}>
          <a class="link" href={address}>
            {name}
          </a>
          <span class="meta">{note}</span>
        </li>
      ))}
    </ul>
  </ApiSection>
);

/** How programs identify themselves. */
export const TokenSection = ({ status }: { status: AuthStatus }) => (
  <ApiSection name="token" title={texts.token}>
    <p>{status.enabled ? texts.tokenOn : texts.tokenOff}</p>
    <p>
      <ButtonLink text={texts.tokenLink} href="/settings/account" />
    </p>
    <Copyable text={texts.tokenCommand} label={texts.tokenSet} />
  </ApiSection>
);

interface BoardSectionsProps {
  readonly facts: Facts;
  readonly board: BoardDetail;
  readonly boards: readonly BoardDetail[];
  readonly onBoard: (id: string) => void;
}

/** What is done with a board, and with what stands on it. */
export const BoardSections = ({ facts, board, boards, onBoard }: BoardSectionsProps) => {
  const { origin } = location;
  const named = board.is_primary ? 'primary' : board.id;
  const page = facts.pages.find((one) => fits(geometryOf(one), board)) ?? null;
  return (
    <>
      <ApiSection name="boards" title={texts.groups.boards}>
        {boards.length > 1 && (
          <SelectField
            label={texts.board}
            value={board.id}
            options={boards.map(({ id, name }) => [id, name] as const)}
            onChange={onBoard}
          />
        )}
        <ExampleList examples={boardExamples(origin, named)} />
      </ApiSection>
      <ApiSection name="data" title={texts.groups.data}>
        <ExampleList examples={dataExamples(origin, named, page)} />
        <ExampleView example={receiveExample(origin)}>
          {!facts.receives && (
            <p class="field-note">
              {texts.receiveOff}{' '}
              <a class="link" href="/plugins/webhook">
                {texts.receiveLink}
              </a>
            </p>
          )}
        </ExampleView>
      </ApiSection>
    </>
  );
};

/** How programs and assistants follow along. */
export const LiveSections = ({ status }: { status: AuthStatus }) => (
  <>
    <ApiSection name="live" title={texts.groups.live}>
      <ExampleList examples={liveExamples(location.origin, status.enabled ? status : null)} />
    </ApiSection>
    <ApiSection name="assistants" title={texts.groups.assistants}>
      <p>{texts.assistantsIntro}</p>
      <Copyable text={mcpConfiguration(location.origin)} label={texts.mcpConfig} multiline />
      <p class="field-note">{texts.assistantsToken}</p>
      <ExampleView example={mcpExample(location.origin)} />
    </ApiSection>
  </>
);

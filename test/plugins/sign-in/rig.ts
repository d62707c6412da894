import type { StoredPlugins } from '../../../src/plugins/keeping/configuration.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import type { SignInServer } from '../../support/sign-in-server.ts';
import { createHost, FLAGSHIP, type HostFixture } from '../fixture.ts';
import { fileFor } from '../source-file.ts';

/** Who signs in, from a page in the house. */
export const HOME = { session: 'mine', origin: 'http://flapbox.local' };

/** Lets the fake clock run while real sockets answer. */
export const during = async <T>(clock: FakeClock, work: Promise<T>): Promise<T> => {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  finished.catch(() => undefined);
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await clock.advance(100);
  }
  return finished;
};

/** A host with a source whose service is the stand-in. */
export const hostFor = (
  server: SignInServer,
  { account = {}, confirmed = true, config = {} }: { account?: object; confirmed?: boolean; config?: object } = {},
): HostFixture => {
  const file = fileFor(server.origin, { account: server.account(account) });
  const destination = { destination: server.origin, home: true, secrets: ['client_secret', 'sign-in'] };
  const stored: StoredPlugins = {
    probe: {
      enabled: true,
      config: { client_id: 'client', ...config },
      secrets: { client_secret: 'very-secret-client' },
      source: { text: JSON.stringify(file), local: false },
      confirmed: confirmed ? [destination] : [],
    },
  };
  return createHost({ builtins: [] }, stored);
};

/** Signs in as an owner does who pastes the address. */
export const signIn = async ({ host, clock }: HostFixture, server: SignInServer): Promise<void> => {
  await during(clock, host.signIns.begin('probe', 'paste', HOME));
  const { waiting } = host.signIns.state('probe', HOME);
  await during(clock, host.signIns.finish('probe', await server.agree(waiting?.url ?? ''), HOME));
};

/** What the source reads now. */
export const read = ({ host, clock }: HostFixture) => during(clock, host.data('probe', FLAGSHIP));
/** How it stands with the sign-in. */
export const stateOf = ({ host }: HostFixture) => host.signIns.state('probe', HOME);
/** Every renewal that the service was asked for. */
export const refreshes = (server: SignInServer) =>
  server.forms.filter(({ fields }) => fields['grant_type'] === 'refresh_token');
/** The tokens that are stored. */
export const tokensOf = ({ store }: HostFixture) => store.plugins['probe']?.sign_in?.secrets as Record<string, string>;

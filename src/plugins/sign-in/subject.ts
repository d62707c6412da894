import { Fault } from '../../fault.ts';
import type { SourceMoment } from '../../sources/scope.ts';
import { oauthOf, type OAuth } from '../../sources/sign-in/schema.ts';
import { momentOf } from '../contract/plugin.ts';
import type { Installation } from '../keeping/installation.ts';
import type { SourceShelf } from '../keeping/source-shelf.ts';
import type { PluginHostPorts } from '../ports.ts';
import { sourceMomentOf, type SourcePluginOptions } from '../running/source-plugin.ts';

/** What sign-ins need. */
export interface SignInPorts extends Pick<PluginHostPorts, 'store' | 'clock' | 'log' | 'zone' | 'location'> {
  readonly shelf: SourceShelf;
  readonly installation: Installation;
  /** Starts a key anew after its sign-in has changed. */
  readonly reset: (key: string) => Promise<void>;
}

/** A key whose source is signed in to, with all that its sign-in is made of now. */
export interface Subject {
  readonly key: string;
  readonly options: SourcePluginOptions;
  readonly oauth: OAuth;
  readonly moment: SourceMoment;
  readonly hosts: readonly string[];
  readonly url: string;
}

/** The subject of a key. Throws Fault 404, 400 for a source that needs no sign-in. */
export const subjectOf = (ports: SignInPorts, key: string): Subject => {
  const { plugin, key: name, configuration } = ports.installation.known(key);
  const { id } = plugin.manifest;
  const loaded = ports.shelf.load(id);
  const oauth = loaded && oauthOf(loaded.source);
  if (!loaded || !oauth) throw new Fault(400, `"${name}" needs no sign-in.`);
  const { account } = loaded.source;
  return {
    key: name,
    options: loaded.options,
    oauth,
    moment: sourceMomentOf(momentOf(ports, configuration.effective())),
    hosts: loaded.plugin.notes.hosts,
    url: account === 'none' ? '' : account.url,
  };
};

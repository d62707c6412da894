import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { Copyable } from '../kit/copy.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import { receiveExample, signedExample } from './receive-example.ts';
import type { Setting } from './settings/setting-schema.ts';

/** Where other programs post data for a plugin, with examples. */
export const ReceiveAddress = ({ plugin }: { plugin: PluginDetail }) => {
  const { address, command } = receiveExample(location.origin, plugin.id);
  const signs = (plugin.settings_schema as Setting).properties?.['secret'] !== undefined;
  return (
    <section class="card panel form" aria-labelledby="receive-title">
      <h2 id="receive-title">{texts.receive}</h2>
      <p class="meta">{texts.receiveIntro}</p>
      <Copyable text={address} label={texts.address} />
      <Copyable text={command} label={texts.curl} multiline />
      <p class="field-note">
        {texts.tokenNote} <a href="/settings/account">{texts.tokenLink}</a> <a href="/api-help">{texts.moreExamples}</a>
      </p>
      {signs && (
        <>
          <p class="meta">{texts.signed}</p>
          <Copyable text={signedExample(location.origin, plugin.id)} label={texts.curlSigned} multiline />
        </>
      )}
    </section>
  );
};

import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { Copyable } from '../kit/copy.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import type { Setting } from './settings/setting-schema.ts';

const BODY = '{"message": "HELLO"}';
const TYPE = "-H 'Content-Type: application/json'";
const TOKEN = '-H "Authorization: Bearer $TOKEN"';

const addressOf = (origin: string, plugin: string): string => `${origin}/api/v1/plugins/${plugin}/receive`;

/** Where data are posted to a plugin, and the command that posts some. */
const receiveExample = (origin: string, plugin: string): { readonly address: string; readonly command: string } => {
  const address = addressOf(origin, plugin);
  return { address, command: `curl -X POST '${address}' \\\n  ${TOKEN} \\\n  ${TYPE} \\\n  -d '${BODY}'` };
};

/** The same with the body signed by the secret `$SECRET`. */
const signedExample = (origin: string, plugin: string): string =>
  [
    `BODY='${BODY}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')`,
    `curl -X POST '${addressOf(origin, plugin)}' \\\n  ${TOKEN} \\\n  ${TYPE} \\\n  -H ` +
      `"X-Webhook-Signature: sha256=$SIGNATURE" \\\n  -d "$BODY"`,
  ].join('\n');

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
        {texts.tokenNote} <a href="/settings/account">{texts.tokenLink}</a>
      </p>
      <p class="field-note">
        <a href="/api-help">{texts.moreExamples}</a>
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

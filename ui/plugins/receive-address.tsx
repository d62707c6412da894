import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { Copyable } from '../kit/copy.tsx';
import { plugins as texts } from '../strings/plugins.ts';
import type { Setting } from './settings/setting-schema.ts';

const BODY = '{"message": "HELLO"}';
const TYPE = "-H 'Content-Type: application/json'";
const TOKEN = '-H "Authorization: Bearer $TOKEN"';

const exampleFor = (address: string): string =>
  `curl -X POST '${address}' \\\n  ${TOKEN} \\\n  ${TYPE} \\\n  -d '${BODY}'`;

/** The same with the body signed by the secret `$SECRET`. */
const signedExampleFor = (address: string): string =>
  [
    `BODY='${BODY}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')`,
    `curl -X POST '${address}' \\\n  ${TOKEN} \\\n  ${TYPE} \\\n  -H ` +
      `"X-Webhook-Signature: sha256=$SIGNATURE" \\\n  -d "$BODY"`,
  ].join('\n');

/** Where other programs post data for a plugin, with examples. */
export const ReceiveAddress = ({ plugin }: { plugin: PluginDetail }) => {
  const address = `${location.origin}/api/v1/plugins/${plugin.id}/receive`;
  const signs = (plugin.settings_schema as Setting).properties?.['secret'] !== undefined;
  return (
    <section class="card panel form" aria-labelledby="receive-title">
      <h2 id="receive-title">{texts.receive}</h2>
      <p class="meta">{texts.receiveIntro}</p>
      <Copyable text={address} label={texts.address} />
      <Copyable text={exampleFor(address)} label={texts.curl} multiline />
      <p class="field-note">
        {texts.tokenNote} <a href="/settings/account">{texts.tokenLink}</a>
      </p>
      <p class="field-note">
        <a href="/api-help">{texts.moreExamples}</a>
      </p>
      {signs && (
        <>
          <p class="meta">{texts.signed}</p>
          <Copyable text={signedExampleFor(address)} label={texts.curlSigned} multiline />
        </>
      )}
    </section>
  );
};

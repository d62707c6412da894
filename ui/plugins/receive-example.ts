const BODY = '{"message": "HELLO"}';
const TYPE = "-H 'Content-Type: application/json'";
const TOKEN = '-H "Authorization: Bearer $TOKEN"';

const addressOf = (origin: string, plugin: string): string => `${origin}/api/v1/plugins/${plugin}/receive`;

/** Where data are posted to a plugin, and the command that posts some. */
export const receiveExample = (
  origin: string,
  plugin: string,
): { readonly address: string; readonly command: string } => {
  const address = addressOf(origin, plugin);
  return { address, command: `curl -X POST '${address}' \\\n  ${TOKEN} \\\n  ${TYPE} \\\n  -d '${BODY}'` };
};

/** The same with the body signed by the secret `$SECRET`. */
export const signedExample = (origin: string, plugin: string): string =>
  [
    `BODY='${BODY}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')`,
    `curl -X POST '${addressOf(origin, plugin)}' \\\n  ${TOKEN} \\\n  ${TYPE} \\\n  -H ` +
      `"X-Webhook-Signature: sha256=$SIGNATURE" \\\n  -d "$BODY"`,
  ].join('\n');

import { demoPages } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import { Refusal, type DataPlugin } from '../../contract/plugin.ts';
import { isScalar } from '../../contract/variables.ts';
import { verifySignature } from '../../running/receive.ts';

const manifest = defineManifest({
  id: 'webhook',
  name: 'Webhook',
  description: 'Shows what another program posts: every member of the JSON object becomes a variable',
  icon: 'webhook',
  category: 'data',
  documentation:
    'Post a JSON object to `/api/v1/plugins/webhook/receive`; `{"door": "open"}` makes ' +
    '`{{webhook.door}}`. With a secret set, sign the body: header `X-Webhook-Signature: sha256=` and the hex ' +
    'HMAC-SHA256 of the raw body.',
  settings: {
    secret: {
      type: 'string',
      title: 'Secret',
      description: 'Key that bodies must be signed with; empty accepts all',
      'ui:widget': 'password',
      maxLength: 256,
    },
    display_field: {
      type: 'string',
      title: 'Field to show',
      description: 'Member that a page of this plugin alone shows',
      default: 'message',
      maxLength: 100,
    },
  },
  env_vars: [{ name: 'WEBHOOK_SECRET', description: 'Key that bodies must be signed with', key: 'secret' }],
  variables: {
    auto_discover: true,
    simple: { message: { description: 'The member "message" of the last body', max_length: 22, example: 'HELLO' } },
  },
  demo: demoPages('Webhook', ['', '', '{{webhook.message|wrap}}', '', '', ''], ['{{webhook.message|wrap}}', '', '']),
});

/** Data that others post. */
export const webhook: DataPlugin = {
  manifest,
  receive: (request) => {
    verifySignature(request.config['secret'], request);
    const { payload } = request;
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
      throw new Refusal('invalid', 'The body must be a JSON object.');
    return { ...payload };
  },
  format: ({ data, board, config }) => {
    const shown = data[String(config['display_field'])];
    return isScalar(shown) ? centerBlock([String(shown)], board) : [];
  },
};

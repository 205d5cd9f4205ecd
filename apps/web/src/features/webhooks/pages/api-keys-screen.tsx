import { ApiKeysPage } from '../../settings/public-keys.ts';
import { WebhookSecrets } from '../components/webhook-secrets.tsx';

/** `/settings/api-keys`, with the secrets of the webhooks beside the keys. */
export function ApiKeysScreen() {
  return <ApiKeysPage secrets={<WebhookSecrets />} />;
}

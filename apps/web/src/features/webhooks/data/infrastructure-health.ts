import type { WebhookHealth } from './webhook-words.ts';
import type { Infrastructure } from './webhooks.ts';

/**
 * Null: not set up. The mail server fails while it takes nothing of what waits; an address that it refuses is only
 * counted. The storage fails when it took none of the last day's files.
 */
export function infrastructureHealth(
  facts: Infrastructure,
): Record<'identity' | 'email' | 'storage', WebhookHealth | null> {
  const { identity_providers: providers, smtp, object_storage: storage, emails_24h: emails, files_24h: files } = facts;
  return {
    identity: providers.length > 0 ? 'working' : null,
    email: smtp ? (emails.retrying > 0 ? 'failing' : 'working') : null,
    storage: storage ? (files.failed > 0 && files.stored === 0 ? 'failing' : 'working') : null,
  };
}

import { writeAudit } from '../../platform/auth/audit.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { getClient } from '../accounts/public.ts';
import { listOwnerAddresses } from '../team/public.ts';
import type { Paused } from './deliver.ts';
import { findEndpoint } from './endpoint-repo.ts';

const lifeS = 7 * 24 * 3_600;

/** Tells the Owners that a webhook was paused, and writes it into the audit log. */
export async function notifyPaused(platform: Platform, { clientId, id, reason }: Paused): Promise<void> {
  const about = await platform.db.withTenant(clientId, async (tx) => {
    const endpoint = await findEndpoint(tx, id);
    if (endpoint === null) return null;
    await writeAudit(tx, {
      action: 'webhooks.paused',
      uid: 'system',
      clientId,
      target: id,
      ip: '',
      requestId: '',
      detail: { reason },
    });
    return { host: new URL(endpoint.url).host, account: (await getClient(tx)).name };
  });
  if (about === null) return;
  const why = reason === 'gone' ? 'The receiver answered 410 Gone.' : 'It accepted no delivery for three days.';
  await platform.db.system.transaction('webhooks', async (tx) => {
    for (const to of await listOwnerAddresses(tx, clientId)) {
      const email = {
        kind: 'webhooks.paused',
        to,
        subject: `Webhook paused: ${about.host}`,
        lines: [
          `The webhook to ${about.host} of ${about.account} was paused. ${why}`,
          'Waiting events are kept for seven days. Fix the receiver, then resume the webhook.',
        ],
        action: { label: 'Open integrations', url: `${platform.publicUrl()}/integrations` },
      };
      await enqueueEmail(tx, platform, email, lifeS, clientId);
    }
  });
  notifyMailWorker(platform);
}

import type { AuditEvent } from '@parley/contract/types';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import { postExternal } from '../../../platform/outbound/post.ts';
import { signedHeaders } from '../../../platform/outbound/sign-webhook.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Batch } from './batch-repo.ts';
import { openForwardingSecret } from './forwarding-secrets.ts';
import { sendSyslog, syslogMessage } from './syslog.ts';

export const timeoutMs = 15_000;
const maxAnswerBytes = 65_536;

export type Delivery = {
  clientId: string;
  forwarding: Pick<Batch, 'id' | 'kind' | 'address' | 'secret_enc' | 'ca_certificate'>;
  /** The same whenever these events are sent again. */
  batchId: string;
  type: 'audit.events' | 'audit.test';
  events: readonly AuditEvent[];
};

/** @returns what went wrong, in words; null: the receiver has them */
export async function sendBatch(
  platform: Platform,
  { clientId, forwarding, batchId, type, events }: Delivery,
  signal: AbortSignal,
): Promise<string | null> {
  const allowed = platform.config.ALLOWED_PRIVATE_HOSTS;
  if (forwarding.kind === 'syslog') {
    const messages = events.map((event) => syslogMessage(event, clientId));
    const { address, ca_certificate: caCertificate } = forwarding;
    return sendSyslog({ address, caCertificate, allowed, timeoutMs, signal }, messages);
  }
  const secret = openForwardingSecret(platform, clientId, forwarding);
  const body = Buffer.from(JSON.stringify({ type, account_id: clientId, data: events }));
  const outcome = await postExternal({
    url: forwarding.address,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
      ...signedHeaders(secret, batchId, body, Date.now()),
    },
    ...{ body, timeoutMs, maxAnswerBytes, allowed, signal },
  });
  if (outcome.kind === 'refused') return addressErrorMessages[outcome.problem];
  if (outcome.kind !== 'answer') return `No answer (${outcome.detail.slice(0, 200)}).`;
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Redirected (${status}). Redirects are not followed.`;
  return `Answered ${status}.`;
}

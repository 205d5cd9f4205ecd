import { whenAvailable } from '../db/when-available.ts';
import type { Platform } from '../platform.ts';
import { startPollLoop } from '../poll-loop.ts';
import { decryptEmail } from './outbox.ts';
import {
  type ClaimedEmail,
  claimEmails,
  claimedForS,
  markEmailFailed,
  markEmailSent,
  nextEmailInMs,
} from './outbox-repo.ts';
import type { DeliveryResult, MailTransport } from './smtp.ts';

const batchSize = 4;
const idlePollMs = 30_000;
const shortestPollMs = 100;
const firstPauseS = 15;
const longestPauseS = 3_600;

/**
 * Delivers the emails of the outbox until stopped. Several processes share the work; an email is sent twice only when
 * a process crashes while sending it.
 */
export function startMailWorker(platform: Platform, transport: MailTransport): { stop(): Promise<void> } {
  const database = platform.db.system.statements('mail');
  const ending = new AbortController();

  async function deliver(email: ClaimedEmail): Promise<void> {
    const { id, recipient: to, subject, attempts } = email;
    const result = await transport.send({ id, to, subject, ...decryptEmail(platform.secrets, id, email.body_enc) });
    const write = () =>
      result.kind === 'sent'
        ? markEmailSent(database, id)
        : markEmailFailed(database, id, result.reason, pauseAfter(result, attempts));
    await whenAvailable(write, claimedForS * 1_000, ending.signal);
    if (result.kind !== 'sent') platform.log.warn({ email: id, reason: result.reason }, `mail: ${result.kind}`);
  }

  async function round(): Promise<number> {
    const emails = await claimEmails(database, batchSize);
    await Promise.all(emails.map(deliver));
    if (emails.length > 0) return 0;
    const nextMs = await nextEmailInMs(database);
    return Math.min(Math.max(nextMs ?? idlePollMs, shortestPollMs), idlePollMs);
  }

  const failure = 'mail: the outbox could not be read or written, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: 1_000 }, round);
  const off = platform.notifier.on('mail', loop.wake);
  return {
    async stop() {
      off();
      ending.abort();
      await loop.stop();
      transport.close();
    },
  };
}

/** Seconds until the next attempt, doubling to an hour; null when there is none. */
function pauseAfter(result: DeliveryResult, attempts: number): number | null {
  return result.kind === 'refused' ? null : Math.min(firstPauseS * 2 ** (attempts - 1), longestPauseS);
}

import { createHmac, randomInt } from 'node:crypto';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditEventOf, writeAudit } from '../../platform/auth/audit.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeEmailToStranger } from '../identity/public.ts';
import { confirmReportsEmail } from './report-email.ts';
import { listUnconfirmed, markReportWaiting } from './report-repo.ts';
import { enqueueDelivery } from './reports.ts';
import { type FeedbackSettingsRow, lockFeedbackSettings, storeEmailCode, updateEmailCode } from './settings-repo.ts';

const codeLifeS = 3_600;
/** How often a code may be mistyped; it is one of a million. */
const mostTries = 5;

/**
 * Emails a code to the address that reports shall go to; an earlier code no longer works.
 * @throws AppError not_retriable when no address waits to be confirmed; too_many_requests
 */
export async function sendEmailCode(platform: Platform, { actor }: Call<MemberActor>): Promise<void> {
  const { clientId, uid } = actor;
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  await platform.db.system.transaction('feedback', async (tx) => {
    const to = await storeEmailCode(tx, clientId, hashCode(platform, clientId, digits), codeLifeS);
    if (to === null) throw new AppError('not_retriable', { message: 'No email address waits to be confirmed.' });
    await takeEmailToStranger(tx, platform, { by: uid, to });
    const email = { ...confirmReportsEmail(to, digits, codeLifeS / 60), causedBy: uid };
    await enqueueEmail(tx, platform, email, codeLifeS, clientId);
  });
  notifyMailWorker(platform);
}

/**
 * Reports go to the address from now on, and those that waited for it go now.
 * @throws AppError validation_failed for a wrong code
 */
export async function confirmEmail(
  platform: Platform,
  call: Call<MemberActor>,
  digits: string,
): Promise<FeedbackSettingsRow> {
  const { clientId } = call.actor;
  const outcome = await platform.db.withTenant(clientId, async (tx) => {
    const row = await lockFeedbackSettings(tx);
    if (row.email_confirmed) return { row };
    const alive = row.email_code_hash !== null && (row.email_code_until?.getTime() ?? 0) > Date.now();
    if (!alive || row.email_code_tries >= mostTries) return { problem: 'This code no longer works. Send a new one.' };
    const right = row.email_code_hash?.equals(hashCode(platform, clientId, digits)) === true;
    const next = {
      email_confirmed: right,
      email_code_hash: right ? null : row.email_code_hash,
      email_code_tries: right ? 0 : row.email_code_tries + 1,
    };
    // A wrong try counts, so nothing is thrown before the commit.
    await updateEmailCode(tx, next);
    if (!right) return { problem: 'This is not the code of the latest email.' };
    for (const id of await listUnconfirmed(tx, row.email)) {
      await markReportWaiting(tx, id, 'email', row.email);
      await enqueueDelivery(tx, id);
    }
    await writeAudit(tx, auditEventOf(call, 'feedback.email_confirmed', clientId, { email: row.email }));
    return { row: { ...row, ...next } };
  });
  if (outcome.problem !== undefined) throw invalid('code', outcome.problem);
  notifyJobs(platform);
  return outcome.row;
}

/** A code belongs to its account; a change of the address deletes it. */
function hashCode({ secrets }: Platform, clientId: string, digits: string): Buffer {
  return createHmac('sha256', secrets.derive('codes of report addresses')).update(`${clientId} ${digits}`).digest();
}

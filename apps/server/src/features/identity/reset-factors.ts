import type { Executor } from '../../platform/db/sql.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { secondFactorResetEmail } from './emails.ts';
import { deleteFactors } from './factor-repo.ts';
import { getUser } from './repo.ts';
import { revokeOtherSessions } from './session-repo.ts';

const noticeLifeS = 24 * 3600;
const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Turns two-step verification off for a user who lost it, signs them out everywhere, and tells them.
 * @param by who did it, for the email
 * @returns the ended sessions; null when it was off
 */
export async function resetSecondFactor(
  tx: Executor,
  platform: Pick<Platform, 'secrets'>,
  uid: string,
  by: string,
): Promise<string[] | null> {
  if (!(await deleteFactors(tx, uid))) return null;
  const { email } = await getUser(tx, uid);
  await enqueueEmail(tx, platform, secondFactorResetEmail(email, by), noticeLifeS);
  return revokeOtherSessions(tx, uid, nilId, 'factor');
}

import { cleanName } from '@parley/contract/names';
import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeClient, getNameAndCountry } from '../accounts/public.ts';
import { requireRecent } from '../identity/public.ts';
import type { TeamDependencies } from './dependencies.ts';
import { accountClosedEmail } from './emails.ts';
import { auditOf, type MemberCall } from './members.ts';
import { transactAcrossAccounts } from './system-transactions.ts';
import { listAddresses } from './transfer-repo.ts';

const noticeLifeS = 24 * 3600;

/**
 * Closes an account: no one can enter it, no message is sent or received, its numbers are free for others.
 * @param typedName the account's name, typed to confirm
 * @throws AppError requires-recent-login; validation_failed with field `name`
 */
export async function closeAccount(
  platform: Platform,
  dependencies: TeamDependencies,
  call: MemberCall,
  typedName: string,
): Promise<void> {
  const { actor } = call;
  const { clientId } = actor;
  requireRecent(actor);
  const event = auditOf(call, 'account_closed', clientId);
  const settle = await transactAcrossAccounts(platform, async (tx) => {
    const { name } = await getNameAndCountry(tx, clientId);
    if (cleanName(typedName) !== cleanName(name)) throw invalid('name', `Type the name of the account: ${name}`);
    const settle = await closeNow(platform, dependencies, tx, clientId);
    for (const { id, email } of await listAddresses(tx, clientId)) {
      if (id !== actor.uid) await enqueueEmail(tx, platform, accountClosedEmail(email, name), noticeLifeS);
    }
    await writeAudit(tx, event);
    return settle;
  });
  logAudit(platform.log, event);
  settle();
  notifyMailWorker(platform);
}

/** @returns what to call when the transaction has committed */
export async function closeNow(
  platform: Platform,
  { closeChannels }: TeamDependencies,
  tx: Executor,
  clientId: string,
): Promise<() => void> {
  await closeClient(tx, clientId);
  const channelIds = await closeChannels(tx, clientId);
  return () => {
    for (const id of channelIds) platform.notifier.notify('channels', id);
    platform.notifier.notify('sessions', clientId);
  };
}

import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { hintMail, putLetter } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent } from '../identity/public.ts';
import { getClientName } from './invitation-repo.ts';
import { closedLetter } from './letters.ts';
import { auditOf, type MemberCall } from './members.ts';
import { transactPeople } from './people-db.ts';
import { closeClient, listAddresses } from './transfer-repo.ts';

/** Takes an account's channels off the network, in the transaction that closes the account. @returns their ids */
export type CloseChannels = (tx: Executor, clientId: string) => Promise<string[]>;

const noticeLifeS = 24 * 3600;

/**
 * Closes an account for everybody: nobody enters it, no message comes or goes, its numbers are free for others.
 * @param typedName the account's name as the person typed it to confirm
 * @throws AppError requires-recent-login; validation_failed with field `name`
 */
export async function closeAccount(
  platform: Platform,
  call: MemberCall,
  typedName: string,
  closeChannels: CloseChannels,
): Promise<void> {
  const { actor } = call;
  const { clientId } = actor;
  requireRecent(actor);
  const event = auditOf(call, 'account_closed', clientId);
  const settle = await transactPeople(platform, async (tx) => {
    const name = await getClientName(tx, clientId);
    if (typedName.trim() !== name.trim()) throw invalid('name', `Type the name of the account: ${name}`);
    const settle = await closeNow(platform, tx, clientId, closeChannels);
    for (const { id, email } of await listAddresses(tx, clientId)) {
      if (id !== actor.uid) await putLetter(tx, platform, closedLetter(email, name), noticeLifeS);
    }
    await writeAudit(tx, event);
    return settle;
  });
  logAudit(platform.log, event);
  settle();
  hintMail(platform);
}

/** @returns what to call when the transaction has committed */
export async function closeNow(
  platform: Platform,
  tx: Executor,
  clientId: string,
  closeChannels: CloseChannels,
): Promise<() => void> {
  await closeClient(tx, clientId);
  const channelIds = await closeChannels(tx, clientId);
  return () => {
    for (const id of channelIds) platform.signal.hint('channels', id);
    platform.signal.hint('sessions', clientId);
  };
}

import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import { isNewVoiceNote, startTranscript } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { findTranscription } from './settings-repo.ts';

export const transcriptJobName = 'ai.transcribe';

/** In the transaction that stores the file of a recording: voice notes of customers, where the account wants all. */
export async function transcribeArrived(tx: TenantTx, messageId: string): Promise<void> {
  const settings = await findTranscription(tx);
  if (settings === null || settings.engine === 'off' || !settings.automatic) return;
  if (await isNewVoiceNote(tx, messageId)) await enqueueTranscript(tx, messageId, 'automatic');
}

/**
 * Has a stored recording written down. Notify the jobs afterwards.
 * @param author who asked
 * @returns false where it is or was written down already
 */
export async function enqueueTranscript(tx: TenantTx, messageId: string, author: string): Promise<boolean> {
  const run = newId();
  const version = await startTranscript(tx, messageId, run);
  if (version === null) return false;
  await addChanges(tx, [{ collection: 'messages', id: messageId, marker: 'MODIFIED', version }]);
  const payload = { message_id: messageId, run, author };
  const { clientId } = tx;
  // One recording of an account at a time: nobody keeps the engine from others by sending many.
  await enqueueJobs(tx, [
    { clientId, id: run, kind: transcriptJobName, payload, key: `transcripts ${clientId}`, weight: 'light' },
  ]);
  return true;
}

import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { BusyChannel } from '../state/claim-repo.ts';

const addReadMarkStatement = statement(
  'messaging.add_read_mark',
  `insert into read_marks (client_id, channel_id, thread_id, provider_message_id) values ($1, $2, $3, $4)
   on conflict (client_id, thread_id) do update set provider_message_id = excluded.provider_message_id, run_at = now(), tries = 0`,
);

export async function addReadMark(
  tx: Executor,
  mark: { clientId: string; channelId: string; threadId: string; providerMessageId: string },
): Promise<void> {
  await tx.run(addReadMarkStatement, [mark.clientId, mark.channelId, mark.threadId, mark.providerMessageId]);
}

const takeReadMarksStatement = statement(
  'messaging.claim_read_marks',
  `update read_marks set tries = tries + 1, run_at = now() + least(power(4, tries), 3600) * interval '1 second'
   where client_id = $1 and channel_id = $2 and run_at <= now()
   returning thread_id, provider_message_id, tries`,
);

/** Read marks that are due. Each is due again later, with backoff, until it is deleted. */
export function claimReadMarks(
  system: Executor,
  channel: BusyChannel,
): Promise<Array<{ thread_id: string; provider_message_id: string; tries: number }>> {
  return system.rows(takeReadMarksStatement, [channel.client_id, channel.channel_id]);
}

const removeReadMarkStatement = statement(
  'messaging.delete_read_mark',
  'delete from read_marks where client_id = $1 and thread_id = $2 and provider_message_id = $3',
);

export async function deleteReadMark(
  system: Executor,
  clientId: string,
  threadId: string,
  providerMessageId: string,
): Promise<void> {
  await system.run(removeReadMarkStatement, [clientId, threadId, providerMessageId]);
}

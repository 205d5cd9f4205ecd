import { type Executor, statement } from '../../../platform/db/sql.ts';
import type { BusyChannel } from './lane-repo.ts';

const addReadMarkStatement = statement(
  'read_marks_add',
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
  'read_marks_due',
  `update read_marks set tries = tries + 1, run_at = now() + least(power(4, tries), 3600) * interval '1 second'
   where client_id = $1 and channel_id = $2 and run_at <= now()
   returning thread_id, provider_message_id, tries`,
);

/** Due marks; each comes again later, at growing pauses, until it is removed. */
export function takeReadMarks(
  system: Executor,
  channel: BusyChannel,
): Promise<Array<{ thread_id: string; provider_message_id: string; tries: number }>> {
  return system.rows(takeReadMarksStatement, [channel.client_id, channel.channel_id]);
}

const removeReadMarkStatement = statement(
  'read_marks_remove',
  'delete from read_marks where client_id = $1 and thread_id = $2 and provider_message_id = $3',
);

export async function removeReadMark(
  system: Executor,
  clientId: string,
  threadId: string,
  providerMessageId: string,
): Promise<void> {
  await system.run(removeReadMarkStatement, [clientId, threadId, providerMessageId]);
}

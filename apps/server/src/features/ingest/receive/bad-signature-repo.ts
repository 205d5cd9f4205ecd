import { type Executor, statement } from '../../../platform/db/sql.ts';

const countStatement = statement(
  'ingest.count_bad_signatures',
  `insert into webhook_counters (client_id, channel_id, bad_signatures, last_bad_signature_at)
   select client_id, channel_id, n, now() from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as x(client_id, channel_id, n)
   order by client_id, channel_id
   on conflict (client_id, channel_id) do update
     set bad_signatures = webhook_counters.bad_signatures + excluded.bad_signatures, last_bad_signature_at = now()`,
);

export type BadSignatures = { clientId: string; channelId: string; n: number };

/** Adds to the counts of deliveries whose signature was wrong. */
export async function countBadSignatures(system: Executor, counts: readonly BadSignatures[]): Promise<void> {
  await system.run(countStatement, [
    counts.map((count) => count.clientId),
    counts.map((count) => count.channelId),
    counts.map((count) => count.n),
  ]);
}

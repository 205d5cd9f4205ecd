import { type Executor, statement } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { Refusal } from '../normalize/normalized-events.ts';

// A deleted account gets no refusals; the raw event stays until it expires.
const refusalsStatement = statement(
  'ingest.insert_refusals',
  `insert into webhook_refusals (client_id, id, channel_id, partition, seq, part, received_at, reason, detail, stored)
   select x.client_id, x.id, x.channel_id, $2, x.seq, x.part, x.received_at, x.reason, x.detail, x.stored
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, channel_id uuid, seq bigint, part int,
     received_at timestamptz, reason text, detail jsonb, stored boolean)
   where (select true from shared_clients c where c.id = x.client_id)
   on conflict (client_id, partition, seq, part) do nothing`,
);

/** Inserts refusals; an existing one of the same part stays unchanged. */
export async function insertRefusals(tx: Executor, partition: number, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  await tx.run(refusalsStatement, [
    JSON.stringify(
      refusals.map((refusal) => ({
        client_id: refusal.clientId,
        id: newId(),
        channel_id: refusal.channelId,
        seq: refusal.seq,
        part: refusal.part,
        received_at: refusal.receivedAt.toISOString(),
        reason: refusal.reason,
        detail: refusal.detail,
        stored: refusal.stored === true,
      })),
    ),
    partition,
  ]);
}

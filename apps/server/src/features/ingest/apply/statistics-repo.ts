import { type Executor, statement } from '../../../platform/db/sql.ts';

const addStatement = statement(
  'ingest.add_statistics',
  `insert into webhook_statistics as b (client_id, channel_id, day, deliveries, received, stored, refused)
   select x.client_id, x.channel_id, (now() at time zone 'UTC')::date, x.deliveries, x.received, x.stored, x.refused
   from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::int[])
     as x(client_id, channel_id, deliveries, received, stored, refused)
   where (select true from shared_clients c where c.id = x.client_id)
   order by x.client_id, x.channel_id
   on conflict (client_id, channel_id, day) do update set deliveries = b.deliveries + excluded.deliveries,
     received = b.received + excluded.received, stored = b.stored + excluded.stored, refused = b.refused + excluded.refused`,
);

/** What a batch adds to the statistics of a channel. */
export type StatisticsEntry = {
  clientId: string;
  channelId: string;
  deliveries: number;
  received: number;
  stored: number;
  refused: number;
};

/** Adds to webhook statistics; a deleted account has none. */
export async function addWebhookStatistics(tx: Executor, entries: readonly StatisticsEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(addStatement, [
    entries.map((entry) => entry.clientId),
    entries.map((entry) => entry.channelId),
    entries.map((entry) => entry.deliveries),
    entries.map((entry) => entry.received),
    entries.map((entry) => entry.stored),
    entries.map((entry) => entry.refused),
  ]);
}

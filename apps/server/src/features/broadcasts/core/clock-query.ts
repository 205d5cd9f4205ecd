import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const clock = statement(
  'broadcasts.find_clock',
  `select l.time_zone, now() + h.clock_offset_ms * interval '1 millisecond' as clock
   from shared_channels h join shared_clients l on l.id = $1 where h.client_id = $1 and h.id = $2`,
);
/** The account's time zone, and now by the channel's clock. */
export async function findClock(tx: TenantTx, channelId: string): Promise<{ time_zone: string; clock: Date }> {
  const [row] = await tx.rows<{ time_zone: string; clock: Date }>(clock, [tx.clientId, channelId]);
  return row ?? { time_zone: 'UTC', clock: new Date() };
}

import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const channelStatement = statement(
  'messaging.find_send_channel',
  `select ch.kind, ch.sandbox, cl.country from shared_channels ch join shared_clients cl on cl.id = ch.client_id
   where ch.client_id = $1 and ch.id = $2 and ch.deleted_at is null`,
);

/**
 * The properties of the channel that a first message needs: whether it has reply windows, and the country of numbers
 * without one.
 */
export type SendChannel = { kind: 'WHATSAPP' | 'SESSION'; sandbox: boolean; country: string };

/** @returns null when there is no such channel */
export async function findSendChannel(tx: TenantTx, channelId: string): Promise<SendChannel | null> {
  const [row] = await tx.rows<SendChannel>(channelStatement, [tx.clientId, channelId]);
  return row ?? null;
}

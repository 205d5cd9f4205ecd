import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** The latest state of one topic that WhatsApp reported about a channel in a webhook; the receiver writes them. */
export type AccountUpdateRow = {
  channel_id: string;
  name: string;
  value: string;
  detail: {
    description?: string;
    remediation?: string;
    severity?: string;
    month?: string | null;
    username?: string | null;
    provider?: string | null;
  } | null;
  ends_at: Date | null;
  provider_at: Date;
};

const listStatement = statement(
  'channels.list_active_facts',
  `select channel_id, name, value, detail, ends_at, provider_at from channel_facts
   where client_id = $1 and ($2::uuid is null or channel_id = $2) and active and (ends_at is null or ends_at > now())
   order by channel_id, name`,
);

/** What is so now, of one channel or of all. @param channelId null: all of the account */
export function listAccountUpdates(tx: TenantTx, channelId: string | null): Promise<AccountUpdateRow[]> {
  return tx.rows(listStatement, [tx.clientId, channelId]);
}

import { type Executor, statement } from '../../platform/db/sql.ts';

export type ChannelStatus = {
  label: string;
  account: string;
  sandbox: boolean;
  verified: boolean;
  state: 'ACTIVE' | 'PAUSED';
  state_reason: string | null;
  bad_signatures: number;
};

const statusStatement = statement(
  'channels.list_for_doctor',
  `select c.channel_label as label, a.name as account, c.sandbox, c.verified, c.state, c.state_reason,
     case when n.last_bad_signature_at > now() - interval '1 day' then n.bad_signatures else 0 end as bad_signatures
   from channels c join shared_clients a on a.id = c.client_id and a.deleted_at is null
   left join channel_webhook_counters n on n.client_id = c.client_id and n.channel_id = c.id
   where c.deleted_at is null order by a.name, c.channel_label`,
);

/** Every channel as stored in the database. */
export function listChannelStatuses(database: Executor): Promise<ChannelStatus[]> {
  return database.rows(statusStatement);
}

import type { WorkingHours } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { inGroups, takesConversationsOf } from '../../team/public.ts';

export type ChannelFacts = {
  id: string;
  kind: 'WHATSAPP' | 'SESSION';
  /** Its own, or those of the business. */
  working_hours: WorkingHours | null;
  country: string;
  /** The clock of the channel. */
  now: Date;
};

const channelsStatement = statement(
  'automations.list_channel_facts',
  `select c.id, c.kind, a.country,
     coalesce(c.working_hours, a.working_hours || jsonb_build_object('time_zone', a.time_zone)) as working_hours,
     now() + c.clock_offset_ms * interval '1 millisecond' as now
   from shared_channels c join shared_clients a on a.id = c.client_id where c.client_id = $1 and c.id = any($2)`,
);
export function listChannelFacts(tx: TenantTx, ids: readonly string[]): Promise<ChannelFacts[]> {
  return tx.rows(channelsStatement, [tx.clientId, ids]);
}

export async function getChannelFacts(tx: TenantTx, id: string): Promise<ChannelFacts> {
  const [row] = await listChannelFacts(tx, [id]);
  if (row === undefined) throw new Error('a thread without a channel');
  return row;
}

const memberStatement = statement(
  'automations.find_next_member',
  `select m.user_id from shared_client_users m
   left join automation_turns t on t.client_id = m.client_id and t.automation_id = $2 and t.user_id = m.user_id
   where m.client_id = $1 and ${takesConversationsOf('$4')} and ($3::uuid is null or ${inGroups('array[$3]')})
   order by t.at nulls first, m.user_id limit 1`,
);
/** Who of a group, or of all members, waits longest for a conversation; null when all are away. */
export async function findNextMember(
  tx: TenantTx,
  automationId: string,
  groupId: string | null,
  channelId: string,
): Promise<string | null> {
  const values = [tx.clientId, automationId, groupId, channelId];
  const [row] = await tx.rows<{ user_id: string }>(memberStatement, values);
  return row?.user_id ?? null;
}

const firstChannelStatement = statement(
  'automations.find_first_channel',
  'select id from shared_channels where client_id = $1 and deleted_at is null order by created_at, id limit 1',
);
export async function findFirstChannel(tx: TenantTx): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(firstChannelStatement, [tx.clientId]);
  return row?.id ?? null;
}

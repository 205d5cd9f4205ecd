import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const assignable = statement(
  'team.is_assignable',
  `select exists (select from client_users
     where client_id = $1 and user_id = $2 and suspended_at is null) as found`,
);

/** Whether conversations can be assigned to a user: an active member of this account. */
export async function isAssignable(tx: TenantTx, userId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(assignable, [tx.clientId, userId]);
  return row?.found === true;
}

const knownChannels = statement(
  'team.count_known_channels',
  'select count(*)::int as n from team_channels where client_id = $1 and id = any($2) and deleted_at is null',
);

const knownMembers = statement(
  'team.count_known_members',
  'select count(*)::int as n from client_users where client_id = $1 and user_id = any($2)',
);

/** Whether all of these are members of the account. @param ids distinct */
export async function areMembers(tx: TenantTx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const [row] = await tx.rows<{ n: number }>(knownMembers, [tx.clientId, ids]);
  return row?.n === ids.length;
}

const channelNames = statement(
  'team.list_channel_names',
  'select id, channel_label from team_channels where client_id = $1 and deleted_at is null',
);

export async function listChannelNames(tx: TenantTx): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; channel_label: string }>(channelNames, [tx.clientId]);
  return new Map(rows.map((row) => [row.id, row.channel_label]));
}

/** Whether all of these are channels of the account. @param ids distinct */
export async function areChannels(tx: Executor, clientId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const [row] = await tx.rows<{ n: number }>(knownChannels, [clientId, ids]);
  return row?.n === ids.length;
}

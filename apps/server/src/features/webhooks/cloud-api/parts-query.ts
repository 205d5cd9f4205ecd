import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const statusesStatement = statement(
  'webhooks.list_statuses',
  `select message_id, status, provider_at as at, detail from shared_message_events
   where client_id = $1 and message_id = any($2) and status <> 'failed' order by provider_at limit 5000`,
);

export type StatusRow = { message_id: string; status: string; at: Date; detail: { pricing?: unknown } | null };

/** What WhatsApp reported of messages, failures apart: a message says itself how it failed. */
export async function listStatuses(tx: TenantTx, messageIds: readonly string[]): Promise<StatusRow[]> {
  return messageIds.length === 0 ? [] : tx.rows(statusesStatement, [tx.clientId, messageIds]);
}

const removedStatement = statement(
  'webhooks.list_removed_reactions',
  `select id, reaction->'theirs'->>'at' as at from shared_messages
   where client_id = $1 and id = any($2) and reaction->'theirs'->>'emoji' = ''`,
);

/** When customers took back their reaction to messages, which no longer show it. */
export async function listRemovedReactions(tx: TenantTx, messageIds: readonly string[]): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; at: string }>(removedStatement, [tx.clientId, messageIds]);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

const toldStatement = statement(
  'webhooks.list_told_parts',
  `select event_id from webhook_deliveries
   where client_id = $1 and endpoint_id = $2 and row_id = any($3) and event_id = any($4)`,
);

/** Which events an endpoint has a delivery of already. */
export async function listTold(
  tx: TenantTx,
  endpointId: string,
  events: ReadonlyArray<{ event_id: string; row_id: string }>,
): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const ids = [events.map(({ row_id }) => row_id), events.map(({ event_id }) => event_id)];
  const rows = await tx.rows<{ event_id: string }>(toldStatement, [tx.clientId, endpointId, ...ids]);
  return new Set(rows.map(({ event_id }) => event_id));
}

const numbersStatement = statement(
  'webhooks.list_numbers',
  `select id, phone_number, phone_number_id, waba_id from shared_channels where client_id = $1 and id = any($2)`,
);

export type NumberRow = { id: string; phone_number: string; phone_number_id: string; waba_id: string };

export async function listNumbers(tx: TenantTx, channelIds: readonly string[]): Promise<Map<string, NumberRow>> {
  const rows = await tx.rows<NumberRow>(numbersStatement, [tx.clientId, channelIds]);
  return new Map(rows.map((row) => [row.id, row]));
}

const namesStatement = statement(
  'webhooks.list_contact_names',
  'select id, name from shared_contacts where client_id = $1 and id = any($2)',
);

export async function listNames(tx: TenantTx, contactIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(namesStatement, [tx.clientId, contactIds]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const groupsStatement = statement(
  'webhooks.list_groups',
  'select id, group_id from shared_threads where client_id = $1 and id = any($2) and group_id is not null',
);

/** WhatsApp's ids of the groups among conversations. */
export async function listGroups(tx: TenantTx, threadIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; group_id: string }>(groupsStatement, [tx.clientId, threadIds]);
  return new Map(rows.map(({ id, group_id }) => [id, group_id]));
}

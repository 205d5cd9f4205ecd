import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type BusinessNumber = {
  channelId: string;
  phoneNumberId: string;
  wabaId: string;
};

const numberStatement = statement(
  'graph.find_number',
  `select id as "channelId", phone_number_id as "phoneNumberId", waba_id as "wabaId" from shared_channels
   where client_id = $1 and deleted_at is null and kind = 'WHATSAPP' and ($2::text is null or phone_number_id = $2 or waba_id = $2)
     and ($3::uuid[] is null or id = any($3))
   order by verified desc, state, created_at, id limit 1`,
);

/**
 * A number of the account by its phone number id, or one of a WhatsApp Business account by that; null: any.
 * @param seen the channels that the caller may see; null: all
 */
export async function findNumber(
  tx: TenantTx,
  id: string | null,
  seen: readonly string[] | null,
): Promise<BusinessNumber | null> {
  const [row] = await tx.rows<BusinessNumber>(numberStatement, [tx.clientId, id, seen]);
  return row ?? null;
}

const messageStatement = statement(
  'graph.find_message',
  `select id, thread_id as "threadId" from shared_messages where client_id = $1 and channel_id = $2 and id = $3`,
);
const providerMessageStatement = statement(
  'graph.find_message_of_provider',
  `select id, thread_id as "threadId" from shared_messages
   where client_id = $1 and channel_id = $2 and provider_message_id = $3`,
);

export type FoundMessage = { id: string; threadId: string };

/** A message of a channel by our id, or by WhatsApp's. */
export async function findMessageBy(
  tx: TenantTx,
  channelId: string,
  by: { id: string } | { providerId: string },
): Promise<FoundMessage | null> {
  const [row] =
    'id' in by
      ? await tx.rows<FoundMessage>(messageStatement, [tx.clientId, channelId, by.id])
      : await tx.rows<FoundMessage>(providerMessageStatement, [tx.clientId, channelId, by.providerId]);
  return row ?? null;
}

const templateStatement = statement(
  'graph.find_template',
  `select t.id from shared_templates t where t.client_id = $1 and t.waba_id = $2 and t.name = $3
     and ($4::text is null or lower(t.language) = lower(replace($4, '-', '_'))) and t.status <> 'DELETED'
   order by t.status = 'ACTIVE' desc, t.language, t.id`,
);

/** The templates of a name, in one language or all; those that can be sent first. */
export function findTemplatesNamed(
  tx: TenantTx,
  wabaId: string,
  name: string,
  language: string | null,
): Promise<Array<{ id: string }>> {
  return tx.rows(templateStatement, [tx.clientId, wabaId, name, language]);
}

const threadStatement = statement(
  'graph.find_thread',
  'select id from shared_threads where client_id = $1 and channel_id = $2 and to_phone = $3',
);

/** The conversation of a number with a channel; null when there is none. */
export async function findThreadOf(tx: TenantTx, channelId: string, phone: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(threadStatement, [tx.clientId, channelId, phone]);
  return row?.id ?? null;
}

const groupStatement = statement(
  'graph.find_thread_of_group',
  'select id from shared_threads where client_id = $1 and channel_id = $2 and group_id = $3',
);

/** The conversation of a WhatsApp group with a channel; null when there is none. */
export async function findThreadOfGroup(tx: TenantTx, channelId: string, groupId: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(groupStatement, [tx.clientId, channelId, groupId]);
  return row?.id ?? null;
}

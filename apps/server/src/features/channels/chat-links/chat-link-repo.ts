import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ChatLinkRow = {
  id: string;
  channel_id: string;
  phone_number: string;
  name: string;
  text: string;
  code: string;
  created_by: string;
  created_at: Date;
  version: number;
  request_hash: Buffer;
  conversations: number;
  conversations_24h: number;
};

const columns = `l.id, l.channel_id, ch.phone_number, l.name, l.text, l.code, l.created_by, l.created_at, l.version, l.request_hash,
  u.conversations, u.conversations_24h`;
const joined = `chat_links l
  join channels ch on ch.client_id = l.client_id and ch.id = l.channel_id and ch.deleted_at is null
  cross join lateral (
    select count(distinct thread_id)::int as conversations,
      count(distinct thread_id) filter (where at > now() - interval '24 hours')::int as conversations_24h
    from chat_link_uses where client_id = l.client_id and link_id = l.id) u`;

const listStatement = statement(
  'channels.list_chat_links',
  `select ${columns} from ${joined} where l.client_id = $1 order by l.created_at desc, l.id desc`,
);
const findStatement = statement(
  'channels.find_chat_link',
  `select ${columns} from ${joined} where l.client_id = $1 and l.id = $2`,
);

export function listChatLinks(tx: TenantTx): Promise<ChatLinkRow[]> {
  return tx.rows<ChatLinkRow>(listStatement, [tx.clientId]);
}

export async function findChatLink(tx: TenantTx, id: string): Promise<ChatLinkRow | null> {
  const [row] = await tx.rows<ChatLinkRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

export type NewChatLink = Pick<
  ChatLinkRow,
  'id' | 'channel_id' | 'name' | 'text' | 'code' | 'created_by' | 'request_hash'
>;

const insertStatement = statement(
  'channels.insert_chat_link',
  `insert into chat_links (client_id, id, channel_id, name, text, code, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
);

/** @returns false when the id or the code is taken */
export async function insertChatLink(tx: TenantTx, row: NewChatLink): Promise<boolean> {
  const { id, channel_id, name, text, code, created_by, request_hash } = row;
  const values = [tx.clientId, id, channel_id, name, text, code, created_by, request_hash];
  return (await tx.run(insertStatement, values)) === 1;
}

const updateStatement = statement(
  'channels.update_chat_link',
  `update chat_links set name = coalesce($3, name), text = coalesce($4, text), version = version + 1
   where client_id = $1 and id = $2`,
);

export async function updateChatLink(
  tx: TenantTx,
  id: string,
  { name, text }: { name?: string | undefined; text?: string | undefined },
): Promise<void> {
  await tx.run(updateStatement, [tx.clientId, id, name ?? null, text ?? null]);
}

const deleteStatement = statement(
  'channels.delete_chat_link',
  'delete from chat_links where client_id = $1 and id = $2',
);

export async function deleteChatLink(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}

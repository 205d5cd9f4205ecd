import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

/* Saved replies. A member sees the shared ones and their own; a program the shared ones. */

/** A file as a reply stores it. */
export type ReplyFile = { media_id: string; filename: string; mime_type: string; size_bytes: number };

export type SessionTemplateRow = {
  id: string;
  name: string;
  shortcut: string;
  body: string;
  attachments: ReplyFile[];
  buttons: string[];
  folder: string;
  owner_id: string | null;
  created_by: string;
  updated_at: Date;
  deleted_at: Date | null;
  last_used_at: Date | null;
  request_hash: Buffer | null;
  uses: number;
  version: number;
};

const columns = `s.id, s.name, s.shortcut, s.body, s.attachments, s.buttons, s.folder, s.owner_id, s.created_by, s.updated_at, s.deleted_at,
  s.last_used_at, s.request_hash, s.version, (select coalesce(sum(u.uses), 0)::int from session_template_uses u
    where u.client_id = s.client_id and u.template_id = s.id and u.day > current_date - 30) as uses`;
const visible = '(s.owner_id is null or s.owner_id = $2)';

const listStatement = statement(
  'templates.list_session_templates',
  `select ${columns} from session_templates s
   where s.client_id = $1 and ${visible} and (s.deleted_at is not null) = $3 order by lower(s.name), s.id`,
);

/** @param uid whose private replies are among them; null: nobody's */
export function listSessionTemplates(
  tx: TenantTx,
  uid: string | null,
  deleted: boolean,
): Promise<SessionTemplateRow[]> {
  return tx.rows(listStatement, [tx.clientId, uid, deleted]);
}

const findStatement = statement(
  'templates.lock_session_template',
  `select ${columns} from session_templates s where s.client_id = $1 and s.id = $3 and ${visible} for update of s`,
);

export async function lockSessionTemplate(
  tx: TenantTx,
  uid: string | null,
  id: string,
): Promise<SessionTemplateRow | null> {
  const [row] = await tx.rows<SessionTemplateRow>(findStatement, [tx.clientId, uid, id]);
  return row ?? null;
}

const insertStatement = statement(
  'templates.insert_session_template',
  `insert into session_templates (client_id, id, name, shortcut, body, folder, owner_id, created_by, request_hash,
     attachments, buttons)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (client_id, id) do nothing`,
);

type Fields = Pick<
  SessionTemplateRow,
  'name' | 'shortcut' | 'body' | 'folder' | 'owner_id' | 'attachments' | 'buttons'
>;

/** @returns false when the id is taken */
export async function insertSessionTemplate(
  tx: TenantTx,
  row: Fields & { id: string; createdBy: string; requestHash: Buffer },
): Promise<boolean> {
  const { id, name, shortcut, body, folder, owner_id, createdBy, requestHash } = row;
  const more = [JSON.stringify(row.attachments), row.buttons];
  const values = [tx.clientId, id, name, shortcut, body, folder, owner_id, createdBy, requestHash, ...more];
  return (await tx.run(insertStatement, values)) === 1;
}

const updateStatement = statement(
  'templates.update_session_template',
  `update session_templates set name = $3, shortcut = $4, body = $5, folder = $6, owner_id = $7, attachments = $8,
     buttons = $9, updated_at = now(), version = version + 1
   where client_id = $1 and id = $2`,
);

export async function updateSessionTemplate(tx: TenantTx, id: string, fields: Fields): Promise<void> {
  const { name, shortcut, body, folder, owner_id, attachments, buttons } = fields;
  const more = [JSON.stringify(attachments), buttons];
  await tx.run(updateStatement, [tx.clientId, id, name, shortcut, body, folder, owner_id, ...more]);
}

const moveStatement = statement(
  'templates.move_session_template',
  `update session_templates set deleted_at = case when $3 then now() end, version = version + 1
   where client_id = $1 and id = $2`,
);

/** Into the trash, or out of it. */
export async function setSessionTemplateDeleted(tx: TenantTx, id: string, deleted: boolean): Promise<void> {
  await tx.run(moveStatement, [tx.clientId, id, deleted]);
}

const bodiesStatement = statement(
  'templates.list_reply_bodies',
  `select id, name, body, owner_id is null and deleted_at is null as shared from session_templates
   where client_id = $1 and body like '%{{%' order by lower(name), id`,
);
const bodyStatement = statement(
  'templates.replace_reply_body',
  'update session_templates set body = $3, version = version + 1 where client_id = $1 and id = $2',
);

/** All replies with variables, those in the trash and of every member too. */
export function listReplyBodies(tx: TenantTx): Promise<{ id: string; name: string; body: string; shared: boolean }[]> {
  return tx.rows(bodiesStatement, [tx.clientId]);
}

export async function replaceReplyBody(tx: TenantTx, id: string, body: string): Promise<void> {
  await tx.run(bodyStatement, [tx.clientId, id, body]);
}

const countStatement = statement(
  'templates.count_session_use',
  `insert into session_template_uses as u (client_id, template_id, day, uses) values ($1, $2, current_date, 1)
   on conflict (client_id, template_id, day) do update set uses = u.uses + 1`,
);
const usedStatement = statement(
  'templates.mark_session_used',
  'update session_templates set last_used_at = now() where client_id = $1 and id = $2',
);

export async function countSessionTemplateUse(tx: TenantTx, id: string): Promise<void> {
  await tx.run(countStatement, [tx.clientId, id]);
  await tx.run(usedStatement, [tx.clientId, id]);
}

const importStatement = statement(
  'templates.add_session_templates',
  `insert into session_templates as s (client_id, id, name, shortcut, body, folder, created_by, buttons)
   select $1, x.id, x.name, x.shortcut, x.body, x.folder, $3, coalesce(x.buttons, old.buttons, '{}')
   from jsonb_to_recordset($2::jsonb) as x(id uuid, name text, shortcut text, body text, folder text, buttons text[])
   left join session_templates old on old.client_id = $1 and old.shortcut = x.shortcut and old.owner_id is null
     and old.deleted_at is null
   on conflict (client_id, shortcut, coalesce(owner_id, '00000000-0000-0000-0000-000000000000')) where deleted_at is null
   do update set name = excluded.name, body = excluded.body, folder = excluded.folder, 
     buttons = case when s.attachments = '[]' then excluded.buttons else s.buttons end, updated_at = now(),
     version = s.version + 1
   returning xmax = 0 as made`,
);

export type ImportedRow = {
  id: string;
  name: string;
  shortcut: string;
  body: string;
  folder: string;
  buttons?: string[] | undefined;
};

/** Shared replies, by their shortcut. @returns for each whether it is new */
export async function importSessionTemplates(
  tx: TenantTx,
  rows: readonly ImportedRow[],
  by: string,
): Promise<boolean[]> {
  const found = await tx.rows<{ made: boolean }>(importStatement, [tx.clientId, JSON.stringify(rows), by]);
  return found.map(({ made }) => made);
}

const expireStatement = statement(
  'templates.delete_expired_session_templates',
  `delete from session_templates where deleted_at < now() - interval '30 days'`,
);
const expireUsesStatement = statement(
  'templates.delete_old_session_uses',
  'delete from session_template_uses where day < current_date - 90',
);

/** What was in the trash for 30 days. */
export async function deleteExpiredSessionTemplates(tx: Executor): Promise<void> {
  await tx.run(expireStatement, []);
  await tx.run(expireUsesStatement, []);
}

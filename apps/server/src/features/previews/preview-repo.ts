import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

/** What is kept of a page. `title` null: it had nothing to show. */
export type StoredPreview = { title: string | null; description: string | null; image_id: string | null };

/** A page is read again after a week, one without anything to show after an hour. */
const findStatement = statement(
  'previews.find_preview',
  `select title, description, image_id from link_previews
   where client_id = $1 and url_hash = $2
     and fetched_at > now() - case when title is null then interval '1 hour' else interval '7 days' end`,
);

/** @returns null when the page has to be read */
export async function findPreview(tx: TenantTx, urlHash: Buffer): Promise<StoredPreview | null> {
  const [row] = await tx.rows<StoredPreview>(findStatement, [tx.clientId, urlHash]);
  return row ?? null;
}

/** Messages that show the picture keep its address: a page that is read again keeps the id. */
const putStatement = statement(
  'previews.put_preview',
  `insert into link_previews (client_id, url_hash, title, description, image_id, image)
   values ($1, $2, $3, $4, case when $5::bytea is not null then gen_random_uuid() end, $5)
   on conflict (client_id, url_hash) do update set title = $3, description = $4, fetched_at = now(),
     image = coalesce($5, link_previews.image),
     image_id = coalesce(link_previews.image_id, excluded.image_id)
   returning title, description, image_id`,
);

export type ReadPreview = { title: string | null; description: string | null; image: Buffer | null };

export async function putPreview(tx: TenantTx, urlHash: Buffer, read: ReadPreview): Promise<StoredPreview> {
  const values = [tx.clientId, urlHash, read.title, read.description, read.image];
  const [row] = await tx.rows<StoredPreview>(putStatement, values);
  if (row === undefined) throw new Error('a preview was not stored');
  return row;
}

/** As many pages as an account keeps. */
export const mostPreviews = 2_000;

const surplusStatement = statement(
  'previews.delete_surplus',
  `delete from link_previews where client_id = $1 and (fetched_at, url_hash) < (
     select fetched_at, url_hash from link_previews where client_id = $1
     order by fetched_at desc, url_hash desc offset $2 - 1 limit 1)`,
);

/** Deletes the pages that were read longest ago. */
export async function deleteSurplus(tx: TenantTx, most = mostPreviews): Promise<number> {
  return tx.run(surplusStatement, [tx.clientId, most]);
}

const oldStatement = statement(
  'previews.delete_old_previews',
  `delete from link_previews p using (
     select client_id, url_hash from link_previews where fetched_at < now() - interval '90 days' limit $1
   ) old where p.client_id = old.client_id and p.url_hash = old.url_hash`,
);

export async function deleteOldPreviews(tx: Executor, limit: number): Promise<number> {
  return tx.run(oldStatement, [limit]);
}

const pictureStatement = statement(
  'previews.find_picture',
  `select image from link_previews where client_id = $1 and image_id = $2`,
);

export async function findPicture(tx: TenantTx, imageId: string): Promise<Buffer | null> {
  const [row] = await tx.rows<{ image: Buffer | null }>(pictureStatement, [tx.clientId, imageId]);
  return row?.image ?? null;
}

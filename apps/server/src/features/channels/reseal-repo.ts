import { type Executor, statement } from '../../platform/db/sql.ts';

export type SealedRow = { client_id: string; id: string; credentials_enc: Buffer };

const lockStatement = statement(
  'channels.lock_sealed',
  'select client_id, id, credentials_enc from channels where deleted_at is null order by client_id, id for update',
);

/** Credentials of all channels, locked until the transaction ends. */
export function lockSealed(tx: Executor): Promise<SealedRow[]> {
  return tx.rows<SealedRow>(lockStatement, []);
}

const storeStatement = statement(
  'channels.save_resealed',
  `with route as (
     update channel_routes set secret_hash = $4,
       previous_secret_hash = case when previous_secret_hash is null then null else $5::bytea end
     where client_id = $1 and channel_id = $2
   )
   update channels set credentials_enc = $3 where client_id = $1 and id = $2`,
);

export type Resealed = {
  clientId: string;
  id: string;
  sealed: Buffer;
  secretHash: Buffer;
  previousHash: Buffer | null;
};

/** The same credentials under another key: nothing that a screen shows is different. */
export async function updateSealed(tx: Executor, row: Resealed): Promise<void> {
  await tx.run(storeStatement, [row.clientId, row.id, row.sealed, row.secretHash, row.previousHash]);
}

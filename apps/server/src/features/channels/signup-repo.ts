import type { SignupNumber } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type Signup = { token_enc: Buffer; numbers: SignupNumber[] };

const insertStatement = statement(
  'channels.insert_signup',
  `insert into channel_signups (client_id, id, created_by, token_enc, numbers, expires_at)
   values ($1, $2, $3, $4, $5, now() + interval '1 hour') on conflict (client_id, id) do nothing`,
);

export async function insertSignup(tx: TenantTx, id: string, uid: string, signup: Signup): Promise<void> {
  await tx.run(insertStatement, [tx.clientId, id, uid, signup.token_enc, JSON.stringify(signup.numbers)]);
}

const findStatement = statement(
  'channels.find_signup',
  'select token_enc, numbers from channel_signups where client_id = $1 and id = $2 and created_by = $3 and expires_at > now()',
);

/** A member's own sign-up of the last hour. */
export async function findSignup(tx: TenantTx, id: string, uid: string): Promise<Signup | null> {
  const [row] = await tx.rows<Signup>(findStatement, [tx.clientId, id, uid]);
  return row ?? null;
}

const expiredStatement = statement(
  'channels.delete_expired_signups',
  'delete from channel_signups where expires_at < now()',
);

/** Tokens of unfinished sign-ups. */
export async function deleteExpiredSignups(system: Executor): Promise<void> {
  await system.run(expiredStatement);
}

import type { ApplicationScope } from '@parley/contract/types';
import { type Executor, statement } from '../../../platform/db/sql.ts';

export type NewGrant = {
  clientId: string;
  id: string;
  userId: string;
  applicationId: string;
  name: string;
  redirectUri: string;
  scopes: readonly ApplicationScope[];
  codeHash: Buffer;
  challenge: string;
  codeLifeS: number;
};

const forgetStatement = statement(
  'assistants.delete_unused_codes',
  `delete from assistant_grants where client_id = $1 and code_used_at is null and code_expires_at < now()`,
);
const insertStatement = statement(
  'assistants.insert_grant',
  `insert into assistant_grants (client_id, id, user_id, application_id, name, redirect_uri, scopes, code_hash, challenge,
     code_expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(secs => $10))`,
);

/** @throws PAR01 beyond the limit of the account; codes that were never used do not count */
export async function insertGrant(tx: Executor, grant: NewGrant): Promise<void> {
  const { clientId, id, userId, applicationId, name, redirectUri, scopes, codeHash, challenge, codeLifeS } = grant;
  await tx.run(forgetStatement, [clientId]);
  const values = [clientId, id, userId, applicationId, name, redirectUri, scopes, codeHash, challenge, codeLifeS];
  await tx.run(insertStatement, values);
}

export type GrantRow = {
  client_id: string;
  id: string;
  user_id: string;
  application_id: string;
  name: string;
  redirect_uri: string;
  scopes: ApplicationScope[];
  challenge: string;
  code_used: boolean;
  code_expired: boolean;
  refresh_hash: Buffer | null;
  previous_hash: Buffer | null;
  /** The last renewal is so recent that its answer may have been lost. */
  in_grace: boolean;
  access_left_s: number;
  created_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
};

const columns = `g.client_id, g.id, g.user_id, g.application_id, g.name, g.redirect_uri, g.scopes, g.challenge,
  g.code_used_at is not null as code_used, g.code_expires_at <= now() as code_expired, g.refresh_hash, g.previous_hash,
  coalesce(g.rotated_at > now() - interval '30 seconds', false) as in_grace,
  greatest(0, extract(epoch from g.access_expires_at - now()))::int as access_left_s,
  g.created_at, g.last_used_at, g.last_used_ip`;
/** Whatever ends sessions of the member ends the access too. */
const living = `join shared_sessions s on s.id = g.id and s.revoked_at is null
  and s.idle_expires_at > now() and s.absolute_expires_at > now()`;

const byCode = statement(
  'assistants.lock_grant_of_code',
  `select ${columns} from assistant_grants g ${living} where g.code_hash = $1 for update of g`,
);
const byId = statement(
  'assistants.lock_grant',
  `select ${columns} from assistant_grants g ${living} where g.id = $1 for update of g`,
);
const byAccess = statement(
  'assistants.lock_grant_of_token',
  `select ${columns} from assistant_grants g ${living} where g.access_hash = $1 for update of g`,
);

/** A grant whose session lives, locked until the transaction ends. @param by what names it */
export async function lockGrant(
  tx: Executor,
  by: { code: Buffer } | { id: string } | { access: Buffer },
): Promise<GrantRow | null> {
  const [row] =
    'code' in by
      ? await tx.rows<GrantRow>(byCode, [by.code])
      : 'id' in by
        ? await tx.rows<GrantRow>(byId, [by.id])
        : await tx.rows<GrantRow>(byAccess, [by.access]);
  return row ?? null;
}

const rotateStatement = statement(
  'assistants.renew_grant',
  `update assistant_grants set code_used_at = coalesce(code_used_at, now()), previous_hash = refresh_hash,
     refresh_hash = $3, rotated_at = now(), access_hash = $4, access_expires_at = now() + make_interval(secs => $5)
   where client_id = $1 and id = $2`,
);

/** New tokens in place of the former, or of the code. */
export async function renewGrant(
  tx: Executor,
  grant: Pick<GrantRow, 'client_id' | 'id'>,
  tokens: { refresh: Buffer; access: Buffer; accessLifeS: number },
): Promise<void> {
  await tx.run(rotateStatement, [grant.client_id, grant.id, tokens.refresh, tokens.access, tokens.accessLifeS]);
}

const deleteStatement = statement(
  'assistants.delete_grant',
  'delete from assistant_grants where client_id = $1 and id = $2',
);

export async function deleteGrant(tx: Executor, grant: Pick<GrantRow, 'client_id' | 'id'>): Promise<void> {
  await tx.run(deleteStatement, [grant.client_id, grant.id]);
}

const listStatement = statement(
  'assistants.list_grants',
  `select ${columns}, m.name as member_name from assistant_grants g ${living}
   join shared_client_users m on m.client_id = g.client_id and m.user_id = g.user_id
   where g.client_id = $1 and ($2::uuid is null or g.user_id = $2) and g.code_used_at is not null
   order by g.created_at desc, g.id desc`,
);

/** @param userId null: of all members */
export function listGrants(
  system: Executor,
  clientId: string,
  userId: string | null,
): Promise<(GrantRow & { member_name: string })[]> {
  return system.rows(listStatement, [clientId, userId]);
}

const deadStatement = statement(
  'assistants.delete_dead_grants',
  `delete from assistant_grants where id = any(array(
     select g.id from assistant_grants g left join shared_sessions s on s.id = g.id
     where s.id is null or s.revoked_at is not null or s.idle_expires_at < now() or s.absolute_expires_at < now()
       or (g.code_used_at is null and g.code_expires_at < now()) limit $1))`,
);

/** Those that ended with their session, and those whose code was never used. */
export function deleteDeadGrants(tx: Executor, most: number): Promise<number> {
  return tx.run(deadStatement, [most]);
}

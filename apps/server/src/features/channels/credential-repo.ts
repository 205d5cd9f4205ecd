import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { type ChannelRow, channelColumns as columns, pausedByUser } from './repo.ts';

const lockStatement = statement(
  'channels.lock_channel',
  `select ${columns} from channels where client_id = $1 and id = $2 and deleted_at is null for update`,
);

/** @throws Error when the channel is gone */
export async function lockChannel(tx: TenantTx, id: string): Promise<ChannelRow> {
  const [row] = await tx.rows<ChannelRow>(lockStatement, [tx.clientId, id]);
  if (row === undefined) throw new Error(`channel ${id} is gone`);
  return row;
}

export type CredentialChange = {
  credentialsEnc: Buffer;
  last4: Record<string, string>;
  secretHash: Buffer;
  previousHash: Buffer | null;
  previousUntil: Date | null;
  /** They were just verified: a channel that was stopped because of its old ones resumes. */
  resumes: boolean;
};

const credentialsStatement = statement(
  'channels.replace_credentials',
  `with route as (
     update channel_routes set secret_hash = $5, previous_secret_hash = $6, previous_until = $7
     where client_id = $1 and channel_id = $2
   )
   update channels set credentials_enc = $3, secrets_last4 = $4, previous_until = $7, version = version + 1,
     -- What a token stopped goes on with one that works; what a person stopped waits for that person.
     state = case when $8 and state_reason is distinct from $9 then 'ACTIVE' else state end,
     state_reason = case when $8 and state_reason is distinct from $9 then null else state_reason end
   where client_id = $1 and id = $2 and deleted_at is null returning ${columns}`,
);

/** Credentials and the groups of the route, together. @throws Error when the channel is gone */
export async function replaceCredentials(tx: TenantTx, id: string, change: CredentialChange): Promise<ChannelRow> {
  const [row] = await tx.rows<ChannelRow>(credentialsStatement, [
    tx.clientId,
    id,
    change.credentialsEnc,
    JSON.stringify(change.last4),
    change.secretHash,
    change.previousHash,
    change.previousUntil,
    change.resumes,
    pausedByUser,
  ]);
  if (row === undefined) throw new Error(`channel ${id} is gone`);
  return row;
}

const endedStatement = statement(
  'channels.list_ended_rotations',
  'select client_id, id from channels where previous_until < now() and deleted_at is null limit 100',
);

/** Across accounts: channels whose previous credentials have expired but are still stored. */
export function listEndedRotations(system: Executor): Promise<Array<{ client_id: string; id: string }>> {
  return system.rows(endedStatement);
}

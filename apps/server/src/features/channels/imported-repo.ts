import { type Executor, statement } from '../../platform/db/sql.ts';

const listStatement = statement(
  'channels.list_imported',
  'select client_id, id from channels where deleted_at is null order by client_id, id',
);
const disconnectStatement = statement(
  'channels.pause_imported',
  `with route as (
     update channel_routes set secret_hash = $4 where client_id = $1 and channel_id = $2
   )
   update channels set credentials_enc = $3, secrets_last4 = $6, state = 'PAUSED', version = version + 1,
     state_reason = case when state = 'ACTIVE' then $5 else state_reason end
   where client_id = $1 and id = $2`,
);

export function listImportedChannels(tx: Executor): Promise<Array<{ client_id: string; id: string }>> {
  return tx.rows(listStatement);
}

export async function disconnectChannel(
  tx: Executor,
  channel: { client_id: string; id: string },
  values: { credentialsEnc: Buffer; last4: Record<string, string>; secretHash: Buffer; reason: string },
): Promise<void> {
  const { credentialsEnc, last4, secretHash, reason } = values;
  await tx.run(disconnectStatement, [
    channel.client_id,
    channel.id,
    credentialsEnc,
    secretHash,
    reason,
    JSON.stringify(last4),
  ]);
}

import type { FeedbackSettings } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
export type Destination = FeedbackSettings['destination'];

export type FeedbackSettingsRow = {
  destination: Destination;
  email: string | null;
  /** Its reader entered the code that was sent there, or it is the confirmed address of the member who chose it. */
  email_confirmed: boolean;
  email_code_hash: Buffer | null;
  email_code_until: Date | null;
  email_code_tries: number;
  webhook_url: string | null;
  webhook_secret_enc: Buffer | null;
  forge_kind: FeedbackSettings['forge_kind'];
  forge_url: string | null;
  forge_repository: string | null;
  forge_token_enc: Buffer | null;
  last_number: number;
};

const columns = `destination, email, email_confirmed, email_code_hash, email_code_until, email_code_tries, webhook_url, webhook_secret_enc, forge_kind, forge_url, forge_repository,
  forge_token_enc, last_number`;
const initial: FeedbackSettingsRow = {
  destination: 'stored',
  email: null,
  email_confirmed: false,
  email_code_hash: null,
  email_code_until: null,
  email_code_tries: 0,
  webhook_url: null,
  webhook_secret_enc: null,
  forge_kind: null,
  forge_url: null,
  forge_repository: null,
  forge_token_enc: null,
  last_number: 0,
};

const findStatement = statement(
  'feedback.get_settings',
  `select ${columns} from feedback_settings where client_id = $1`,
);

export async function getFeedbackSettings(tx: TenantTx): Promise<FeedbackSettingsRow> {
  const [row] = await tx.rows<FeedbackSettingsRow>(findStatement, [tx.clientId]);
  return row ?? initial;
}

const lockStatement = statement(
  'feedback.lock_settings',
  `insert into feedback_settings (client_id) values ($1)
   on conflict (client_id) do update set last_number = feedback_settings.last_number
   returning ${columns}`,
);

/** The settings, locked until commit: reports of one account are numbered one after another. */
export async function lockFeedbackSettings(tx: TenantTx): Promise<FeedbackSettingsRow> {
  const [row] = await tx.rows<FeedbackSettingsRow>(lockStatement, [tx.clientId]);
  return row ?? initial;
}

const lockOfStatement = statement(
  'feedback.lock_settings_of',
  'select from feedback_settings where client_id = $1 for update',
);

/** So that deliveries of one account are counted one after another. */
export async function lockSettingsOf(tx: Executor, clientId: string): Promise<void> {
  await tx.run(lockOfStatement, [clientId]);
}

const numberStatement = statement(
  'feedback.count_report',
  'update feedback_settings set last_number = $2 where client_id = $1',
);

export async function setLastNumber(tx: TenantTx, number: number): Promise<void> {
  await tx.run(numberStatement, [tx.clientId, number]);
}

const updateStatement = statement(
  'feedback.update_settings',
  `update feedback_settings set destination = $2, email = $3, webhook_url = $4, webhook_secret_enc = $5,
     forge_kind = $6, forge_url = $7, forge_repository = $8, forge_token_enc = $9, email_confirmed = $10,
     email_code_hash = case when email is not distinct from $3 then email_code_hash end
   where client_id = $1`,
);

export type NewDestination = Omit<
  FeedbackSettingsRow,
  'last_number' | 'email_code_hash' | 'email_code_until' | 'email_code_tries'
>;

export async function updateFeedbackSettings(tx: TenantTx, row: NewDestination): Promise<void> {
  const { destination, email, webhook_url: url, webhook_secret_enc: secret } = row;
  const forge = [row.forge_kind, row.forge_url, row.forge_repository, row.forge_token_enc];
  await tx.run(updateStatement, [tx.clientId, destination, email, url, secret, ...forge, row.email_confirmed]);
}

const storeCodeStatement = statement(
  'feedback.store_email_code',
  `update feedback_settings set email_code_hash = $2, email_code_until = now() + make_interval(secs => $3),
     email_code_tries = 0
   where client_id = $1 and destination = 'email' and not email_confirmed returning email`,
);

/** @returns the address that waits to be confirmed; null when none does */
export async function storeEmailCode(
  tx: Executor,
  clientId: string,
  hash: Buffer,
  lifeS: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ email: string | null }>(storeCodeStatement, [clientId, hash, lifeS]);
  return row?.email ?? null;
}

const updateCodeStatement = statement(
  'feedback.update_email_code',
  `update feedback_settings set email_confirmed = $2, email_code_hash = $3, email_code_tries = $4 where client_id = $1`,
);

export async function updateEmailCode(
  tx: TenantTx,
  code: Pick<FeedbackSettingsRow, 'email_confirmed' | 'email_code_hash' | 'email_code_tries'>,
): Promise<void> {
  await tx.run(updateCodeStatement, [tx.clientId, code.email_confirmed, code.email_code_hash, code.email_code_tries]);
}

export type SealedRow = Pick<FeedbackSettingsRow, 'webhook_secret_enc' | 'forge_token_enc'> & { client_id: string };

const lockSealedStatement = statement(
  'feedback.lock_sealed',
  `select client_id, webhook_secret_enc, forge_token_enc from feedback_settings
   where webhook_secret_enc is not null or forge_token_enc is not null order by client_id for update`,
);
const resealStatement = statement(
  'feedback.update_resealed_secrets',
  'update feedback_settings set webhook_secret_enc = $2, forge_token_enc = $3 where client_id = $1',
);

export function lockSealedSecrets(tx: Executor): Promise<SealedRow[]> {
  return tx.rows<SealedRow>(lockSealedStatement);
}

export async function storeResealed(tx: Executor, row: SealedRow): Promise<void> {
  await tx.run(resealStatement, [row.client_id, row.webhook_secret_enc, row.forge_token_enc]);
}

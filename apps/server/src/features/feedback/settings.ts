import { randomBytes } from 'node:crypto';
import type { FeedbackSettings, InputOf } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import { invalid } from '../../platform/errors.ts';
import { findAddressProblem } from '../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getUserNameAndEmail, requireRecent } from '../identity/public.ts';
import { type Forge, findForgeProblem } from './forge.ts';
import {
  type FeedbackSettingsRow,
  getFeedbackSettings,
  lockFeedbackSettings,
  lockSealedSecrets,
  type NewDestination,
  storeResealed,
  updateFeedbackSettings,
} from './settings-repo.ts';

type SettingsBody = InputOf<'PUT /api/feedback-settings'>['body'];

/** Where a report goes now: the email address, the host of the webhook, or the repository. */
export function receiverOf(
  row: Pick<NewDestination, 'destination' | 'email' | 'webhook_url' | 'forge_url' | 'forge_repository'>,
): string | null {
  const { destination, email, webhook_url: url } = row;
  if (destination === 'email') return email;
  if (destination === 'forge') return row.forge_url && `${new URL(row.forge_url).host}/${row.forge_repository}`;
  return destination === 'webhook' && url !== null ? new URL(url).host : null;
}

/** @param manages whether the reader may change them: an address of a webhook can contain a token */
export function presentSettings(platform: Platform, row: FeedbackSettingsRow, manages: boolean): FeedbackSettings {
  return {
    destination: row.destination,
    sent_to: receiverOf(row),
    email_confirmed: row.destination !== 'email' || row.email_confirmed,
    file_available: platform.config.BUG_REPORTS_DIR !== undefined,
    email: manages ? row.email : null,
    webhook_url: manages ? row.webhook_url : null,
    forge_kind: manages ? row.forge_kind : null,
    forge_url: manages ? row.forge_url : null,
    forge_repository: manages ? row.forge_repository : null,
  };
}

/**
 * Changes where reports go. A new webhook gets a new secret.
 * @returns the secret, shown once
 * @throws AppError validation_failed naming the field, requires-recent-login
 */
export async function changeSettings(
  platform: Platform,
  call: Call<MemberActor>,
  body: SettingsBody,
): Promise<{ row: FeedbackSettingsRow; secret: string | null }> {
  requireRecent(call.actor);
  const { clientId, uid } = call.actor;
  if (body.destination === 'webhook' && body.webhook_url !== undefined) {
    const problem = await findAddressProblem(body.webhook_url, platform.config.ALLOWED_PRIVATE_HOSTS);
    if (problem !== null) throw invalid('webhook_url', addressErrorMessages[problem]);
  }
  if (body.destination === 'file' && platform.config.BUG_REPORTS_DIR === undefined) {
    throw invalid('destination', 'This server writes no reports to files.');
  }
  const forge = body.destination === 'forge' ? await checkedForge(platform, clientId, body) : null;
  const self = await getUserNameAndEmail(platform.db.system.statements('feedback'), uid);
  return platform.db.withTenant(clientId, async (tx) => {
    const before = await lockFeedbackSettings(tx);
    const email = body.email ?? before.email;
    const url = body.webhook_url ?? before.webhook_url;
    if (body.destination === 'email' && email === null) throw invalid('email', 'Enter an email address.');
    if (body.destination === 'webhook' && url === null) throw invalid('webhook_url', 'Enter an address.');
    const secret =
      body.destination === 'webhook' && (url !== before.webhook_url || before.webhook_secret_enc === null)
        ? `whsec_${randomBytes(32).toString('base64')}`
        : null;
    const row: FeedbackSettingsRow = {
      ...before,
      ...forge,
      destination: body.destination,
      email,
      email_confirmed:
        (email === before.email && before.email_confirmed) ||
        (self.emailVerified && email?.toLowerCase() === self.email.toLowerCase()),
      webhook_url: url,
      webhook_secret_enc:
        secret === null ? before.webhook_secret_enc : platform.secrets.seal(secret, sealContext(clientId)),
    };
    await updateFeedbackSettings(tx, row);
    const changes = changesBetween(auditedOf(before), auditedOf(row));
    if (body.forge_token && forge !== null) changes.push({ field: 'access_token', from: null, to: 'replaced' });
    if (changes.length > 0) {
      await writeAudit(tx, auditEventOf(call, 'feedback.destination_changed', clientId, { changes }));
    }
    return { row, secret };
  });
}

/** Addresses of webhooks can contain a token, so the audit log has only their host. */
function auditedOf(row: NewDestination): object {
  return { destination: row.destination, sent_to: receiverOf(row) };
}

/**
 * The repository as it will be: what is not named stays.
 * @throws AppError validation_failed naming the field
 */
async function checkedForge(platform: Platform, clientId: string, body: SettingsBody): Promise<ForgeColumns> {
  const before = await platform.db.withTenant(clientId, getFeedbackSettings, { readOnly: true });
  const kind = body.forge_kind ?? before.forge_kind;
  const url = (body.forge_url ?? before.forge_url ?? '').replace(/\/+$/, '');
  const repository = body.forge_repository ?? before.forge_repository;
  if (kind === null) throw invalid('forge_kind', 'Choose one.');
  if (url === '') throw invalid('forge_url', 'Enter an address.');
  if (repository === null) throw invalid('forge_repository', 'Enter a repository.');
  const { ALLOWED_PRIVATE_HOSTS: allowed } = platform.config;
  const problem = await findAddressProblem(url, allowed);
  if (problem !== null) throw invalid('forge_url', addressErrorMessages[problem]);
  // The stored token is sent only to where it was entered for.
  const known = kind === before.forge_kind && url === before.forge_url ? openForge(platform, clientId, before) : null;
  const token = body.forge_token || known?.token;
  if (token === undefined) throw invalid('forge_token', 'Enter an access token.');
  const refusal = await findForgeProblem({ kind, url, repository, token }, allowed);
  if (refusal !== null) throw invalid(refusal.field, refusal.message);
  return {
    forge_kind: kind,
    forge_url: url,
    forge_repository: repository,
    forge_token_enc: platform.secrets.seal(token, forgeSealContext(clientId)),
  };
}

type ForgeColumns = Pick<FeedbackSettingsRow, 'forge_kind' | 'forge_url' | 'forge_repository' | 'forge_token_enc'>;

/** The repository with its token; null while none is set. */
export function openForge({ secrets }: Platform, clientId: string, row: ForgeColumns): Forge | null {
  const { forge_kind: kind, forge_url: url, forge_repository: repository, forge_token_enc: sealed } = row;
  if (kind === null || url === null || repository === null || sealed === null) return null;
  return { kind, url, repository, token: secrets.open(sealed, forgeSealContext(clientId)) };
}

function forgeSealContext(clientId: string): string {
  return `feedback_settings.forge_token:${clientId}`;
}

export function openWebhookSecret({ secrets }: Platform, clientId: string, sealed: Buffer): string {
  return secrets.open(sealed, sealContext(clientId));
}

function sealContext(clientId: string): string {
  return `feedback_settings.webhook_secret:${clientId}`;
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export async function resealFeedbackSecrets({ db, secrets }: Platform): Promise<number> {
  return db.system.transaction('maintenance', async (tx) => {
    let count = 0;
    for (const row of await lockSealedSecrets(tx)) {
      const { client_id: clientId, webhook_secret_enc: secret, forge_token_enc: token } = row;
      if (![secret, token].some((sealed) => sealed !== null && secrets.isSealedBefore(sealed))) continue;
      const again = (sealed: Buffer | null, context: string) =>
        sealed === null ? null : secrets.seal(secrets.open(sealed, context), context);
      await storeResealed(tx, {
        client_id: clientId,
        webhook_secret_enc: again(secret, sealContext(clientId)),
        forge_token_enc: again(token, forgeSealContext(clientId)),
      });
      count += 1;
    }
    return count;
  });
}

import { randomBytes } from 'node:crypto';
import type { FeedbackSettings, InputOf } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import { invalid } from '../../platform/errors.ts';
import { findAddressProblem } from '../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type FeedbackSettingsRow,
  lockFeedbackSettings,
  lockSealedSecrets,
  type NewDestination,
  storeResealed,
  updateFeedbackSettings,
} from './settings-repo.ts';

type SettingsBody = InputOf<'PUT /api/feedback-settings'>['body'];

/** Where a report goes now: the email address or the host of the webhook. */
export function receiverOf({ destination, email, webhook_url: url }: NewDestination): string | null {
  if (destination === 'email') return email;
  return destination === 'webhook' && url !== null ? new URL(url).host : null;
}

/** @param manages whether the reader may change them: an address of a webhook can contain a token */
export function presentSettings(row: FeedbackSettingsRow, manages: boolean): FeedbackSettings {
  return {
    destination: row.destination,
    sent_to: receiverOf(row),
    email: manages ? row.email : null,
    webhook_url: manages ? row.webhook_url : null,
  };
}

/**
 * Changes where reports go. A new webhook gets a new secret.
 * @returns the secret, shown once
 * @throws AppError validation_failed naming the field
 */
export async function changeSettings(
  platform: Platform,
  call: Call<MemberActor>,
  body: SettingsBody,
): Promise<{ row: FeedbackSettingsRow; secret: string | null }> {
  const { clientId } = call.actor;
  if (body.destination === 'webhook' && body.webhook_url !== undefined) {
    const problem = await findAddressProblem(body.webhook_url, platform.config.ALLOWED_PRIVATE_HOSTS);
    if (problem !== null) throw invalid('webhook_url', addressErrorMessages[problem]);
  }
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
      destination: body.destination,
      email,
      webhook_url: url,
      webhook_secret_enc:
        secret === null ? before.webhook_secret_enc : platform.secrets.seal(secret, sealContext(clientId)),
    };
    await updateFeedbackSettings(tx, row);
    const changes = changesBetween(auditedOf(before), auditedOf(row));
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

export function openWebhookSecret({ secrets }: Platform, clientId: string, sealed: Buffer): string {
  return secrets.open(sealed, sealContext(clientId));
}

function sealContext(clientId: string): string {
  return `feedback_settings.webhook_secret:${clientId}`;
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export async function resealWebhookSecrets(platform: Platform): Promise<number> {
  const { db, secrets } = platform;
  return db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealedSecrets(tx)).filter((row) => secrets.isSealedBefore(row.webhook_secret_enc));
    for (const { client_id: clientId, webhook_secret_enc: sealed } of rows) {
      const secret = openWebhookSecret(platform, clientId, sealed);
      await storeResealed(tx, clientId, secrets.seal(secret, sealContext(clientId)));
    }
    return rows.length;
  });
}

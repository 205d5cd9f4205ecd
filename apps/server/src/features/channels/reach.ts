import type { WhatsAppClient } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { openCredentials } from './credentials.ts';
import type { ProviderAccess } from './provider-access.ts';
import type { ChannelRow } from './repo.ts';
import { getChannel } from './service.ts';

/** A number whose settings at WhatsApp a member reads or changes. */
export type Reached = {
  row: ChannelRow;
  client: WhatsAppClient;
  number: { accessToken: string; phoneNumberId: string; timeoutMs: number };
};

/** A member waits for these calls. */
const timeoutMs = 15_000;

/** @throws AppError validation_failed for a channel that is no WhatsApp number */
export async function reachNumber(
  platform: Platform,
  providers: ProviderAccess,
  actor: MemberActor,
  id: string,
): Promise<Reached> {
  const row = await platform.db.withTenant(actor.clientId, (tx) => getChannel(tx, id));
  if (row.kind !== 'WHATSAPP') {
    throw new AppError('validation_failed', { message: 'Only WhatsApp channels support this.' });
  }
  const { access_token: accessToken } = openCredentials(platform.secrets, actor.clientId, row.id, row.credentials_enc);
  const client = await providers.clientFor(row);
  return { row, client, number: { accessToken, phoneNumberId: row.phone_number_id, timeoutMs } };
}

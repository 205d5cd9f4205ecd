import type { CallPermission } from '@parley/contract/types';
import type { CallPermission as PermissionAtWhatsApp } from '@parley/whatsapp-client';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import type { ThreadRow } from '../messaging/public.ts';
import { type CallPermissionRow, findPermission, setPermission } from './permission-repo.ts';

type Address = Pick<ThreadRow, 'id' | 'channel_id' | 'to_phone'>;
type Called = Pick<ThreadRow, 'to_phone' | 'to_user_id' | 'group_id' | 'contact_name'>;

/** A member waits. */
const timeoutMs = 10_000;

/** @throws AppError validation_failed where WhatsApp has no address of the customer */
export function requireAddress({ to_phone: phone, to_user_id: userId, group_id: group, contact_name: name }: Called) {
  if (phone !== null || userId !== null) return;
  if (group !== null) {
    const message = 'A WhatsApp group can’t be called. Call its people in their own conversations.';
    throw new AppError('validation_failed', { message });
  }
  const message =
    name === ''
      ? 'This customer has no phone number and no user ID to call.'
      : `${name} has no phone number and no user ID to call.`;
  throw new AppError('validation_failed', { message });
}

/** What calls at WhatsApp need. @throws AppError validation_failed where the channel is no WhatsApp number, as getChannelClient */
export async function callChannel(platform: Platform, providers: ProviderAccess, clientId: string, channelId: string) {
  const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, channelId);
  if (row.kind !== 'WHATSAPP') {
    throw new AppError('validation_failed', {
      message: 'Customers can only be called from a WhatsApp Business number.',
    });
  }
  return { client, number: { accessToken, phoneNumberId: row.phone_number_id, timeoutMs } };
}

export function presentPermission(row: CallPermissionRow | null): CallPermission {
  if (row === null) return { state: 'none', expires_at: null };
  const state = row.allowed ? (row.expired ? 'expired' : 'allowed') : 'refused';
  return { state, expires_at: row.expires_at?.toISOString() ?? null };
}

/**
 * Asks WhatsApp whether the customer may be called, and keeps the answer where it says more than is known: that they
 * never said anything is no refusal. @returns null for a customer whose number is hidden, whom WhatsApp cannot look up
 * @throws AppError with WhatsApp's words
 */
export async function askWhatsApp(
  platform: Platform,
  providers: ProviderAccess,
  clientId: string,
  { id, channel_id: channelId, to_phone: phone }: Address,
): Promise<PermissionAtWhatsApp | null> {
  const { client, number } = await callChannel(platform, providers, clientId, channelId);
  if (phone === null) return null;
  const found = requireOutcome(await client.getCallPermission({ ...number, phone }), 'id');
  await platform.db.withTenant(clientId, async (tx) => {
    const known = await findPermission(tx, id);
    if (!found.granted && (known === null || !known.allowed || known.expired)) return;
    const expiresAt = found.expiresMs === null ? null : new Date(found.expiresMs);
    await setPermission(tx, id, { allowed: found.granted, expiresAt });
  });
  return found;
}

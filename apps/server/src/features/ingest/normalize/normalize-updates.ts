import type { FieldUpdate, ProviderError, WebhookEvent } from '@parley/whatsapp-client';
import type { ChannelDirectory, RoutedChannel } from '../../channels/public.ts';
import type { StoredDelivery } from '../raw/raw-store.ts';

/** An update of an account, a number or a template, with the channels it concerns. */
export type RoutedUpdate = {
  channels: RoutedChannel[];
  wabaId: string;
  update: AccountFieldUpdate | { kind: 'trouble'; error: ProviderError };
  at: Date;
};

type AccountFieldUpdate = Exclude<
  FieldUpdate,
  { kind: 'echo' | 'group' | 'handover' | 'history' | 'noticed_event' | 'preference' | 'app_contact' }
>;

export type UpdateEvent = Extract<WebhookEvent, { kind: 'update' }>;

const contactUpdateKinds = new Set<FieldUpdate['kind']>([
  ...(['echo', 'group', 'handover', 'history', 'noticed_event', 'preference', 'app_contact'] as const),
]);

/** Whether it concerns a customer or a group of one number, and so is routed like a message. */
export function isContactUpdate(update: FieldUpdate): update is Exclude<FieldUpdate, AccountFieldUpdate> {
  return contactUpdateKinds.has(update.kind);
}

/**
 * The channels that an account update concerns: those of the account with the same app secret, or of these the one
 * with the named number.
 * @returns null when there is none
 */
export async function routeUpdate(
  directory: ChannelDirectory,
  delivery: StoredDelivery,
  event: UpdateEvent,
): Promise<RoutedUpdate | null> {
  const { entryId, displayPhoneNumber, entryTimeS } = event.routing;
  const receiver = entryId === null ? null : await directory.receiver(delivery.channelId);
  if (entryId === null || receiver === null || isContactUpdate(event.update)) return null;
  const isAboutNumber = event.update.kind.startsWith('number_') || event.update.kind === 'security';
  const number = isAboutNumber ? displayPhoneNumber : null;
  const channels = await directory.routeAccount(receiver.group, entryId, number, delivery.channelId);
  if (channels.length === 0) return null;
  return { channels, wabaId: entryId, update: event.update, at: timeOf(entryTimeS) ?? delivery.receivedAt };
}

/** From 2008 to 2100; any other time is invalid. */
function timeOf(seconds: number | null): Date | null {
  if (seconds === null || seconds < 1_199_145_600 || seconds > 4_102_444_800) return null;
  return new Date(seconds * 1_000);
}

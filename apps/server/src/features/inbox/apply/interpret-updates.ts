import type { FieldUpdate, ProviderError, WebhookEvent } from '@parley/whatsapp-client';
import type { ChannelDirectory, RoutedChannel } from '../../channels/public.ts';
import type { StoredDelivery } from '../intake/raw-store.ts';

/** News about an account, a number or a template, with the channels it is about. */
export type ToldUpdate = {
  channels: RoutedChannel[];
  wabaId: string;
  update: AboutAccount | { kind: 'trouble'; error: ProviderError };
  at: Date;
};

type AboutAccount = Exclude<FieldUpdate, { kind: 'echo' | 'history' | 'preference' | 'app_contact' }>;

export type UpdateEvent = Extract<WebhookEvent, { kind: 'update' }>;

const ofPeople = new Set<FieldUpdate['kind']>(['echo', 'history', 'preference', 'app_contact']);

/** Whether it is about a customer on one number, and so routed as messages are. */
export function isAboutPerson(update: FieldUpdate): update is Exclude<FieldUpdate, AboutAccount> {
  return ofPeople.has(update.kind);
}

/**
 * The channels that news of an account is about: those of the same app secret with that account, and of these the
 * number that is named, if one is.
 * @returns null when there is none
 */
export async function routeUpdate(
  directory: ChannelDirectory,
  delivery: StoredDelivery,
  event: UpdateEvent,
): Promise<ToldUpdate | null> {
  const { entryId, displayPhoneNumber, entryTimeS } = event.routing;
  const receiver = entryId === null ? null : await directory.receiver(delivery.channelId);
  if (entryId === null || receiver === null || isAboutPerson(event.update)) return null;
  const isAboutNumber = event.update.kind.startsWith('number_') || event.update.kind === 'security';
  const number = isAboutNumber ? displayPhoneNumber : null;
  const channels = await directory.routeAccount(receiver.group, entryId, number, delivery.channelId);
  if (channels.length === 0) return null;
  return { channels, wabaId: entryId, update: event.update, at: timeOf(entryTimeS) ?? delivery.receivedAt };
}

/** 2008 to 2100, as everywhere; any other time is a mistake. */
function timeOf(seconds: number | null): Date | null {
  if (seconds === null || seconds < 1_199_145_600 || seconds > 4_102_444_800) return null;
  return new Date(seconds * 1_000);
}

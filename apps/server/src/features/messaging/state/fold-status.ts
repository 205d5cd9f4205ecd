import type { MessageStatus, ProviderError } from '@parley/whatsapp-client';
import { isUuid } from '../../../platform/ids.ts';
import type { RoutedChannel } from '../../channels/public.ts';
import type { ContactInput } from '../../contacts/public.ts';

/** All status events of one sent message in a batch. */
export type StatusFold = {
  channel: RoutedChannel;
  providerId: string;
  /** Our message id from the callback data, when it is one. */
  ourId: string | null;
  /** The highest of 1 sent, 2 delivered, 3 read, 4 played; 0 when there is none of them. */
  rank: number;
  failure: ProviderError | null;
  failed: boolean;
  events: StatusEvent[];
  /** WhatsApp's id of the group that the message was sent to. */
  groupId: string | null;
};

export type StatusEvent = {
  status: string;
  rank: number | null;
  at: Date;
  detail: Record<string, unknown>;
  /** Who of a group it is about, once `participant` has their contact; empty: everybody. */
  of: ContactInput | null;
  participant: string;
};

/**
 * Adds a status to the fold of its message. What failed for one person of a group did not fail.
 * @param of who of a group it is about
 */
export function foldStatus(
  folds: Map<string, StatusFold>,
  channel: RoutedChannel,
  status: MessageStatus,
  receivedAt: Date,
  of: ContactInput | null = null,
): void {
  const key = `${channel.clientId}/${channel.channelId}/${status.providerId}`;
  const fold = folds.get(key) ?? {
    channel,
    providerId: status.providerId,
    ourId: null,
    rank: 0,
    failure: null,
    failed: false,
    events: [],
    groupId: status.groupId,
  };
  folds.set(key, fold);
  if (fold.ourId === null && status.opaque !== null && isUuid(status.opaque)) fold.ourId = status.opaque.toLowerCase();
  if (status.rank !== null && status.rank > fold.rank) fold.rank = status.rank;
  if (status.rank === -1 && of === null) {
    fold.failed = true;
    fold.failure ??= status.errors[0] ?? null;
  }
  const detail: Record<string, unknown> = {};
  if (status.pricing !== null) detail['pricing'] = status.pricing;
  if (status.conversation !== null) detail['conversation'] = status.conversation;
  if (status.errors.length > 0) detail['errors'] = status.errors;
  fold.events.push({
    // Truncating may leave half of a surrogate pair, which jsonb rejects.
    status: typeof status.status === 'string' ? status.status : status.status.unknown.slice(0, 100).toWellFormed(),
    rank: status.rank,
    at: status.timestampMs === null ? receivedAt : new Date(status.timestampMs),
    detail,
    of,
    participant: '',
  });
}

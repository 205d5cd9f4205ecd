import {
  buildSendBody,
  type ClassifiedError,
  type Recipient,
  retryDelayMs,
  SENDABLE_TYPES,
  type SendableType,
  type SendOutcome,
  type WhatsAppClient,
} from '@parley/whatsapp-client';
import type { BusyChannel, ClaimedTrigger } from '../state/claim-repo.ts';
import { presentProviderError } from '../state/message-error.ts';
import { isWayRefused } from './marketing-route.ts';
import type { Settled } from './outcome-writer.ts';

/** How to call the provider for one channel. */
export type Sender = {
  client: Pick<WhatsAppClient, 'sendMessage' | 'markRead' | 'uploadMedia' | 'getMediaUrl' | 'downloadMedia'> &
    Partial<Pick<WhatsAppClient, 'sendMarketingMessage'>>;
  phoneNumberId: string;
  accessToken: string;
};

/** The timeout of one call. */
export const callTimeoutMs = 15_000;

/**
 * Sends one claimed trigger. Never rejects.
 * @param startBy when the call must have begun, on the clock of `performance.now`: this process may have stood still
 * since the claim, and another may have the lease
 * @param asMarketing through WhatsApp's Marketing Messages API. If that refuses the template, nothing was sent: the message
 * is due again at once, for the ordinary way
 */
export async function deliver(
  sender: Sender,
  channel: BusyChannel,
  epoch: number,
  trigger: ClaimedTrigger,
  startBy: number,
  asMarketing = false,
): Promise<{ settled: Settled; throttled: boolean; wayRefused?: true }> {
  const base = {
    clientId: channel.client_id,
    channelId: channel.channel_id,
    triggerId: trigger.id,
    messageId: trigger.message_id,
    kind: trigger.kind,
    attempt: trigger.attempt,
    epoch,
  };
  const body = bodyOf(trigger);
  if (body === null) {
    const error = {
      code: 'cannot_be_sent',
      message: 'This kind of message can’t be sent.',
      next_step: 'Write it as text instead.',
    };
    return { settled: { ...base, outcome: 'failed', error }, throttled: false };
  }
  if (performance.now() > startBy) {
    return { settled: { ...base, outcome: 'retry', reason: null, delayMs: 0 }, throttled: false };
  }
  const { client, phoneNumberId, accessToken } = sender;
  const request = { phoneNumberId, accessToken, body, timeoutMs: callTimeoutMs };
  const outcome =
    asMarketing && client.sendMarketingMessage !== undefined
      ? await client.sendMarketingMessage({ ...request, options: { productPolicy: 'CLOUD_API_FALLBACK' } })
      : await client.sendMessage(request);
  if (asMarketing && (outcome.kind === 'failed' || outcome.kind === 'retry') && isWayRefused(outcome.error.code)) {
    const { title } = outcome.error;
    return { settled: { ...base, outcome: 'retry', reason: title, delayMs: 0 }, throttled: false, wayRefused: true };
  }
  return {
    settled: { ...base, ...settle(outcome, trigger.tries + 1), ...recipientIn(outcome, trigger) },
    throttled: outcome.kind === 'retry' && outcome.reason === 'throttled',
  };
}

function recipientIn(outcome: SendOutcome, { to }: ClaimedTrigger): Pick<Settled, 'recipient'> {
  if (outcome.kind !== 'accepted' || outcome.waId === null || to === null || outcome.waId === to) return {};
  return { recipient: { sentTo: to, knownAs: outcome.waId } };
}

function recipientOf({ group_id: groupId, to, to_user_id: userId }: ClaimedTrigger): Recipient | null {
  if (groupId !== null) return { groupId };
  return to !== null ? { phone: to } : userId !== null ? { userId } : null;
}

function bodyOf(trigger: ClaimedTrigger): Record<string, unknown> | null {
  const to = recipientOf(trigger);
  if (to === null) return null;
  if (trigger.kind === 'reaction') {
    const reaction = trigger.payload['reaction'] as { message_id: string; emoji: string };
    // A reaction's own statuses must not change its target, so they carry the trigger's id.
    return buildSendBody({
      messageId: trigger.id,
      to,
      type: 'reaction',
      content: { provider_message_id: reaction.message_id, emoji: reaction.emoji },
    });
  }
  const type: SendableType | undefined = SENDABLE_TYPES.find((name) => name === trigger.type);
  if (type === undefined) return null;
  return buildSendBody({
    messageId: trigger.message_id,
    to,
    type,
    content: type === 'contacts' ? (trigger.content['contacts'] as unknown[]) : trigger.content,
    contextProviderId: trigger.context_provider_id,
  });
}

type SendResult =
  | { outcome: 'accepted'; providerId: string }
  | { outcome: 'failed'; error: ReturnType<typeof presentProviderError>; cause?: ClassifiedError }
  | { outcome: 'retry'; reason: string; delayMs: number; pausesChannel?: string; cause?: ClassifiedError }
  | { outcome: 'unknown' };

function settle(outcome: SendOutcome, tries: number): SendResult {
  switch (outcome.kind) {
    case 'accepted':
      return { outcome: 'accepted', providerId: outcome.providerMessageId };
    case 'unknown':
      return { outcome: 'unknown' };
    case 'retry': {
      const delayMs = outcome.afterMs ?? retryDelayMs(outcome.error, tries);
      // All retries that the error allows are used up.
      if (delayMs === null) return { outcome: 'failed', error: presentProviderError(outcome.error) };
      return {
        outcome: 'retry',
        reason: outcome.error.title,
        delayMs,
        ...(outcome.error.effect === 'stop_broadcasts' ? { cause: outcome.error } : {}),
      };
    }
    case 'failed':
      // A token or permission that no longer works affects the whole channel: its messages wait until it is fixed.
      if (outcome.error.pausesChannel) {
        const { error } = outcome;
        return { outcome: 'retry', reason: error.title, delayMs: 0, pausesChannel: error.title, cause: error };
      }
      return { outcome: 'failed', error: presentProviderError(outcome.error), cause: outcome.error };
  }
}

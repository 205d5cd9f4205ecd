import {
  buildSendBody,
  type ClassifiedError,
  retryDelayMs,
  SENDABLE_TYPES,
  type SendableType,
  type SendOutcome,
  type WhatsAppClient,
} from '@parley/whatsapp-client';
import { presentProviderError } from '../message-error.ts';
import type { BusyChannel, ClaimedTrigger } from './lane-repo.ts';
import type { Settled } from './outcome-writer.ts';

/** Everything one call needs that belongs to the channel. */
export type Sender = {
  client: Pick<WhatsAppClient, 'sendMessage' | 'markRead' | 'uploadMedia' | 'getMediaUrl' | 'downloadMedia'>;
  phoneNumberId: string;
  accessToken: string;
};

/** How long one call may take in all. */
export const callTimeoutMs = 15_000;

/** Sends one claimed trigger. Never rejects. */
export async function deliver(
  sender: Sender,
  channel: BusyChannel,
  epoch: number,
  trigger: ClaimedTrigger,
): Promise<{ settled: Settled; throttled: boolean }> {
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
      message: 'This kind of message cannot be sent.',
      next_step: 'Write it as text instead.',
    };
    return { settled: { ...base, outcome: 'failed', error }, throttled: false };
  }
  const { client, phoneNumberId, accessToken } = sender;
  const outcome = await client.sendMessage({ phoneNumberId, accessToken, body, timeoutMs: callTimeoutMs });
  return {
    settled: { ...base, ...settle(outcome, trigger.tries + 1) },
    throttled: outcome.kind === 'retry' && outcome.reason === 'throttled',
  };
}

function bodyOf(trigger: ClaimedTrigger): Record<string, unknown> | null {
  const to =
    trigger.to !== null ? { phone: trigger.to } : trigger.to_user_id !== null ? { userId: trigger.to_user_id } : null;
  if (to === null) return null;
  if (trigger.kind === 'reaction') {
    const wish = trigger.payload['reaction'] as { message_id: string; emoji: string };
    // A reaction's own statuses must not move its target, so they carry the trigger's id.
    return buildSendBody({
      messageId: trigger.id,
      to,
      type: 'reaction',
      content: { provider_message_id: wish.message_id, emoji: wish.emoji },
    });
  }
  const type: SendableType | undefined = SENDABLE_TYPES.find((name) => name === trigger.type);
  if (type === undefined) return null;
  return buildSendBody({
    messageId: trigger.message_id,
    to,
    type,
    content: trigger.content,
    contextProviderId: trigger.context_provider_id,
  });
}

type Verdict =
  | { outcome: 'accepted'; providerId: string }
  | { outcome: 'failed'; error: ReturnType<typeof presentProviderError>; cause?: ClassifiedError }
  | { outcome: 'retry'; reason: string; delayMs: number; pausesChannel?: string }
  | { outcome: 'unknown' };

function settle(outcome: SendOutcome, tries: number): Verdict {
  switch (outcome.kind) {
    case 'accepted':
      return { outcome: 'accepted', providerId: outcome.providerMessageId };
    case 'unknown':
      return { outcome: 'unknown' };
    case 'retry': {
      const delayMs = outcome.afterMs ?? retryDelayMs(outcome.error, tries);
      // The catalogue's tries are used up: it stays a failure with WhatsApp's reason.
      if (delayMs === null) return { outcome: 'failed', error: presentProviderError(outcome.error) };
      return { outcome: 'retry', reason: outcome.error.title, delayMs };
    }
    case 'failed':
      // A token or permission that no longer works is the channel's trouble: its messages wait until it is mended.
      if (outcome.error.pausesChannel) {
        return { outcome: 'retry', reason: outcome.error.title, delayMs: 0, pausesChannel: outcome.error.title };
      }
      return { outcome: 'failed', error: presentProviderError(outcome.error), cause: outcome.error };
  }
}

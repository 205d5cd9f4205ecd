import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { useEffect, useMemo } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { toast } from '../../../../ui/toast.ts';
import { type LiveAccount, type OutboxEntry, useAccount, useOutboxOf } from '../../../sync/public.ts';

/** Offered first, as WhatsApp does. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** Queues our reaction to a message; an empty one removes it. @throws the database error when it cannot be stored */
export async function sendReaction(account: LiveAccount, message: Message, emoji: string): Promise<void> {
  await account.outbox.add({
    id: uuidv7(),
    thread_id: message.thread_id,
    channel_id: message.channel_id,
    source: 'INBOX',
    type: 'reaction',
    reaction: { message_id: message.id, emoji },
  });
}

/** The message with the reaction that still waits on this device. */
export function withReaction(message: Message, waiting: readonly OutboxEntry[], uid: string): Message {
  const last = waiting.findLast(
    ({ body, state }) => state === 'queued' && body.type === 'reaction' && body.reaction?.message_id === message.id,
  );
  const emoji = last?.body.reaction?.emoji;
  if (last === undefined || emoji === undefined) return message;
  const { ours: _, ...theirs } = message.reaction ?? {};
  const ours = emoji === '' ? {} : { ours: { emoji, at: last.created_at, by: uid } };
  return { ...message, reaction: { ...theirs, ...ours } };
}

export function useWithReaction(message: Message): Message {
  const account = useAccount();
  const waiting = useOutboxOf(message.thread_id);
  const { uid } = account.store;
  return useMemo(() => withReaction(message, waiting, uid), [message, waiting, uid]);
}

/** Takes back reactions that the server refused, and says so: they have no bubble to say it at. */
export function useRefusedReactions(waiting: readonly OutboxEntry[]): void {
  const { t } = useLingui();
  const account = useAccount();
  useEffect(() => {
    for (const { id, state, body, refusal } of waiting) {
      if (state !== 'refused' || body.type !== 'reaction') continue;
      const reason = refusal?.message ?? '';
      toast({ message: t`Couldn’t send the reaction. ${reason}` });
      void account.outbox.discard(id);
    }
  }, [account, waiting, t]);
}

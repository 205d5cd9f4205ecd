import type { Executor } from '../../../platform/db/sql.ts';
import { recordChatLinkUses } from '../../channels/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';

/** Notes the chat links whose references customers sent. */
export async function noteChatLinks(tx: Executor, fresh: readonly NormalizedMessage[]): Promise<void> {
  const received = fresh.flatMap(({ channel, message, origin }) => {
    if (origin.kind !== 'customer' || message.type !== 'text') return [];
    const { clientId, channelId } = channel;
    return [{ clientId, channelId, providerMessageId: message.providerId, text: message.content.body }];
  });
  await recordChatLinkUses(tx, received);
}

import type { MediaKind } from '@parley/contract/types';
import { validateContent } from '@parley/whatsapp-client';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { refusalOfVerdict } from './acceptance.ts';
import { addMessages } from './send-repo.ts';

export const botAuthor = 'bot';
/** The author of what the AI assistant writes. */
export const assistantAuthor = 'ai';

export type BotMessage = {
  /** The same id again is the same message. */
  id: string;
  threadId: string;
  channelId: string;
  type: 'text' | 'interactive' | 'template' | MediaKind;
  content: Record<string, unknown>;
  marketing: boolean;
  /** Default: the bot. */
  author?: typeof botAuthor | typeof assistantAuthor;
};

/** @throws AppError validation_failed when WhatsApp would refuse the content */
export function checkBotContent(type: BotMessage['type'], content: Record<string, unknown>): void {
  const problems = type === 'interactive' ? validateContent(type, content) : [];
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
}

/**
 * Sends messages of automations in their transaction, once for each id. The caller notifies the dispatcher.
 * @returns for each why it was refused (window_closed, suppressed, not_found), or null
 */
export async function sendAllAsBot(tx: TenantTx, messages: readonly BotMessage[]): Promise<Array<AppError | null>> {
  if (messages.length === 0) return [];
  const results = await addMessages(
    tx,
    messages.map(({ author = botAuthor, ...message }) => ({
      ...message,
      triggerId: idFromKey(tx.clientId, 'bot trigger', message.id),
      source: 'AUTOMATION',
      medium: 'API',
      contextMessageId: null,
      confirmSeen: null,
      requestHash: hashOf(message),
      createdBy: author,
      metaType: 'automation',
      priority: 0,
    })),
  );
  return results.map((result) => {
    const { verdict } = result;
    return verdict === 'ok' || verdict === 'exists' ? null : refusalOfVerdict({ ...result, verdict });
  });
}

function hashOf({ threadId, channelId, type, content }: BotMessage): string {
  return hashRequest([threadId, channelId, type, content]).toString('hex');
}

/** @throws AppError validation_failed when WhatsApp would refuse the content, or why the message was refused */
export async function sendAsBot(tx: TenantTx, message: BotMessage): Promise<void> {
  checkBotContent(message.type, message.content);
  const [refusal] = await sendAllAsBot(tx, [message]);
  if (refusal === undefined) throw new Error('a send came back without a result');
  if (refusal !== null) throw refusal;
}

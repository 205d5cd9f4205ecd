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
 * Sends a message of an automation in its transaction, once for each id. The caller notifies the dispatcher.
 * @throws AppError window_closed, suppressed, not_found
 */
export async function sendAsBot(tx: TenantTx, message: BotMessage): Promise<void> {
  const { author = botAuthor, ...rest } = message;
  const { id, threadId, channelId, type, content } = rest;
  checkBotContent(type, content);
  const [result] = await addMessages(tx, [
    {
      ...rest,
      triggerId: idFromKey(tx.clientId, 'bot trigger', id),
      source: 'AUTOMATION',
      medium: 'API',
      contextMessageId: null,
      confirmSeen: null,
      requestHash: hashRequest([threadId, channelId, type, content]).toString('hex'),
      createdBy: author,
      metaType: 'automation',
      priority: 0,
    },
  ]);
  if (result === undefined) throw new Error('a send came back without a result');
  const { verdict } = result;
  if (verdict !== 'ok' && verdict !== 'exists') throw refusalOfVerdict({ ...result, verdict });
}

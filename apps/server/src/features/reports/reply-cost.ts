import type { ReplyCost } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findChannels } from '../channels/public.ts';
import { findAdMessage, getVisibleThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { rateFinder } from './rate-finder.ts';
import { findRates } from './rates-repo.ts';
import { countReplies } from './reply-cost-query.ts';

const hourMs = 3_600_000;

/**
 * What the next free-form reply of a conversation costs by the account's rates. For 72 hours after the customer came by an
 * ad everything is free, if the first answer was sent within 24
 * (https://developers.facebook.com/docs/whatsapp/pricing/, "Free entry point windows").
 * @throws AppError('not_found') when the member does not see the conversation
 */
export async function replyCostOf(tx: TenantTx, actor: MemberActor, threadId: string): Promise<ReplyCost> {
  const thread = await getVisibleThread(tx, threadId, visibilityOf(actor));
  const { currency, rates, free_replies: allowance } = await findRates(tx);
  const [channel] = await findChannels(tx, tx.clientId, [thread.channel_id]);
  if (channel?.sandbox !== false) return { currency, price: null, free: { reason: 'sandbox' } };
  const { n, today } = await countReplies(tx, thread.channel_id);
  const digits = (thread.to_phone ?? '').replaceAll(/\D/g, '').slice(0, 4);
  const price = rateFinder(rates)({ category: 'service', digits, day: today })?.price ?? null;
  const ad = await findAdMessage(tx, threadId);
  if (ad !== null && (ad.answered_at !== null || Date.now() < ad.at.getTime() + 24 * hourMs)) {
    return { currency, price, free: { reason: 'ad', until: new Date(ad.at.getTime() + 72 * hourMs).toISOString() } };
  }
  return { currency, price, free: n < allowance ? { reason: 'allowance', used: n, of: allowance } : null };
}

import type { ReplyCost } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findChannels } from '../channels/public.ts';
import { findAdMessage, getVisibleThread } from '../messaging/public.ts';
import type { Visibility } from '../team/public.ts';
import { rateFinder } from './rate-finder.ts';
import { findRates } from './rates-repo.ts';
import { countReplies } from './reply-cost-query.ts';
import { listVolumes } from './volumes-query.ts';

const hourMs = 3_600_000;

/**
 * What the next free-form reply of a conversation costs by the account's rates. For 72 hours after the customer came by an
 * ad everything is free, if the first answer was sent within 24
 * (https://developers.facebook.com/docs/whatsapp/pricing/, "Free entry point windows").
 * @param view of the member; null when the caller has checked already
 * @returns with the day in the account's time zone
 * @throws AppError('not_found') when the member does not see the conversation
 */
export async function replyCostOf(
  tx: TenantTx,
  threadId: string,
  view: Visibility | null,
): Promise<ReplyCost & { today: string }> {
  const thread = await getVisibleThread(tx, threadId, view);
  const { currency, rates, free_replies: allowance } = await findRates(tx);
  const [channel] = await findChannels(tx, tx.clientId, [thread.channel_id]);
  const { n, today } = await countReplies(tx, thread.channel_id);
  if (channel?.sandbox !== false) return { today, currency, price: null, free: { reason: 'sandbox' } };
  const digits = (thread.to_phone ?? '').replaceAll(/\D/g, '').slice(0, 4);
  const price =
    rateFinder(rates, await listVolumes(tx, rates))({ category: 'service', digits, day: today })?.price ?? null;
  const ad = await findAdMessage(tx, threadId);
  if (ad !== null && (ad.answered_at !== null || Date.now() < ad.at.getTime() + 24 * hourMs)) {
    return {
      today,
      currency,
      price,
      free: { reason: 'ad', until: new Date(ad.at.getTime() + 72 * hourMs).toISOString() },
    };
  }
  return { today, currency, price, free: n < allowance ? { reason: 'allowance', used: n, of: allowance } : null };
}

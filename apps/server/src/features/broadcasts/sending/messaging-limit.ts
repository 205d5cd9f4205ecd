import type { Platform } from '../../../platform/platform.ts';
import { countLimitUse, listPortfolios, type Portfolio } from '../../channels/public.ts';
import type { RunningCampaign } from './enqueue-repo.ts';

/** No count is older than this, milliseconds. */
const longestMs = 60_000;
/** This often it is asked whether there is a limit, and whether a used-up one has room: people become free one by one. */
const againMs = 5_000;
/** Channels remembered at most. */
const mostRemembered = 10_000;

type Known = {
  /** Until when the count is good enough, by `performance.now()`. */
  untilMs: number;
  /** How many more people may be written to; Infinity without a limit. */
  room: number;
  /** When one more may be, while none may. */
  freeAt: Date | null;
  portfolio: Portfolio;
};

/** What of WhatsApp's messaging limit is left, which all numbers of a portfolio share. */
export type MessagingLimits = {
  /** How many more recipients of a broadcast may be written to now, and when the next ones may, while none may. */
  roomFor(campaign: RunningCampaign): Promise<{ room: number; freeAt: Date | null }>;
  /** Counts recipients that were enqueued. */
  take(campaign: RunningCampaign, count: number): void;
};

/**
 * The day's messages are counted anew only when half of what was left can have been sent meanwhile, by this and all
 * other processes together: at most as fast as the numbers may send.
 */
export function createMessagingLimits(platform: Platform): MessagingLimits {
  const known = new Map<string, Known>();
  const keyOf = ({ client_id, channel_id }: RunningCampaign) => `${client_id}/${channel_id}`;

  async function count({ client_id: clientId, channel_id, pace }: RunningCampaign): Promise<Known> {
    return platform.db.withTenant(
      clientId,
      async (tx) => {
        const portfolio = (await listPortfolios(tx)).get(channel_id) ?? { channelIds: [channel_id], limit: null };
        const limit = portfolio.limit ?? -1;
        const now = performance.now();
        if (limit < 0) return { portfolio, room: Number.POSITIVE_INFINITY, freeAt: null, untilMs: now + againMs };
        const { used, freeAt } = await countLimitUse(tx, portfolio);
        const room = Math.max(0, limit - used);
        const halfMs = (room / 2 / (pace * portfolio.channelIds.length)) * 1_000;
        const untilMs = now + (room === 0 ? againMs : Math.min(longestMs, halfMs));
        return { portfolio, room, freeAt: room === 0 ? freeAt : null, untilMs };
      },
      { readOnly: true },
    );
  }

  return {
    async roomFor(campaign) {
      const key = keyOf(campaign);
      const last = known.get(key);
      if (last !== undefined && last.untilMs > performance.now() && (last.room > 0 || last.freeAt !== null))
        return last;
      if (known.size >= mostRemembered) known.clear();
      const counted = await count(campaign);
      for (const id of counted.portfolio.channelIds) known.set(`${campaign.client_id}/${id}`, counted);
      return counted;
    },
    take(campaign, taken) {
      const last = known.get(keyOf(campaign));
      if (last !== undefined) last.room = Math.max(0, last.room - taken);
    },
  };
}

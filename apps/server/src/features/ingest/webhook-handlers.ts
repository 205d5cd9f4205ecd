import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import { findSendChannel } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { replayRefused } from './apply/replay.ts';
import { countReasons, getWebhookStatistics, listRefusals, type OpenRefusal } from './apply/replay-repo.ts';

const endOfTime = new Date('9999-12-31T00:00:00Z');
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Reasons are counted among this many of the newest refusals. */
const reasonsAmong = 1_000;
/** One request replays at most this many deliveries, the newest; the response says whether there are more. */
const maxReplayed = 200;

/** A channel's webhook statistics, its refused deliveries and their replay. */
export function webhookHandlers(platform: Platform, directory: ChannelDirectory): Handlers {
  return {
    async 'GET /api/channels/{id}/webhooks'({ actor }, { params, query }) {
      const before = decodeCursor(query.cursor, ([at, id]) =>
        typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
          ? { at: new Date(at), id }
          : null,
      );
      const channelId = params.id.toLowerCase();
      const { statistics, reasons, rows } = await platform.db.withTenant(
        actor.clientId,
        async (tx) => {
          await requireVisibleChannel(actor, channelId, () => findSendChannel(tx, channelId));
          return {
            statistics: await getWebhookStatistics(tx, channelId),
            reasons: await countReasons(tx, channelId, reasonsAmong),
            rows: await listRefusals(tx, channelId, before ?? { at: endOfTime, id: lastId }, query.limit + 1),
          };
        },
        { readOnly: true },
      );
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined;
      return {
        status: 200,
        body: {
          ...statistics,
          reasons,
          data: shown.map(presentRefusal),
          next_cursor: more ? encodeCursor([last.received_at.toISOString(), last.id]) : null,
        },
      };
    },
    async 'POST /api/channels/{id}/webhooks/replay'({ actor }, { params }) {
      const channelId = params.id.toLowerCase();
      const rows = await platform.db.withTenant(actor.clientId, async (tx) => {
        await requireVisibleChannel(actor, channelId, () => findSendChannel(tx, channelId));
        return listRefusals(tx, channelId, { at: endOfTime, id: lastId }, maxReplayed + 1);
      });
      directory.forget();
      const positions = new Map(
        rows.slice(0, maxReplayed).map(({ partition, seq }) => [`${partition}/${seq}`, { partition, seq }]),
      );
      const owner = { clientId: actor.clientId, channelId };
      const replayed = await replayRefused(platform, directory, owner, [...positions.values()]);
      return { status: 200, body: { ...replayed, more: rows.length > maxReplayed } };
    },
  };
}

async function requireVisibleChannel(
  actor: AccountActor,
  channelId: string,
  find: () => Promise<unknown>,
): Promise<void> {
  const found = visibilityOf(actor).canSeeChannel(channelId) && isUuid(channelId) ? await find() : null;
  if (found === null || found === undefined)
    throw new AppError('not_found', { message: 'This channel was not found.' });
}

function presentRefusal({ id, received_at, reason, detail }: OpenRefusal) {
  return { id, received_at: received_at.toISOString(), reason, detail: detail ?? null };
}

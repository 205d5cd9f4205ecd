import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import { visibilityOf } from '../team/public.ts';
import { replayRefused } from './apply/replay.ts';
import { countReasons, listRefusals, type OpenRefusal, readBooks } from './apply/replay-repo.ts';
import { findSendChannel } from './repo.ts';

const endOfTime = new Date('9999-12-31T00:00:00Z');
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Reasons are counted among so many of the newest refusals. */
const reasonsAmong = 1_000;
/** Deliveries one call replays at most, the newest; the answer says whether there are more. */
const replayAtMost = 200;

/** The receiver's books of a channel, and understanding once more what was refused. */
export function webhookHandlers(platform: Platform, directory: ChannelDirectory): Handlers {
  return {
    async 'GET /api/channels/{id}/webhooks'({ actor }, { params, query }) {
      const before = readCursor(query.cursor, ([at, id]) =>
        typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
          ? { at: new Date(at), id }
          : null,
      );
      const channelId = params.id.toLowerCase();
      const { books, reasons, rows } = await platform.db.withTenant(
        actor.clientId,
        async (tx) => {
          await refuseUnseen(actor, channelId, () => findSendChannel(tx, channelId));
          return {
            books: await readBooks(tx, channelId),
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
          ...books,
          reasons,
          data: shown.map(presentRefusal),
          next_cursor: more ? writeCursor([last.received_at.toISOString(), last.id]) : null,
        },
      };
    },
    async 'POST /api/channels/{id}/webhooks/replay'({ actor }, { params }) {
      const channelId = params.id.toLowerCase();
      const rows = await platform.db.withTenant(actor.clientId, async (tx) => {
        await refuseUnseen(actor, channelId, () => findSendChannel(tx, channelId));
        return listRefusals(tx, channelId, { at: endOfTime, id: lastId }, replayAtMost + 1);
      });
      directory.forget();
      const places = new Map(rows.slice(0, replayAtMost).map(({ lane, seq }) => [`${lane}/${seq}`, { lane, seq }]));
      const owner = { clientId: actor.clientId, channelId };
      const replayed = await replayRefused(platform, directory, owner, [...places.values()]);
      return { status: 200, body: { ...replayed, more: rows.length > replayAtMost } };
    },
  };
}

async function refuseUnseen(actor: AccountActor, channelId: string, find: () => Promise<unknown>): Promise<void> {
  const found = visibilityOf(actor).seesChannel(channelId) && isUuid(channelId) ? await find() : null;
  if (found === null || found === undefined)
    throw new AppError('not_found', { message: 'This channel was not found.' });
}

function presentRefusal({ id, received_at, reason, detail }: OpenRefusal) {
  return { id, received_at: received_at.toISOString(), reason, detail: detail ?? null };
}

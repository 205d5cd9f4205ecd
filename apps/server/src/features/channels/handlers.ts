import type { Channel } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeNameCursor, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { auditAdded } from './audit.ts';
import { connectChannel } from './connect.ts';
import { presentChannel } from './present.ts';
import { findChannels, listChannels } from './repo.ts';
import { changeChannel, removeChannel } from './service.ts';
import type { GraphAccess } from './verify-connection.ts';

const nilId = '00000000-0000-0000-0000-000000000000';
/** Channels of one account that the app starts with; no account has this many numbers. */
const startLimit = 200;

export function channelsHandlers(platform: Platform, graph: GraphAccess): Handlers {
  return {
    async 'GET /api/channels'({ actor }, { query }) {
      const { name: label, id } = decodeNameCursor(query.cursor) ?? { name: '', id: nilId };
      const rows = await platform.db.withTenant(actor.clientId, (tx) =>
        listChannels(tx, actor.clientId, { label, id }, query.limit + 1, visibilityOf(actor).channelIds),
      );
      const { shown, next } = pageOf(rows, query.limit, (row) => [row.channel_label, row.id]);
      return {
        status: 200,
        body: {
          data: shown.map((row) => visibilityOf(actor).channel(presentChannel(row))),
          next_cursor: next,
        },
      };
    },
    async 'POST /api/channels'(call, { body }) {
      const { row, checks, created } = await connectChannel(platform, graph, call.actor, body, call.idempotencyKey);
      if (created) await auditAdded(platform, call, row);
      return { status: created ? 201 : 200, body: { ...presentChannel(row), checks } };
    },
    async 'PUT /api/channels/{id}'(call, { params, body }) {
      const { actor } = call;
      if (Object.keys(body).length === 0)
        throw new AppError('validation_failed', { message: 'Provide at least one field to change.' });
      refuseUnseen(actor, params.id);
      return { status: 200, body: presentChannel(await changeChannel(platform, call, params.id, body)) };
    },
    async 'DELETE /api/channels/{id}'(call, { params }) {
      refuseUnseen(call.actor, params.id);
      await removeChannel(platform, call, params.id);
      return { status: 204, body: undefined };
    },
  };
}

function refuseUnseen(actor: AccountActor, channelId: string): void {
  if (visibilityOf(actor).canSeeChannel(channelId.toLowerCase())) return;
  throw new AppError('not_found', { message: 'This channel was not found.' });
}

/** The channels the app starts with for one member, by label. */
export async function startingChannels(tx: TenantTx, actor: AccountActor): Promise<Channel[]> {
  const { channelIds: only, channel } = visibilityOf(actor);
  const rows = await listChannels(tx, tx.clientId, { label: '', id: nilId }, startLimit, only);
  return rows.map((row) => channel(presentChannel(row)));
}

export const hydrateChannels: Hydrate = async (tx, ids) => {
  const rows = await findChannels(tx, tx.clientId, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentChannel(row) }]));
};

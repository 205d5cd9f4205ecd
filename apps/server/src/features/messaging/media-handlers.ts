import type { StoredMedia } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { discardUpload, findMedia, type MediaRow, type PresentMedia } from '../media/public.ts';
import { visibilityOf } from '../team/public.ts';
import { getVisibleMessage } from './threads/visible.ts';

/** Files by their ids: who may read a message may read its file. */
export function mediaHandlers(platform: Platform, present: PresentMedia): Handlers {
  const { withTenant } = platform.db;
  return {
    async 'GET /api/media/{id}'({ actor }, { params }) {
      const row = await withTenant(actor.clientId, (tx) => getVisibleMedia(tx, params.id, actor), { readOnly: true });
      return { status: 200, body: presentMedia(row, actor.clientId, present) };
    },
    async 'DELETE /api/media/{id}'({ actor }, { params }) {
      await withTenant(actor.clientId, async (tx) => {
        const row = await getVisibleMedia(tx, params.id, actor);
        await discardUpload(tx, row.id);
      });
      return { status: 204, body: undefined };
    },
  };
}

/** @throws AppError not_found; who sees only some conversations sees no upload of others */
async function getVisibleMedia(tx: TenantTx, id: string, actor: AccountActor): Promise<MediaRow> {
  const missing = () => new AppError('not_found', { message: 'This file was not found.' });
  const row = isUuid(id) ? await findMedia(tx, id) : null;
  if (row === null) throw missing();
  const view = visibilityOf(actor);
  if (row.message_id === null) {
    if (!view.isUnrestricted && row.created_by !== actor.author) throw missing();
    return row;
  }
  await getVisibleMessage(tx, row.message_id, view).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? missing() : error;
  });
  return row;
}

function presentMedia(row: MediaRow, clientId: string, present: PresentMedia): StoredMedia {
  const { id, mime_type, size_bytes, sha256, filename, state, scan } = row;
  const isReady = state === 'kept' && scan !== 'waiting';
  const { url } = present({ media_id: id, state: isReady ? 'ready' : 'provider' }, { clientId, at: new Date() });
  return {
    id,
    ...(mime_type === null ? {} : { mime_type }),
    ...(size_bytes === null ? {} : { size_bytes }),
    ...(sha256 === null ? {} : { sha256: sha256.toString('hex') }),
    ...(filename === null ? {} : { filename }),
    state: isReady ? 'ready' : state === 'waiting' || state === 'kept' ? 'waiting' : 'gone',
    url,
  };
}

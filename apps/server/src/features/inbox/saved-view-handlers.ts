import { isDeepStrictEqual } from 'node:util';
import { isAtLeast } from '@parley/contract/permissions';
import type { SavedView } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { deleteSavedView, insertSavedView, listSavedViews, lockSavedView, updateSavedView } from './saved-view-repo.ts';

/** Views of the inbox that members keep, for themselves or for everyone. */
export function savedViewHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const changed = (clientId: string) => platform.notifier.notify('changes_new', clientId);
  return {
    'GET /api/views': async ({ actor }) => {
      const data = await withTenant(actor.clientId, (tx) => listSavedViews(tx, actor.uid), { readOnly: true });
      return { status: 200, body: { data, next_cursor: null } };
    },
    'POST /api/views': async (call, { body }) => {
      const { actor } = call;
      const view = { ...body, id: callId(call, 'POST /api/views', body.id), owner_id: actor.uid };
      const outcome = await withTenant(actor.clientId, async (tx) => {
        const created = await insertSavedView(tx, view);
        const row = await lockSavedView(tx, view.id, actor.uid);
        if (row === null) throw idTaken();
        if (created) {
          await tellAll(tx);
          await auditChanges(tx, call, 'inbox.view_created', row.id, null, auditedOf(row));
        } else if (row.owner_id !== actor.uid || row.name !== view.name || !sameConditions(row, view)) throw idTaken();
        return { row, created };
      });
      if (outcome.created) changed(actor.clientId);
      return { status: outcome.created ? 201 : 200, body: outcome.row };
    },
    'PUT /api/views/{id}': async (call, { params, body }) => {
      const { actor } = call;
      const row = await withTenant(actor.clientId, async (tx) => {
        const before = await lockOwn(tx, actor, params.id);
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const after = await updateSavedView(tx, { ...before, ...given });
        await tellAll(tx);
        await auditChanges(tx, call, 'inbox.view_changed', after.id, auditedOf(before), auditedOf(after));
        return after;
      });
      changed(actor.clientId);
      return { status: 200, body: row };
    },
    'DELETE /api/views/{id}': async (call, { params }) => {
      const { actor } = call;
      await withTenant(actor.clientId, async (tx) => {
        const before = await lockOwn(tx, actor, params.id);
        await deleteSavedView(tx, before.id);
        await tellAll(tx);
        await auditChanges(tx, call, 'inbox.view_deleted', before.id, auditedOf(before), null);
      });
      changed(actor.clientId);
      return { status: 200, body: {} };
    },
  };
}

/** The feed says the same to everyone, and a private view is its owner's: devices read theirs again. */
async function tellAll(tx: TenantTx): Promise<void> {
  await addChanges(tx, [{ collection: 'saved_views', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}

/** @throws AppError not_found; forbidden for a shared view of another member, unless an Admin asks */
async function lockOwn(tx: TenantTx, actor: MemberActor, id: string): Promise<SavedView> {
  const view = await lockSavedView(tx, id, actor.uid);
  if (view === null) throw new AppError('not_found', { message: 'This view was not found.' });
  if (view.owner_id !== actor.uid && !isAtLeast(actor.role, 'Admin')) {
    throw new AppError('forbidden', { message: 'Only its owner and Admins can change a shared view.' });
  }
  return view;
}

function auditedOf({ name, shared, conditions, sort }: SavedView) {
  return { name, shared, conditions, sort };
}

function sameConditions(a: Pick<SavedView, 'conditions' | 'sort'>, b: Pick<SavedView, 'conditions' | 'sort'>) {
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  return a.sort === b.sort && isDeepStrictEqual(plain(a.conditions), plain(b.conditions));
}

function idTaken(): AppError {
  return new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another view has this id.' }] });
}

import type { Label } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, pgCode } from '../../platform/errors.ts';
import { callId } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges, type Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import {
  deleteLabel,
  findLabels,
  insertLabel,
  isOnHiddenThread,
  listLabels,
  lockLabel,
  updateLabel,
} from './label-repo.ts';

/** Labels of conversations. */
export function labelHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const changed = (clientId: string) => platform.notifier.notify('changes_new', clientId);
  return {
    'GET /api/labels': async ({ actor }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, listLabels, { readOnly: true }), next_cursor: null },
    }),
    'POST /api/labels': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/labels', body.id);
      const outcome = await withTenant(actor.clientId, async (tx) => {
        const created = await insertLabel(tx, { id, name: body.name, color: body.color });
        const [row] = await findLabels(tx, [id]);
        if (row === undefined) throw nameTaken();
        if (created) {
          await addChanges(tx, [{ collection: 'labels', id, marker: 'NEW', version: row.version }]);
          await auditChanges(tx, call, 'inbox.label_created', id, null, auditedOf(row));
        } else if (row.name !== body.name || row.color !== body.color) throw idTaken();
        return { row, created };
      });
      if (outcome.created) changed(actor.clientId);
      return { status: outcome.created ? 201 : 200, body: outcome.row };
    },
    'PUT /api/labels/{id}': async (call, { params, body }) => {
      const { actor } = call;
      const row = await withTenant(actor.clientId, async (tx) => {
        const before = await lockLabel(tx, params.id);
        const found = before === null ? null : await updateOrTaken(tx, params.id, body);
        if (before === null || found === null) throw labelMissing();
        await addChanges(tx, [{ collection: 'labels', id: found.id, marker: 'MODIFIED', version: found.version }]);
        await auditChanges(tx, call, 'inbox.label_changed', found.id, auditedOf(before), auditedOf(found));
        return found;
      });
      changed(actor.clientId);
      return { status: 200, body: row };
    },
    'DELETE /api/labels/{id}': async (call, { params }) => {
      const { actor } = call;
      const threads = await withTenant(actor.clientId, async (tx) => {
        const before = await lockLabel(tx, params.id);
        if (before !== null) await refuseHiddenUse(tx, actor, before.id);
        const gone = before === null ? null : await deleteLabel(tx, params.id);
        if (before === null || gone === null) throw labelMissing();
        await auditChanges(tx, call, 'inbox.label_deleted', before.id, auditedOf(before), null);
        await addChanges(tx, [
          { collection: 'labels', id: params.id, marker: 'DELETED', version: gone.version + 1 },
          ...gone.due.map((thread) => ({ collection: 'threads', marker: 'MODIFIED', ...thread }) as const),
        ]);
        return gone.threads;
      });
      changed(actor.clientId);
      return { status: 200, body: { threads } };
    },
  };
}

/** Deleting a label takes it off all conversations, hidden ones too. */
async function refuseHiddenUse(tx: TenantTx, actor: AccountActor, id: string): Promise<void> {
  const visibility = visibilityOf(actor);
  if (visibility.isUnrestricted || !(await isOnHiddenThread(tx, id, visibility))) return;
  throw new AppError('forbidden', {
    message: 'You can’t delete this label: it is on conversations that are hidden from you. Ask an Admin to delete it.',
  });
}

function auditedOf({ name, color }: Label) {
  return { name, color };
}

export const hydrateLabels: Hydrate = async (tx, ids) => {
  const rows = await findLabels(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: row }]));
};

async function updateOrTaken(tx: TenantTx, id: string, body: Parameters<typeof updateLabel>[2]): Promise<Label | null> {
  try {
    return await updateLabel(tx, id, body);
  } catch (error) {
    if (pgCode(error) === '23505') throw nameTaken();
    throw error;
  }
}

function nameTaken(): AppError {
  return new AppError('name_taken', { data: [{ field: 'name', msg: 'Another label already has this name.' }] });
}

function idTaken(): AppError {
  return new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another label has this id.' }] });
}

/** @returns the error for a label that does not exist */
export function labelMissing(): AppError {
  return new AppError('not_found', { message: 'This label was not found.' });
}

import { mostStages } from '@parley/contract/stages';
import type { Stage } from '@parley/contract/types';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, pgCode } from '../../platform/errors.ts';
import { callId } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { moveThreadsOfStage } from '../messaging/public.ts';
import { addChanges, type Hydrate } from '../sync/public.ts';
import { deleteStage, findStages, insertStage, listStages, lockStages, updateStage } from './stage-repo.ts';
import { stageMissing } from './stages.ts';

/** Stages of the board. */
export function stageHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const changed = (clientId: string) => platform.notifier.notify('changes_new', clientId);
  return {
    'GET /api/stages': async ({ actor }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, listStages, { readOnly: true }), next_cursor: null },
    }),
    'POST /api/stages': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/stages', body.id);
      const { name, color, closes } = body;
      const outcome = await withTenant(actor.clientId, async (tx) => {
        const others = await lockStages(tx);
        const created = await insertStage(tx, { id, name, color, closes, position: others.length });
        const [row] = await findStages(tx, [id]);
        if (row === undefined) throw nameTaken();
        if (created) {
          await addChanges(tx, [{ collection: 'stages', id, marker: 'NEW', version: row.version }]);
          await auditChanges(tx, call, 'inbox.stage_created', id, null, auditedOf(row));
        } else if (row.name !== name || row.color !== color || row.closes !== closes) throw idTaken();
        return { row, created };
      });
      if (outcome.created) changed(actor.clientId);
      return { status: outcome.created ? 201 : 200, body: outcome.row };
    },
    'PUT /api/stages/{id}': async (call, { params, body }) => {
      const { actor } = call;
      const row = await withTenant(actor.clientId, async (tx) => {
        const all = await lockStages(tx);
        const before = all.find(({ id }) => id === params.id);
        if (before === undefined) throw stageMissing();
        const { position, ...fields } = withoutUndefined(body);
        const others = all.filter(({ id }) => id !== before.id);
        const wanted = others.toSpliced(position ?? all.indexOf(before), 0, { ...before, ...fields });
        await writeStages(tx, all, wanted);
        const [after = before] = await findStages(tx, [before.id]);
        await auditChanges(tx, call, 'inbox.stage_changed', before.id, auditedOf(before), auditedOf(after));
        return after;
      });
      changed(actor.clientId);
      return { status: 200, body: row };
    },
    'DELETE /api/stages/{id}': async (call, { params, query }) => {
      const { actor } = call;
      const threads = await withTenant(actor.clientId, async (tx) => {
        const all = await lockStages(tx);
        const gone = all.find(({ id }) => id === params.id);
        if (gone === undefined) throw stageMissing();
        const to = query.move_to ?? null;
        if (to !== null && (to === gone.id || !all.some(({ id }) => id === to))) throw stageMissing();
        const moved = await moveThreadsOfStage(tx, gone.id, to, actor.author);
        await deleteStage(tx, gone.id);
        const rest = all.filter(({ id }) => id !== gone.id);
        await writeStages(tx, rest, rest);
        await auditChanges(tx, call, 'inbox.stage_deleted', gone.id, auditedOf(gone), null);
        await addChanges(tx, [
          { collection: 'stages', id: gone.id, marker: 'DELETED', version: gone.version + 1 },
          ...moved.flatMap(({ id, version, event_id }) => [
            { collection: 'threads' as const, id, marker: 'MODIFIED' as const, version },
            { collection: 'thread_events' as const, id: event_id, marker: 'NEW' as const, version: 1 },
          ]),
        ]);
        return moved.length;
      });
      changed(actor.clientId);
      return { status: 200, body: { threads } };
    },
  };
}

/** Writes those that are not as they were, with their places. */
async function writeStages(tx: TenantTx, before: readonly Stage[], wanted: readonly Stage[]): Promise<void> {
  for (const [position, stage] of wanted.slice(0, mostStages).entries()) {
    const was = before.find(({ id }) => id === stage.id);
    const same = was?.name === stage.name && was.color === stage.color && was.closes === stage.closes;
    if (same && was.position === position) continue;
    const { version } = await updateOrTaken(tx, { ...stage, position });
    await addChanges(tx, [{ collection: 'stages', id: stage.id, marker: 'MODIFIED', version }]);
  }
}

async function updateOrTaken(tx: TenantTx, stage: Stage): Promise<Stage> {
  try {
    return await updateStage(tx, stage);
  } catch (error) {
    if (pgCode(error) === '23505') throw nameTaken();
    throw error;
  }
}

export const hydrateStages: Hydrate = async (tx, ids) => {
  const rows = await findStages(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: row }]));
};

function auditedOf({ name, color, position, closes }: Stage) {
  return { name, color, position, closes };
}

function withoutUndefined<Body extends object>(body: Body): { [Key in keyof Body]?: Exclude<Body[Key], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never;
}

function nameTaken(): AppError {
  return new AppError('name_taken', { data: [{ field: 'name', msg: 'Another stage already has this name.' }] });
}

function idTaken(): AppError {
  return new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another stage has this id.' }] });
}

import type { Segment } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { isMaskedFilter, visibilityOf } from '../team/public.ts';
import { readFields } from './fields/fields.ts';
import { presentSegment } from './people/present.ts';
import { compileFilter, Parameters } from './query/filter-repo.ts';
import { contextWithoutFields } from './query/selection-repo.ts';
import {
  deleteSegment,
  findSegment,
  insertSegment,
  listSegments,
  lockSegment,
  type SegmentRow,
  updateSegment,
} from './segments/segment-repo.ts';

function nameTaken(): AppError {
  return new AppError('name_taken', { data: [{ field: 'name', msg: 'A segment with this name already exists.' }] });
}

function idConflict(): AppError {
  return new AppError('id_conflict', { message: 'Another segment has this id.' });
}

/** The values of conditions can be names and numbers of customers, so the audit log has fields and operators only. */
function withoutValues(filter: Segment['filter']): unknown {
  return JSON.parse(JSON.stringify(filter, (key, value: unknown) => (key === 'value' ? undefined : value)));
}

async function auditSegment(
  tx: TenantTx,
  call: Call<AccountActor>,
  action: string,
  before: SegmentRow | null,
  after: SegmentRow | null,
): Promise<void> {
  const [was, is] = [before, after].map((row) => ({ name: row?.name ?? null, filter: row?.filter ?? null }));
  const changes = changesBetween(was ?? {}, is ?? {}).map((change) =>
    change.field === 'name'
      ? change
      : { field: 'filter', from: before && withoutValues(before.filter), to: after && withoutValues(after.filter) },
  );
  const target = (before ?? after)?.id ?? '';
  if (changes.length > 0) await writeAudit(tx, auditEventOf(call, action, target, { changes }));
}

/** Segments: saved filters. */
export function segmentHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> =>
    withTenant(actor.clientId, fn).catch((error: unknown) => {
      throw pgCode(error) === '23505' ? nameTaken() : error;
    });
  const notFound = () => new AppError('not_found', { message: 'This segment was not found.' });
  const shown = (actor: AccountActor, row: SegmentRow) => presentSegment(row, visibilityOf(actor));
  /** Validates a filter before it is saved. Other members may see numbers, so conditions on any field are valid. */
  const check = async (tx: TenantTx, actor: AccountActor, filter: Segment['filter']) => {
    if (visibilityOf(actor).masked && isMaskedFilter(filter)) {
      throw invalid('filter', 'Phone numbers are hidden for you, so you can’t change conditions on them.');
    }
    compileFilter(filter, { ...contextWithoutFields, fields: await readFields(tx) }, new Parameters(tx.clientId));
  };
  return {
    'GET /api/segments': async ({ actor }) => ({
      status: 200,
      body: {
        data: (await withTenant(actor.clientId, listSegments, { readOnly: true })).map((row) => shown(actor, row)),
      },
    }),
    'POST /api/segments': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/segments', body.id);
      const { name, filter } = body;
      const requestHash = hashRequest({ name, filter });
      const { row, created } = await write(actor, async (tx) => {
        await check(tx, actor, filter);
        const made = await insertSegment(tx, { id, name, filter, createdBy: actor.author, requestHash });
        const found = await findSegment(tx, id);
        if (found === null || (!made && !found.request_hash.equals(requestHash))) throw idConflict();
        if (made) await auditSegment(tx, call, 'contacts.segment_created', null, found);
        return { row: found, created: made };
      });
      return { status: created ? 201 : 200, body: shown(actor, row) };
    },
    'PUT /api/segments/{id}': async (call, { params, body }) => {
      const { actor } = call;
      const row = await write(actor, async (tx) => {
        if (body.filter !== undefined) await check(tx, actor, body.filter);
        const before = await lockSegment(tx, params.id);
        const after = before === null ? null : await updateSegment(tx, params.id, body);
        if (before !== null && after !== null) await auditSegment(tx, call, 'contacts.segment_changed', before, after);
        return after;
      });
      if (row === null) throw notFound();
      return { status: 200, body: shown(actor, row) };
    },
    'DELETE /api/segments/{id}': async (call, { params }) => {
      await write(call.actor, async (tx) => {
        const before = await lockSegment(tx, params.id);
        if (before === null || !(await deleteSegment(tx, params.id))) throw notFound();
        await auditSegment(tx, call, 'contacts.segment_deleted', before, null);
      });
      return { status: 204, body: undefined };
    },
  };
}

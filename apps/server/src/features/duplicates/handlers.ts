import { nameKey } from '@parley/contract/names';
import type { ContactDuplicate, ContactMerge, MergeBody } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { idFromKey, isUuid } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  contactNotFound,
  contactsInOrder,
  filterVisible,
  lockVisibleContact,
  readFields,
  readTimePosition,
  timePage,
  writeAndNotify,
} from '../contacts/public.ts';
import { visibilityOf } from '../team/public.ts';
import { dismissPair, listPairs, listPairsOf, type PairRow } from './duplicates-query-repo.ts';
import { duplicatesJob, findDuplicatesKind, suggestDuplicatesOf } from './find-duplicates.ts';
import { mergeContacts } from './merge.ts';
import type { MergeChoice } from './merge-rules.ts';
import { findMerge, listMerges, type MergeRow } from './merges-query-repo.ts';
import { undoMerge } from './undo.ts';

const undoMs = 30 * 24 * 3_600_000;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function presentMerge(row: MergeRow): ContactMerge {
  const { id, contact_id, merged_ids, merged_names, cause, created_by, created_at, undone_at, undone_by, kept, undo } =
    row;
  return {
    id,
    contact_id,
    merged: merged_ids.map((one, index) => ({ id: one, name: merged_names[index] ?? '' })),
    cause,
    created_by,
    created_at: created_at.toISOString(),
    undo_until: undo === null ? null : new Date(created_at.getTime() + undoMs).toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
    undone_by,
    kept: kept ?? [],
  };
}

/** Making one contact of several, and taking it back. */
export function mergeHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> =>
    writeAndNotify(platform, actor.clientId, fn);
  return {
    'POST /api/contacts/merge': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/contacts/merge', body.id);
      const { id: _id, ...content } = body;
      const { row, created } = await write(actor, (tx) => mergeManually(tx, actor, id, content));
      return { status: created ? 201 : 200, body: presentFor(actor, row) };
    },
    'GET /api/contacts/{id}/merges': async ({ actor }, { params, query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await withTenant(actor.clientId, async (tx) => {
        const { id } = await lockVisibleContact(tx, actor, params.id);
        return listMerges(tx, id, before, query.limit + 1);
      });
      const { shown, next_cursor } = timePage(rows, query.limit);
      return { status: 200, body: { data: shown.map((row) => presentFor(actor, row)), next_cursor } };
    },
    'POST /api/contacts/merges/{id}/undo': async ({ actor }, { params }) => {
      const { merge, kept } = await write(actor, async (tx) => {
        const row = isUuid(params.id) ? await findMerge(tx, params.id) : null;
        // Members who do not see the contact must not learn that it was merged.
        if (row === null || (await filterVisible(tx, actor, [row.contact_id])).length === 0) throw mergeNotFound();
        return undoMerge(tx, row.id, actor.author);
      });
      return { status: 200, body: { merge: presentFor(actor, merge), kept } };
    },
    'GET /api/contacts/duplicates': async ({ actor }, { query }) => {
      const before = decodeCursor(query.cursor, ([key, a, b]) =>
        typeof key === 'string' && /^\d{4}-[\d: .+-]+$/.test(key) && isUuid(String(a)) && isUuid(String(b))
          ? { key, a: String(a), b: String(b) }
          : null,
      );
      const position = before ?? { key: 'infinity', a: lastId, b: lastId };
      const { data, last } = await withTenant(
        actor.clientId,
        async (tx) => {
          const rows = await listPairs(tx, position, query.limit + 1);
          const shown = rows.slice(0, query.limit);
          return {
            data: await presentPairs(tx, actor, shown),
            last: rows.length > query.limit ? shown.at(-1) : undefined,
          };
        },
        { readOnly: true },
      );
      const next_cursor = last === undefined ? null : encodeCursor([last.key, last.a_id, last.b_id]);
      return { status: 200, body: { data, next_cursor } };
    },
    'POST /api/contacts/duplicates/search': async ({ actor }) => {
      const [jobId = ''] = await write(actor, (tx) =>
        // One search at a time, and at most one an hour.
        enqueueJobs(tx, [
          {
            ...duplicatesJob(tx.clientId),
            id: idFromKey(tx.clientId, findDuplicatesKind, String(Math.floor(Date.now() / 3_600_000))),
          },
        ]),
      );
      return { status: 202, body: { job_id: jobId } };
    },
    'POST /api/contacts/duplicates/dismiss': async ({ actor }, { body }) => {
      const [a, b] = body.contact_ids;
      if (a === b) throw invalid('contact_ids', 'Choose two different contacts.');
      await write(actor, async (tx) => {
        // In the order of ids, as every writer of contacts locks.
        for (const id of [a, b].sort()) await lockVisibleContact(tx, actor, id);
        await dismissPair(tx, a, b, actor.author);
      });
      return { status: 204, body: undefined };
    },
    'GET /api/contacts/{id}/duplicates': async ({ actor }, { params }) => {
      const data = await withTenant(actor.clientId, async (tx) => {
        const { id } = await lockVisibleContact(tx, actor, params.id);
        await suggestDuplicatesOf(tx, id);
        return presentPairs(tx, actor, await listPairsOf(tx, id));
      });
      return { status: 200, body: { data } };
    },
  };
}

function mergeNotFound(): AppError {
  return new AppError('not_found', { message: 'This merge was not found.' });
}

/** Names may contain a number, so they are masked for members whose numbers are masked. */
function presentFor(actor: AccountActor, row: MergeRow): ContactMerge {
  const merge = presentMerge(row);
  const hide = (text: string) => text.replaceAll(/\+?\d{7,15}/g, '…');
  if (!visibilityOf(actor).masked) return merge;
  return { ...merge, merged: merge.merged.map((one) => ({ ...one, name: hide(one.name) })) };
}

async function presentPairs(tx: TenantTx, actor: AccountActor, rows: readonly PairRow[]): Promise<ContactDuplicate[]> {
  const view = visibilityOf(actor);
  const seen = await filterVisible(tx, actor, [...new Set(rows.flatMap(({ a_id, b_id }) => [a_id, b_id]))]);
  const contacts = new Map((await contactsInOrder(tx, seen)).map((one) => [one.id, view.contact(one)]));
  return rows.flatMap(({ a_id, b_id, reason, created_at }) => {
    const [a, b] = [contacts.get(a_id), contacts.get(b_id)];
    if (a === undefined || b === undefined) return [];
    const half = ({ id, name, phone_number, phone_masked, username }: typeof a) => ({
      id,
      name,
      phone_number,
      ...(phone_masked === undefined ? {} : { phone_masked }),
      username,
    });
    return [{ contacts: [half(a), half(b)], reason, created_at: created_at.toISOString() }];
  });
}

/** @throws AppError validation_failed, not_found, id_conflict */
async function mergeManually(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: Omit<MergeBody, 'id'>,
): Promise<{ row: MergeRow; created: boolean }> {
  const requestHash = hashRequest(body);
  const there = await findMerge(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return { row: there, created: false };
    throw new AppError('id_conflict', { message: 'Another merge has this id.' });
  }
  const mergedIds = [...new Set(body.merge_ids)];
  if (mergedIds.includes(body.contact_id)) throw invalid('merge_ids', 'A contact can’t be merged into itself.');
  const allIds = [body.contact_id, ...mergedIds];
  if ((await filterVisible(tx, actor, allIds)).length < allIds.length) throw contactNotFound();
  const order = {
    id,
    survivorId: body.contact_id,
    mergedIds: mergedIds,
    cause: 'manual' as const,
    author: actor.author,
    requestHash,
    choice: await choiceOf(tx, body, allIds),
  };
  if (!(await mergeContacts(tx, order))) throw contactNotFound();
  const row = await findMerge(tx, id);
  if (row === null) throw new Error('a merge that was written is missing');
  return { row, created: true };
}

async function choiceOf(tx: TenantTx, body: Omit<MergeBody, 'id'>, allIds: readonly string[]): Promise<MergeChoice> {
  const { custom_fields: named = {}, ...own } = body.choose ?? {};
  const fields: Record<string, string> = {};
  const known = await readFields(tx);
  for (const [name, id] of Object.entries(named)) {
    const field = known.get(nameKey(name));
    if (field === undefined) throw invalid(`choose.custom_fields.${name}`, `There is no field named ${name}.`);
    fields[String(field.no)] = id;
  }
  for (const [name, id] of Object.entries({ ...own, ...named })) {
    if (id !== undefined && !allIds.includes(id)) {
      throw invalid(`choose.${name}`, 'Choose one of the contacts that are merged.');
    }
  }
  return { ...own, fields };
}

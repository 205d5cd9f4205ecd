import { Readable } from 'node:stream';
import type { ContactExport, ErasureCounts, ErasureReceipt } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { enqueueJobs, notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findErasureSubject,
  hideContacts,
  lockVisibleContact,
  readTimePosition,
  timePage,
} from '../contacts/public.ts';
import { lockIngest } from '../ingest/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { eraseKind, subjectHashes } from './erase.ts';
import { type ErasureRow, findErasure, insertErasure, listErasures } from './erase-repo.ts';
import { dataExportKind } from './export-job.ts';
import { type ExportRow, findLatestExport, insertExport, readPart } from './export-repo.ts';
import { readRetention, writeRetention } from './retention-repo.ts';

const nothing: ErasureCounts = {
  contacts: 0,
  identities: 0,
  conversations: 0,
  messages: 0,
  message_events: 0,
  media_files: 0,
  notes: 0,
  internal_notes: 0,
  activity: 0,
  list_memberships: 0,
  suppressions: 0,
  raw_deliveries: 0,
  import_rows: 0,
};

function presentExport(row: ExportRow): ContactExport {
  const { id, contact_id, state, error, size_bytes, messages, created_by, created_at, expires_at } = row;
  return {
    id,
    contact_id,
    state,
    error,
    size_bytes: state === 'done' ? size_bytes : null,
    messages,
    created_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}

function presentReceipt(row: ErasureRow): ErasureReceipt {
  const { id, state, error, subject_hashes, counts, requested_by, requested_at, done_at } = row;
  return {
    id,
    state,
    error,
    subject_hashes,
    counts: { ...nothing, ...counts },
    requested_by,
    requested_at: requested_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  };
}

/** The export contains numbers and all conversations, so it requires full visibility. */
function requireFullVisibility(actor: AccountActor): void {
  if (visibilityOf(actor).isUnrestricted) return;
  throw new AppError('forbidden', {
    message:
      'Some conversations or phone numbers are hidden from you, so you can’t export or erase the data of a contact.',
  });
}

function exportNotFound(): AppError {
  return new AppError('not_found', { message: 'Export not found. Request one first.' });
}

/** Data export and erasure of a contact, and retention. */
export function privacyHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const newest = (actor: AccountActor, contactId: string): Promise<ExportRow | null> =>
    withTenant(actor.clientId, async (tx) => findLatestExport(tx, (await lockVisibleContact(tx, actor, contactId)).id));
  return {
    'POST /api/contacts/{id}/data-export': async ({ actor }, { params }) => {
      requireFullVisibility(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const contact = await lockVisibleContact(tx, actor, params.id);
        const there = await findLatestExport(tx, contact.id);
        // A repeated request returns an export that is in progress.
        if (there !== null && (there.state === 'waiting' || there.state === 'running')) return there;
        const made = await insertExport(tx, { id: newId(), contactId: contact.id, author: actor.author });
        const job = { clientId: tx.clientId, kind: dataExportKind, payload: { export_id: made.id } };
        await enqueueJobs(tx, [{ ...job, key: made.id }]);
        return made;
      });
      notifyJobs(platform);
      return { status: 202, body: presentExport(row) };
    },
    'GET /api/contacts/{id}/data-export': async ({ actor }, { params }) => {
      requireFullVisibility(actor);
      const row = await newest(actor, params.id);
      return { status: 200, body: { file: row === null ? null : presentExport(row) } };
    },
    'GET /api/contacts/{id}/data-export/file': async ({ actor }, { params }) => {
      requireFullVisibility(actor);
      const row = await newest(actor, params.id);
      if (row?.state !== 'done') throw exportNotFound();
      const { id, parts: count } = row;
      async function* parts(): AsyncGenerator<string> {
        for (let no = 0; no < count; no++) {
          const body = await withTenant(actor.clientId, (tx) => readPart(tx, id, no), { readOnly: true });
          if (body === null) throw exportNotFound();
          if (body !== '') yield body;
        }
      }
      return {
        status: 200,
        body: Readable.from(parts(), { objectMode: false }),
        fileName: `person-${row.contact_id}.json`,
      };
    },
    'POST /api/contacts/{id}/erase': async (call, { params, body }) => {
      const { actor } = call;
      requireFullVisibility(actor);
      const id = callId(call, 'POST /api/contacts/{id}/erase', body.id);
      const row = await withTenant(actor.clientId, (tx) => orderErasure(platform, tx, call, id, params.id));
      platform.notifier.notify('changes_new', actor.clientId);
      notifyJobs(platform);
      return { status: 202, body: presentReceipt(row) };
    },
    'GET /api/erasures': async ({ actor }, { query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listErasures(tx, before, query.limit + 1), {
        readOnly: true,
      });
      const { shown, next_cursor } = timePage(rows, query.limit);
      return { status: 200, body: { data: shown.map(presentReceipt), next_cursor } };
    },
    'GET /api/erasures/{id}': async ({ actor }, { params }) => {
      const row = isUuid(params.id) ? await withTenant(actor.clientId, (tx) => findErasure(tx, params.id)) : null;
      if (row === null) throw new AppError('not_found', { message: 'This receipt was not found.' });
      return { status: 200, body: presentReceipt(row) };
    },
    'GET /api/retention': async ({ actor }) => ({
      status: 200,
      body: await withTenant(actor.clientId, readRetention, { readOnly: true }),
    }),
    'PUT /api/retention': async (call, { body }) => {
      const { actor } = call;
      await withTenant(actor.clientId, async (tx) => {
        const changes = changesBetween(await readRetention(tx), body);
        await writeRetention(tx, body, actor.author);
        if (changes.length === 0) return;
        await writeAudit(tx, auditEventOf(call, 'settings.retention_changed', actor.clientId, { changes }));
      });
      return { status: 200, body };
    },
  };
}

/** Creates an erasure. From this transaction on the contact is hidden and its identities are free. */
async function orderErasure(
  platform: Platform,
  tx: TenantTx,
  call: Call<AccountActor>,
  id: string,
  contactId: string,
): Promise<ErasureRow> {
  const { actor } = call;
  const requestHash = hashRequest({ contactId });
  const there = await findErasure(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return there;
    throw new AppError('id_conflict', { message: 'Another erasure has this id.' });
  }
  // Deliveries are applied entirely before or entirely after this transaction.
  await lockIngest(tx);
  const contact = await lockVisibleContact(tx, actor, contactId);
  const subject = await findErasureSubject(tx, contact.id);
  const { version, ...counts } = await hideContacts(tx, subject.contact_ids, contact.id);
  const row = {
    id,
    contact_id: contact.id,
    subject,
    subject_hashes: subjectHashes(platform, tx.clientId, subject),
    counts,
    requested_by: actor.author,
    request_hash: requestHash,
  };
  if (!(await insertErasure(tx, row))) throw new AppError('id_conflict', { message: 'Another erasure has this id.' });
  await writeAudit(tx, auditEventOf(call, 'contacts.erased', contact.id, { route: 'POST /api/contacts/{id}/erase' }));
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: eraseKind, key: eraseKind, payload: { erasure_id: id } }]);
  await addChanges(tx, [
    { collection: 'contacts', id: contact.id, marker: 'DELETED', version },
    { collection: 'contact_lists', id: '*', marker: 'MODIFIED', version: Date.now() },
  ]);
  const made = await findErasure(tx, id);
  if (made === null) throw new Error('an erasure that was written is missing');
  return made;
}

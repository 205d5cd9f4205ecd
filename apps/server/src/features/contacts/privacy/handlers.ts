import { Readable } from 'node:stream';
import type { ErasureCounts, ErasureReceipt, PersonExport } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { enqueueJobs, hintJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addChanges } from '../../sync/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { hashOf, heldContact, idOf } from '../contacts.ts';
import { readTimePosition, timePage } from '../delete-handlers.ts';
import { holdUnderstanding } from '../merge/merge-repo.ts';
import { eraseKind, hashesOf } from './erase.ts';
import { type ErasureRow, findErasure, hidePerson, insertErasure, listErasures, subjectOf } from './erase-repo.ts';
import { personExportKind } from './export-job.ts';
import { type ExportRow, insertExport, latestExport, readPart } from './export-repo.ts';
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

function presentExport(row: ExportRow): PersonExport {
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

/** The file holds numbers and every conversation: it is for those from whom nothing is hidden. */
function requireEverything(actor: AccountActor): void {
  if (visibilityOf(actor).everything) return;
  throw new AppError('forbidden', {
    message: 'Parts of the conversations or numbers are hidden for you, so you cannot have a person’s whole data.',
  });
}

function exportNotFound(): AppError {
  return new AppError('not_found', { message: 'There is no file of this person. Ask for one first.' });
}

/** What a person may ask of their data, and after how long data goes by itself. */
export function privacyHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const newest = (actor: AccountActor, contactId: string): Promise<ExportRow | null> =>
    withTenant(actor.clientId, async (tx) => latestExport(tx, (await heldContact(tx, actor, contactId)).id));
  return {
    'POST /api/contacts/{id}/data-export': async ({ actor }, { params }) => {
      requireEverything(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const contact = await heldContact(tx, actor, params.id);
        const there = await latestExport(tx, contact.id);
        // One that is on its way answers the same call again.
        if (there !== null && (there.state === 'waiting' || there.state === 'running')) return there;
        const made = await insertExport(tx, { id: newId(), contactId: contact.id, author: actor.author });
        const job = { clientId: tx.clientId, kind: personExportKind, payload: { export_id: made.id } };
        await enqueueJobs(tx, [{ ...job, key: made.id }]);
        return made;
      });
      hintJobs(platform);
      return { status: 202, body: presentExport(row) };
    },
    'GET /api/contacts/{id}/data-export': async ({ actor }, { params }) => {
      requireEverything(actor);
      const row = await newest(actor, params.id);
      return { status: 200, body: { file: row === null ? null : presentExport(row) } };
    },
    'GET /api/contacts/{id}/data-export/file': async ({ actor }, { params }) => {
      requireEverything(actor);
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
      requireEverything(actor);
      const id = idOf(call, 'POST /api/contacts/{id}/erase', body.id);
      const row = await withTenant(actor.clientId, (tx) => order(platform, tx, actor, id, params.id));
      platform.signal.hint('changes_new', actor.clientId);
      hintJobs(platform);
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
    'PUT /api/retention': async ({ actor }, { body }) => {
      await withTenant(actor.clientId, (tx) => writeRetention(tx, body, actor.author));
      return { status: 200, body };
    },
  };
}

/** Takes the order to erase a person: out of sight and without a number from this transaction on. */
async function order(
  platform: Platform,
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  contactId: string,
): Promise<ErasureRow> {
  const requestHash = hashOf({ contactId });
  const there = await findErasure(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return there;
    throw new AppError('id_conflict', { message: 'Another erasure has this id.' });
  }
  // What comes in meanwhile is understood with or without the person, never half.
  await holdUnderstanding(tx);
  const contact = await heldContact(tx, actor, contactId);
  const subject = await subjectOf(tx, contact.id);
  const { version, ...counts } = await hidePerson(tx, subject.contact_ids, contact.id);
  const row = {
    id,
    contact_id: contact.id,
    subject,
    subject_hashes: hashesOf(platform, tx.clientId, subject),
    counts,
    requested_by: actor.author,
    request_hash: requestHash,
  };
  if (!(await insertErasure(tx, row))) throw new AppError('id_conflict', { message: 'Another erasure has this id.' });
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: eraseKind, key: eraseKind, payload: { erasure_id: id } }]);
  await addChanges(tx, [
    { collection: 'contacts', id: contact.id, marker: 'DELETED', version },
    { collection: 'contact_lists', id: '*', marker: 'MODIFIED', version: Date.now() },
  ]);
  const made = await findErasure(tx, id);
  if (made === null) throw new Error('an erasure that was written is missing');
  return made;
}

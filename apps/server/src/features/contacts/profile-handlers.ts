import type { ContactNote, Suppression } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { lockVisibleContact } from './people/contacts.ts';
import { liftSuppressions, listSuppressions, suppressManually } from './people/suppression-repo.ts';
import { readTimePosition, timePage } from './people/time-page.ts';
import {
  deleteNote,
  findNote,
  insertNote,
  listActivity,
  listNotes,
  type NoteRow,
  recordActivity,
  updateNote,
} from './query/activity-repo.ts';
import { listCampaignsOf } from './query/campaign-query-repo.ts';

function presentNote({ id, contact_id, body, created_by, created_at, updated_at, version }: NoteRow): ContactNote {
  const at = { created_at: created_at.toISOString(), updated_at: updated_at?.toISOString() ?? null };
  return { id, contact_id, body, created_by, ...at, version };
}

function noteNotFound(): AppError {
  return new AppError('not_found', { message: 'This note was not found.' });
}

/** Details of one contact: notes, activity, campaigns and suppressions. */
export function profileHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  /** Runs with a contact that is visible to the actor. */
  const of = <T>(actor: AccountActor, id: string, fn: (tx: TenantTx, contactId: string) => Promise<T>): Promise<T> =>
    withTenant(actor.clientId, async (tx) => fn(tx, (await lockVisibleContact(tx, actor, id)).id));
  return {
    'GET /api/contacts/{id}/notes': async ({ actor }, { params, query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await of(actor, params.id, (tx, id) => listNotes(tx, id, before, query.limit + 1));
      const { shown, next_cursor } = timePage(rows, query.limit);
      return { status: 200, body: { data: shown.map(presentNote), next_cursor } };
    },
    'POST /api/contacts/{id}/notes': async (call, { params, body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/contacts/{id}/notes', body.id);
      const { row, created } = await of(actor, params.id, (tx, contactId) =>
        addNote(tx, actor, contactId, id, body.body),
      );
      return { status: created ? 201 : 200, body: presentNote(row) };
    },
    'PUT /api/contacts/{id}/notes/{note_id}': async ({ actor }, { params, body }) => {
      const row = await of(actor, params.id, (tx, contactId) =>
        isUuid(params.note_id) ? updateNote(tx, contactId, params.note_id, body.body) : Promise.resolve(null),
      );
      if (row === null) throw noteNotFound();
      return { status: 200, body: presentNote(row) };
    },
    'DELETE /api/contacts/{id}/notes/{note_id}': async ({ actor }, { params }) => {
      const gone = await of(actor, params.id, (tx, contactId) =>
        isUuid(params.note_id) ? deleteNote(tx, contactId, params.note_id) : Promise.resolve(false),
      );
      if (!gone) throw noteNotFound();
      return { status: 204, body: undefined };
    },
    'GET /api/contacts/{id}/activity': async ({ actor }, { params, query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await of(actor, params.id, (tx, id) => listActivity(tx, id, before, query.limit + 1));
      const { shown, next_cursor } = timePage(rows, query.limit);
      const data = shown.map(({ id, kind, actor: author, detail, at }) => ({
        id,
        kind,
        actor: author,
        detail,
        at: at.toISOString(),
      }));
      return { status: 200, body: { data, next_cursor } };
    },
    'GET /api/contacts/{id}/campaigns': async ({ actor }, { params, query }) => {
      const before = readTimePosition(query.cursor);
      const view = visibilityOf(actor);
      const rows = await of(actor, params.id, (tx, id) => listCampaignsOf(tx, id, before, query.limit + 1, view));
      const { shown, next_cursor } = timePage(rows, query.limit);
      const data = shown.map(({ id, name, state, at }) => ({ campaign_id: id, name, state, at: at.toISOString() }));
      return { status: 200, body: { data, next_cursor } };
    },
    'GET /api/contacts/{id}/suppressions': async ({ actor }, { params }) => ({
      status: 200,
      body: { data: await of(actor, params.id, suppressionsOf) },
    }),
    'PUT /api/contacts/{id}/suppression': async ({ actor }, { params, body }) => {
      const data = await of(actor, params.id, async (tx, id) => {
        const suppression = { scope: body.scope, note: body.note ?? null, author: actor.author };
        await publishContactChange(tx, actor, id, await suppressManually(tx, id, suppression), 'opted_out');
        return suppressionsOf(tx, id);
      });
      platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: { data } };
    },
    'DELETE /api/contacts/{id}/suppression': async ({ actor }, { params }) => {
      const data = await of(actor, params.id, async (tx, id) => {
        // Only the customer can lift an opt-out given to WhatsApp itself.
        const version = await liftSuppressions(tx, id, ['manual', 'keyword', 'block', 'provider', 'import']);
        if (version !== null) await publishContactChange(tx, actor, id, version, 'opted_in_again');
        return suppressionsOf(tx, id);
      });
      platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: { data } };
    },
  };
}

async function suppressionsOf(tx: TenantTx, contactId: string): Promise<Suppression[]> {
  return (await listSuppressions(tx, contactId)).map((row) => ({ ...row, since: row.since.toISOString() }));
}

async function publishContactChange(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  version: number,
  kind: string,
): Promise<void> {
  await recordActivity(tx, actor.author, kind, [id]);
  await addChanges(tx, [{ collection: 'contacts', id, marker: 'MODIFIED', version }]);
}

async function addNote(
  tx: TenantTx,
  actor: AccountActor,
  contactId: string,
  id: string,
  body: string,
): Promise<{ row: NoteRow; created: boolean }> {
  const requestHash = hashRequest({ contactId, body });
  const created = await insertNote(tx, { id, contactId, body, createdBy: actor.author, requestHash });
  const row = await findNote(tx, id);
  if (row === null) throw new Error('a note that was written is missing');
  if (!created && !row.request_hash.equals(requestHash)) {
    throw new AppError('id_conflict', { message: 'Another note has this id.' });
  }
  return { row, created };
}

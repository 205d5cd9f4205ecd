import { interactiveLimits } from '@parley/contract/content-limits';
import type { SessionTemplate } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges, auditEventOf, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { describeUpload, type PresentMedia } from '../media/public.ts';
import {
  countSessionTemplateUse,
  importSessionTemplates,
  insertSessionTemplate,
  listSessionTemplates,
  lockSessionTemplate,
  type ReplyFile,
  type SessionTemplateRow,
  setSessionTemplateDeleted,
  updateSessionTemplate,
} from './session-repo.ts';

/** Saved replies: shared ones, and private ones that only their owner finds. */
export function sessionTemplateHandlers(platform: Platform, presentMedia: PresentMedia): Handlers {
  const { withTenant } = platform.db;
  const write = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> =>
    withTenant(actor.clientId, fn).catch((error: unknown) => {
      throw pgCode(error) === '23505' ? shortcutTaken() : error;
    });
  const present = (actor: AccountActor, row: SessionTemplateRow) => presentReply(presentMedia, actor.clientId, row);
  return {
    'GET /api/session-templates': async ({ actor }, { query }) => {
      const rows = await withTenant(
        actor.clientId,
        (tx) => listSessionTemplates(tx, uidOf(actor), query.deleted === 'true'),
        { readOnly: true },
      );
      return { status: 200, body: { data: rows.map((row) => present(actor, row)) } };
    },
    'POST /api/session-templates': async (call, { body }) => {
      const { actor } = call;
      const { id: given, ...content } = body;
      const id = callId(call, 'POST /api/session-templates', given);
      const requestHash = hashRequest(content);
      const result = await write(actor, async (tx) => {
        const { private: isPrivate, attachments: files, ...fields } = content;
        const owner_id = isPrivate ? ownerOf(actor) : null;
        const attachments = await describeFiles(tx, files);
        requireSendable({ ...fields, attachments });
        const row = { ...fields, attachments, id, owner_id, createdBy: actor.author, requestHash };
        const created = await insertSessionTemplate(tx, row);
        const found = await lockSessionTemplate(tx, uidOf(actor), id);
        if (found === null || (!created && !found.request_hash?.equals(requestHash))) {
          throw new AppError('id_conflict', { message: 'Another saved reply has this id.' });
        }
        if (created) await auditReply(tx, call, 'created', null, found);
        return { created, found };
      });
      return { status: result.created ? 201 : 200, body: present(actor, result.found) };
    },
    'PUT /api/session-templates/{id}': async (call, { params, body }) => {
      const { actor } = call;
      const { private: isPrivate, version, attachments: files, ...fields } = body;
      const row = await write(actor, async (tx) => {
        const before = await lockLive(tx, actor, params.id);
        if (version !== undefined && version !== before.version) {
          throw new AppError('version_conflict', { message: 'Someone else changed this reply. Reload it first.' });
        }
        const owner_id = isPrivate === undefined ? before.owner_id : isPrivate ? ownerOf(actor) : null;
        const attachments = files === undefined ? before.attachments : await describeFiles(tx, files);
        const changed = { ...before, ...defined(fields), attachments, owner_id };
        requireSendable(changed);
        await updateSessionTemplate(tx, before.id, changed);
        const after = await lockLive(tx, actor, params.id);
        await auditReply(tx, call, 'changed', before, after);
        return after;
      });
      return { status: 200, body: present(actor, row) };
    },
    'DELETE /api/session-templates/{id}': async (call, { params }) => {
      await write(call.actor, async (tx) => {
        const before = await lockLive(tx, call.actor, params.id);
        await setSessionTemplateDeleted(tx, before.id, true);
        await auditReply(tx, call, 'deleted', before, null);
      });
      return { status: 204, body: undefined };
    },
    'POST /api/session-templates/{id}/restore': async (call, { params }) => {
      const { actor } = call;
      const row = await write(actor, async (tx) => {
        const { id } = await lockAny(tx, actor, params.id);
        await setSessionTemplateDeleted(tx, id, false);
        const after = await lockAny(tx, actor, id);
        await auditReply(tx, call, 'restored', null, after);
        return after;
      });
      return { status: 200, body: present(actor, row) };
    },
    'POST /api/session-templates/{id}/uses': async ({ actor }, { params }) => {
      await write(actor, async (tx) => {
        const { id } = await lockLive(tx, actor, params.id);
        await countSessionTemplateUse(tx, id);
      });
      return { status: 204, body: undefined };
    },
    'POST /api/session-templates/import': async (call, { body }) => {
      const { actor } = call;
      const shortcuts = body.rows.map(({ shortcut }) => shortcut);
      const repeated = shortcuts.findIndex((shortcut, at) => shortcuts.indexOf(shortcut) !== at);
      if (repeated !== -1) throw invalid(`rows.${repeated}.shortcut`, `/${shortcuts[repeated]} is in the file twice.`);
      body.rows.forEach(({ buttons = [], body: text }, at) => {
        if (buttons.length > 0 && text.length > interactiveLimits.body) {
          throw invalid(`rows.${at}.body`, 'With buttons, at most 1,024 characters.');
        }
      });
      const rows = body.rows.map((row) => ({ id: newId(), ...row }));
      const created = await write(actor, async (tx) => {
        const made = (await importSessionTemplates(tx, rows, actor.author)).filter(Boolean).length;
        const detail = { count: rows.length, shortcuts: shortcuts.slice(0, 200) };
        await writeAudit(tx, auditEventOf(call, 'templates.replies_imported', actor.clientId, detail));
        return made;
      });
      return { status: 200, body: { created, updated: rows.length - created } };
    },
  };
}

/** A private reply is its owner's only: the audit log has it while it is shared. */
async function auditReply(
  tx: TenantTx,
  call: Call<AccountActor>,
  what: 'created' | 'changed' | 'deleted' | 'restored',
  before: SessionTemplateRow | null,
  after: SessionTemplateRow | null,
): Promise<void> {
  const shared = (row: SessionTemplateRow | null) => {
    if (row === null || row.owner_id !== null) return null;
    const { name, shortcut, body, folder, buttons, attachments } = row;
    return { name, shortcut, body, folder, buttons, files: attachments.map(({ filename }) => filename) };
  };
  const target = (before ?? after)?.id ?? '';
  await auditChanges(tx, call, `templates.reply_${what}`, target, shared(before), shared(after));
}

/** @throws AppError validation_failed when a file is gone */
async function describeFiles(tx: TenantTx, files: readonly { media_id: string }[]): Promise<ReplyFile[]> {
  const found: ReplyFile[] = [];
  for (const [at, { media_id }] of files.entries()) {
    const facts = await describeUpload(tx, media_id);
    if (facts === null) throw invalid(`attachments.${at}.media_id`, 'This file was not found. Upload it again.');
    found.push({ media_id, ...facts });
  }
  return found;
}

/** What WhatsApp would refuse of a reply with buttons. */
function requireSendable({ body, buttons, attachments }: Pick<SessionTemplateRow, 'body' | 'buttons' | 'attachments'>) {
  if (buttons.length === 0) return;
  if (attachments.length > 0) throw invalid('buttons', 'A reply with files can’t have buttons.');
  if (body.length > interactiveLimits.body) {
    throw invalid('body', `With buttons, at most ${interactiveLimits.body.toLocaleString('en')} characters.`);
  }
}

function uidOf(actor: AccountActor): string | null {
  return actor.kind === 'user' ? actor.uid : null;
}

function ownerOf(actor: AccountActor): string {
  if (actor.kind === 'user') return actor.uid;
  throw invalid('private', 'Only members have private replies.');
}

async function lockAny(tx: TenantTx, actor: AccountActor, id: string): Promise<SessionTemplateRow> {
  const row = isUuid(id) ? await lockSessionTemplate(tx, uidOf(actor), id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This saved reply was not found.' });
  return row;
}

async function lockLive(tx: TenantTx, actor: AccountActor, id: string): Promise<SessionTemplateRow> {
  const row = await lockAny(tx, actor, id);
  if (row.deleted_at !== null) throw new AppError('not_found', { message: 'This saved reply was not found.' });
  return row;
}

function shortcutTaken(): AppError {
  const msg = 'Another saved reply has this shortcut.';
  return new AppError('name_taken', { data: [{ field: 'shortcut', msg }] });
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function presentReply(
  presentMedia: PresentMedia,
  clientId: string,
  { request_hash: _hash, ...row }: SessionTemplateRow,
): SessionTemplate {
  const of = { clientId, at: new Date() };
  return {
    ...row,
    attachments: row.attachments.map((file) => ({ ...file, url: presentMedia({ ...file, state: 'ready' }, of).url })),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

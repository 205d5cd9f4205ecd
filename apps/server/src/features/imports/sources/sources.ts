import type { SourceColumn, SourceRules } from '@parley/contract/types';
import type { AccountActor, Call } from '../../../platform/auth/actor.ts';
import { auditChanges } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { InputFor } from '../../../platform/http/routing.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { nextDueAt } from '../../../platform/next-due.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getClient } from '../../accounts/public.ts';
import { findLists } from '../../contacts/public.ts';
import { requireRecent } from '../../identity/public.ts';
import { requireImporting } from '../access.ts';
import { checkTargets } from '../begin.ts';
import { lockImport, updateImport } from '../import-repo.ts';
import { requireAddress } from './address.ts';
import { enqueueRun } from './run-kind.ts';
import { insertRun, lockOpenRun } from './run-repo.ts';
import { deleteSource, findSource, insertSource, lockSource, type SourceRow, updateSource } from './source-repo.ts';
import { sealHeaderValue } from './source-secrets.ts';

type Body = InputFor<'POST /api/import-sources'>['body'];
type Changes = InputFor<'PUT /api/import-sources/{id}'>['body'];

/** A source writes contacts for as long as it is there. @throws AppError forbidden, requires-recent-login */
export function requireSourceRights({ actor }: Call<AccountActor>): void {
  requireImporting(actor);
  if (actor.kind === 'user') requireRecent(actor);
}

/** @throws AppError validation_failed */
async function checkSettings(tx: TenantTx, mapping: readonly SourceColumn[], rules: SourceRules): Promise<void> {
  checkTargets(mapping);
  const wanted = new Set(rules.contact_list_ids);
  const lists = wanted.size === 0 ? [] : await findLists(tx, [...wanted]);
  if (lists.length < wanted.size) throw invalid('rules.contact_list_ids', 'One of these lists was not found.');
}

/** @throws AppError forbidden, requires-recent-login, validation_failed, id_conflict */
export async function createSource(
  platform: Platform,
  call: Call<AccountActor>,
  body: Body,
): Promise<{ row: SourceRow; created: boolean }> {
  requireSourceRights(call);
  const { clientId, author } = call.actor;
  const id = callId(call, 'POST /api/import-sources', body.id);
  const hash = hashRequest([{ ...body, id }, author]);
  await requireAddress(platform, body.url);
  const { name, url, header, mapping, rules, schedule } = body;
  if (header !== null && header.value === undefined) throw invalid('header.value', 'Enter the value of the header.');
  return platform.db.withTenant(clientId, async (tx) => {
    await checkSettings(tx, mapping, rules);
    const { time_zone } = await getClient(tx);
    const now = new Date();
    const value = header?.value;
    const created = await insertSource(tx, {
      ...{ id, name, url, mapping, rules, schedule, time_zone, created_by: author, request_hash: hash },
      header_name: header?.name ?? null,
      header_value_enc: value === undefined ? null : sealHeaderValue(platform, { client_id: clientId, id }, value),
      next_at: nextDueAt(schedule, time_zone, now, now),
    });
    const row = await getSource(tx, id);
    if (!created && !row.request_hash.equals(hash)) {
      throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another source has this id.' }] });
    }
    if (created) await auditChanges(tx, call, 'imports.source_created', id, null, auditedOf(row));
    return { row, created };
  });
}

/** @throws AppError not_found */
export async function getSource(tx: TenantTx, id: string, lock = false): Promise<SourceRow> {
  const row = isUuid(id) ? await (lock ? lockSource : findSource)(tx, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This address was not found.' });
  return row;
}

/** Whether only pausing or resuming is asked for, which needs no recent sign-in. */
function isSwitch({ state: _state, ...settings }: Changes): boolean {
  return Object.values(settings).every((value) => value === undefined);
}

/** @throws AppError forbidden, requires-recent-login, validation_failed, not_found */
export async function changeSource(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
  body: Changes,
): Promise<SourceRow> {
  if (isSwitch(body)) requireImporting(call.actor);
  else requireSourceRights(call);
  if (body.url !== undefined) await requireAddress(platform, body.url);
  return platform.db.withTenant(call.actor.clientId, async (tx) => {
    const before = await getSource(tx, id, true);
    const { time_zone } = await getClient(tx);
    const { name, url, mapping, rules, schedule, state } = { ...before, ...given(body) };
    if (body.mapping !== undefined || body.rules !== undefined) await checkSettings(tx, mapping, rules);
    const now = new Date();
    const keepsTime = state === before.state && body.schedule === undefined && before.time_zone === time_zone;
    const due = keepsTime ? before.next_at : nextDueAt(schedule, time_zone, now, now);
    const isResumed = state === 'active' && before.state === 'paused';
    const row: SourceRow = {
      ...{ ...before, ...changedHeader(platform, before, body), name, url, mapping, rules, schedule, time_zone, state },
      pause_reason: state === 'active' ? null : (before.pause_reason ?? 'manual'),
      next_at: state === 'active' ? due : null,
      failures: isResumed ? 0 : before.failures,
      version: before.version + 1,
    };
    // The same file means something else now.
    const isOther = [body.url, body.header, body.mapping, body.rules].some((value) => value !== undefined);
    await updateSource(tx, isOther ? { ...row, file_hash: null, etag: null, last_modified: null } : row);
    await auditChanges(tx, call, 'imports.source_changed', id, auditedOf(before), auditedOf(row));
    return row;
  });
}

function given({ header: _header, ...body }: Changes): Partial<SourceRow> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** @throws AppError validation_failed when the stored value would go to another server */
function changedHeader(
  platform: Platform,
  before: SourceRow,
  { url, header }: Changes,
): Pick<SourceRow, 'header_name' | 'header_value_enc'> {
  if (header === null) return { header_name: null, header_value_enc: null };
  if (header?.value !== undefined) {
    return { header_name: header.name, header_value_enc: sealHeaderValue(platform, before, header.value) };
  }
  const { header_value_enc: sealed } = before;
  const isOtherServer = url !== undefined && new URL(url).origin !== new URL(before.url).origin;
  const asks = header !== undefined || sealed !== null;
  if (asks && (sealed === null || isOtherServer)) throw invalid('header.value', 'Enter the value of the header again.');
  return { header_name: header?.name ?? before.header_name, header_value_enc: sealed };
}

/** Never the value of the header. */
function auditedOf({ name, url, header_name, mapping, rules, schedule, state }: SourceRow): object {
  return { name, url, header_name, mapping, rules, schedule, state };
}

/** Contacts stay, and so does an import that already writes them. @throws AppError not_found */
export async function removeSource(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<void> {
  const before = await getSource(tx, id, true);
  const run = await lockOpenRun(tx, id);
  const row = run === null || run.import_id === null ? null : await lockImport(tx, run.import_id);
  if (row !== null && row.started_at === null && row.ended_at === null) {
    await updateImport(tx, row.id, { state: 'cancelled', begins: 'end' });
  }
  await deleteSource(tx, id);
  await auditChanges(tx, call, 'imports.source_removed', id, auditedOf(before), null);
}

/** @returns the id of the run @throws AppError not_found, import_not_ready while another is in progress */
export async function runSourceNow(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<string> {
  requireImporting(call.actor);
  const source = await getSource(tx, id, true);
  const run = { id: newId(), source_id: source.id, cause: 'manual' as const, due_at: new Date() };
  if (!(await insertRun(tx, run))) {
    throw new AppError('import_not_ready', { message: 'A run is in progress. Wait until it ends.' });
  }
  await enqueueRun(tx, run);
  return run.id;
}

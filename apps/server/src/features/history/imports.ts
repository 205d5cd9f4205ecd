import { historyLimits } from '@parley/contract/history-limits';
import { parsePhone } from '@parley/contract/phone-number';
import type { ChatSettings, HistoryCounts, HistoryImport } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import {
  addUpload,
  deleteFile,
  findImport,
  type HistoryImportRow,
  lockImport,
  measureUploads,
  updateImport,
} from './import-repo.ts';
import { readKind, runKind, undoKind } from './jobs.ts';
import type { ImportSource } from './sources/tool.ts';

const undoForMs = 30 * 86_400_000;

type State = HistoryImport['state'];

function found(row: HistoryImportRow | null): HistoryImportRow {
  if (row === null) throw new AppError('not_found', { message: 'This import was not found.' });
  return row;
}

export async function getImport(tx: TenantTx, id: string): Promise<HistoryImportRow> {
  return found(isUuid(id) ? await findImport(tx, id) : null);
}

function notReady(state: State): AppError {
  return new AppError('import_not_ready', {
    message: `This can’t be done while the state of the import is “${state}”.`,
  });
}

/** Locks an import that has to be in one of the given states. */
async function lockInState(tx: TenantTx, id: string, states: readonly State[]): Promise<HistoryImportRow> {
  const row = found(isUuid(id) ? await lockImport(tx, id) : null);
  if (!states.includes(row.state)) throw notReady(row.state);
  return row;
}

/** A part of the file. One that is there already is taken as done, so an upload that broke off can be repeated. */
export async function receivePart(tx: TenantTx, id: string, offset: number, bytes: Buffer): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['uploading']);
  if (offset + bytes.length <= row.received_bytes) return row;
  if (offset !== row.received_bytes) throw invalid('offset', `Continue at byte ${row.received_bytes}.`);
  if ((await measureUploads(tx)) + bytes.length > historyLimits.bytes)
    throw new AppError('storage_full', {
      message:
        'The files of unfinished imports can have 2 GB together. Finish or cancel another import, or cut the file into parts.',
    });
  if (bytes.length > 0) await addUpload(tx, row.id, offset, bytes);
  return getImport(tx, row.id);
}

async function enqueue(tx: TenantTx, kind: string, { id, source }: HistoryImportRow): Promise<void> {
  // Who reads a tool mostly waits for it.
  const isLight = kind === readKind || (kind === runKind && source !== null);
  const weight = isLight ? ('light' as const) : ('heavy' as const);
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind, key: `history:${id}`, weight, payload: { import_id: id } }]);
}

export async function startReading(tx: TenantTx, id: string): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['uploading', 'reading']);
  if (row.state === 'reading') return row;
  if (row.received_bytes === 0) throw invalid('file', 'This file is empty.');
  await enqueue(tx, readKind, row);
  return updateImport(tx, id, { state: 'reading', begins: 'step' });
}

/** What a chat export leaves open; until it runs. */
export async function changeChat(tx: TenantTx, id: string, settings: ChatSettings): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['ready']);
  if (row.chat === null) throw invalid('phone_number', 'This file says by itself who is who.');
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const digits = settings.phone_number === null ? null : parsePhone(settings.phone_number, country);
  if (settings.phone_number !== null && digits === null)
    throw invalid('phone_number', 'This is not a phone number. Write it with its country code, like +44 7700 900123.');
  const unknown = settings.own_names.find((name) => row.chat?.names.every((one) => one.name !== name));
  if (unknown !== undefined) throw invalid('own_names', `Nobody in this chat is called ${unknown}.`);
  const chat_settings = { ...settings, phone_number: digits === null ? null : `+${digits}` };
  return updateImport(tx, id, { chat_settings });
}

export async function startRun(
  tx: TenantTx,
  id: string,
  { trial, inbox_ids: inboxes }: { trial: boolean; inbox_ids?: number[] | undefined },
): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['ready', 'tried', 'running', 'done']);
  if (row.state === 'running' || row.state === 'done') return row;
  requireChat(row);
  const source = row.state === 'ready' ? chooseInboxes(row.source, inboxes) : row.source;
  await enqueue(tx, runKind, row);
  const isTrial = trial && row.state === 'ready';
  return updateImport(tx, id, { state: 'running', source, trial: isTrial, error: null, begins: 'step' });
}

function chooseInboxes(source: ImportSource | null, chosen: readonly number[] | undefined): ImportSource | null {
  if (source === null || chosen === undefined) return source;
  const wrong = chosen.find((id) => !source.inboxes.some((one) => one.id === id && one.kind !== 'other'));
  if (wrong !== undefined) throw invalid('inbox_ids', `${wrong} is no inbox of WhatsApp.`);
  if (chosen.length === 0) throw invalid('inbox_ids', 'Choose at least one inbox.');
  return { ...source, inboxes: source.inboxes.map((one) => ({ ...one, chosen: chosen.includes(one.id) })) };
}

function requireChat({ chat, chat_settings: settings }: HistoryImportRow): void {
  if (chat === null || settings === null) return;
  if (settings.phone_number === null) throw invalid('phone_number', 'Enter the customer’s number first.');
  const theirs = chat.names.filter(({ name }) => !settings.own_names.includes(name));
  if (theirs.length === chat.names.length && chat.names.length > 1)
    throw invalid('own_names', 'Choose the names that are yours first.');
}

export async function pauseRun(tx: TenantTx, id: string): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['running', 'paused']);
  return row.state === 'paused' ? row : updateImport(tx, id, { state: 'paused' });
}

export async function resumeRun(tx: TenantTx, id: string): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['running', 'paused']);
  if (row.state === 'running') return row;
  await enqueue(tx, runKind, row);
  const source = row.source === null ? null : { ...row.source, silent: 0, waiting_until: null };
  return updateImport(tx, id, { state: 'running', source, error: null, begins: 'step' });
}

export async function cancelRun(tx: TenantTx, id: string): Promise<HistoryImportRow> {
  const states = ['uploading', 'reading', 'ready', 'running', 'paused', 'tried', 'cancelled'] as const;
  const row = await lockInState(tx, id, states);
  if (row.state === 'cancelled') return row;
  await deleteFile(tx, id);
  return updateImport(tx, id, { state: 'cancelled', begins: 'end' });
}

/** @throws AppError('import_not_ready') for one that imported nothing, runs, or ended more than thirty days ago */
export async function startUndo(tx: TenantTx, id: string): Promise<HistoryImportRow> {
  const row = await lockInState(tx, id, ['tried', 'paused', 'done', 'cancelled', 'undoing', 'undone']);
  if (row.state === 'undoing' || row.state === 'undone') return row;
  if (row.started_at === null) throw notReady(row.state);
  if (row.ended_at !== null && undoUntil(row) === null)
    throw new AppError('import_not_ready', { message: 'Imports can be undone for 30 days. This one is older.' });
  await deleteFile(tx, id);
  await enqueue(tx, undoKind, row);
  return updateImport(tx, id, { state: 'undoing', begins: row.ended_at === null ? 'end' : 'step' });
}

function undoUntil(row: HistoryImportRow): string | null {
  if (row.started_at === null || row.purged || !['done', 'cancelled', 'tried', 'paused'].includes(row.state))
    return null;
  const until = (row.ended_at ?? row.now).getTime() + undoForMs;
  return until > row.now.getTime() ? new Date(until).toISOString() : null;
}

const none: HistoryCounts = { contacts: 0, threads: 0, messages: 0, notes: 0, files: 0, replies: 0 };

/** What a tool still has, if its conversations are as long as those that were read. @returns null where nobody knows */
function estimateLeft({ inboxes, read }: ImportSource, { done, trial }: HistoryImportRow): number | null {
  const most = trial ? historyLimits.trialThreads : Number.POSITIVE_INFINITY;
  const chosen = inboxes.filter((one) => one.chosen);
  if (read === 0 || chosen.some(({ conversations }) => conversations === null)) return null;
  const all = chosen.reduce((sum, { conversations }) => sum + (conversations ?? 0), 0);
  return (done / read) * (Math.min(all, most) - read);
}

function presentSource(source: ImportSource, { state, now }: HistoryImportRow): NonNullable<HistoryImport['source']> {
  const { tool, url, account, inboxes, read, waiting_until: until } = source;
  const isWaiting = state === 'running' && until !== null && Date.parse(until) > now.getTime();
  return { tool, url, account, inboxes, read, waiting_until: isWaiting ? until : null };
}

export function presentImport(row: HistoryImportRow): HistoryImport {
  const since = row.step_at === null ? 0 : (row.now.getTime() - row.step_at.getTime()) / 1_000;
  const found = { ...none, ...row.found };
  const steps = row.done - row.step_done;
  const rate = row.state === 'running' && since >= 1 && steps > 0 ? steps / since : null;
  const skipped = Object.entries(row.skipped).map(([reason, count]) => ({ reason, count }));
  const all = found.messages + found.notes + found.replies + skipped.reduce((sum, { count }) => sum + count, 0);
  const left = row.source === null ? all - row.done : estimateLeft(row.source, row);
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    format: row.format,
    channel_id: row.channel_id,
    received_bytes: row.received_bytes,
    chat: row.chat === null || row.chat_settings === null ? null : { ...row.chat, settings: row.chat_settings },
    source: row.source === null ? null : presentSource(row.source, row),
    trial: row.trial,
    found,
    imported: { ...none, ...row.imported },
    known: row.known,
    skipped: skipped.sort((a, b) => b.count - a.count),
    done: row.done,
    per_s: rate === null ? null : Math.round(rate),
    remaining_s: rate === null || left === null ? null : Math.ceil(Math.max(left, 0) / rate),
    error: row.error,
    undo_until: undoUntil(row),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

import { campaignFileLimits } from '@parley/contract/campaign-files';
import { said } from '@parley/contract/said';
import type { CampaignFile, ReadCampaignFileBody } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { isUuid } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import { requireVisibleNumbers } from '../../contacts/public.ts';
import { visibilityOf } from '../../team/public.ts';
import {
  addFilePart,
  beginReadingFile,
  type FileRow,
  findFile,
  insertFile,
  listCampaignsOfFile,
  lockFile,
  measureFiles,
  readFilePart,
} from './file-repo.ts';

const mostBytesOfAccount = 2_147_483_648;
export const readFileKind = 'broadcasts.read_file';

/** A file of the actor, or of a broadcast that they see; null otherwise. */
export async function findVisibleFile(tx: TenantTx, actor: AccountActor, id: string): Promise<FileRow | null> {
  const row = isUuid(id) ? await findFile(tx, id) : null;
  if (row === null || row.created_by === actor.author) return row;
  const view = visibilityOf(actor);
  const naming = await listCampaignsOfFile(tx, row.id);
  return naming.some((campaign) => view.canSeeCampaign(campaign)) ? row : null;
}

/** @throws AppError('not_found') */
export async function getVisibleFile(tx: TenantTx, actor: AccountActor, id: string): Promise<FileRow> {
  const row = await findVisibleFile(tx, actor, id);
  if (row === null) throw new AppError('not_found', { message: 'This file was not found.' });
  return row;
}

/** The same, locked for a change. @throws AppError not_found, forbidden */
async function lockVisibleFile(tx: TenantTx, actor: AccountActor, id: string): Promise<FileRow> {
  requireUploading(actor);
  const { id: found } = await getVisibleFile(tx, actor, id);
  const row = await lockFile(tx, found);
  if (row === null) throw new AppError('not_found', { message: 'This file was not found.' });
  return row;
}

/** @throws AppError('forbidden') */
export function requireUploading(actor: AccountActor): void {
  requireVisibleNumbers(actor, said('choose them for a broadcast'));
}

/** Repeating the call returns the same file. @throws AppError forbidden, id_conflict, limit_reached */
export async function createFile(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  name: string,
): Promise<{ row: FileRow; created: boolean }> {
  requireUploading(actor);
  const requestHash = hashRequest({ name });
  const created = await insertFile(tx, { id, name, createdBy: actor.author, requestHash });
  const row = await findFile(tx, id);
  if (row === null || !row.request_hash.equals(requestHash) || row.created_by !== actor.author) {
    throw new AppError('id_conflict', { message: 'Another file has this id.' });
  }
  return { row, created };
}

/** A part of the file. One that is there already is taken as done, so an upload that broke off can be repeated. */
export async function receiveFilePart(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  offset: number,
  bytes: Buffer,
): Promise<FileRow> {
  const row = await lockVisibleFile(tx, actor, id);
  if (row.state !== 'uploading') throw invalid('id', 'This file is complete. Upload another one.');
  if (offset + bytes.length <= row.received_bytes) return row;
  if (offset !== row.received_bytes) throw invalid('offset', `Continue at byte ${row.received_bytes}.`);
  if (offset + bytes.length > campaignFileLimits.bytes)
    throw new AppError('payload_too_large', { message: 'Files can be at most 100 MB.' });
  if ((await measureFiles(tx)) + bytes.length > mostBytesOfAccount) {
    throw new AppError('storage_full', {
      message:
        'The recipient files of an account can have 2 GB together. They are deleted a week after their broadcast starts.',
    });
  }
  await addFilePart(tx, row.id, offset, bytes);
  return (await findFile(tx, row.id)) ?? row;
}

/** Has all rows read, with the settings that are given. @throws AppError not_found, forbidden, validation_failed */
export async function startReadingFile(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: ReadCampaignFileBody,
): Promise<FileRow> {
  const row = await lockVisibleFile(tx, actor, id);
  if (row.received_bytes === 0) throw invalid('file', 'This file is empty.');
  const [start] = [await readFilePart(tx, row.id, 0, 1)];
  if (start.length === 0) {
    const msg = 'The file itself was deleted. Upload it again to read it differently.';
    throw invalid('file', row.purged_at === null ? msg : 'The rows of this file were deleted. Upload it again.');
  }
  for (const part of ['phone_column', 'code_column', 'name_column'] as const) {
    const at = body[part] ?? null;
    if (at !== null && at >= row.columns.length) throw invalid(part, 'This file has no such column.');
  }
  // Other letters or separators make other columns.
  const sameTable =
    (body.encoding ?? row.encoding) === row.encoding &&
    (body.delimiter ?? row.delimiter) === row.delimiter &&
    (body.has_header ?? row.has_header) === row.has_header;
  const place = (given: number | null | undefined, before: number | null) =>
    given === undefined ? (sameTable ? before : null) : given;
  await beginReadingFile(tx, row.id, {
    has_header: body.has_header ?? row.has_header,
    encoding: body.encoding ?? row.encoding,
    delimiter: body.delimiter ?? row.delimiter,
    phone_column: place(body.phone_column, row.phone_column),
    code_column: place(body.code_column, row.code_column),
    name_column: place(body.name_column, row.name_column),
  });
  const payload = { file_id: row.id };
  await enqueueJobs(tx, [
    { clientId: tx.clientId, kind: readFileKind, key: `${readFileKind} ${row.id}`, weight: 'light', payload },
  ]);
  return (await findFile(tx, row.id)) ?? row;
}

/** @param showsCells whether the reader may see values of the file */
export function presentFile(row: FileRow, showsCells: boolean): CampaignFile {
  const { id, name, state, format, encoding, delimiter, has_header, good, invalid: bad, duplicates, error } = row;
  return {
    id,
    name,
    state,
    format,
    encoding,
    delimiter,
    has_header,
    received_bytes: Number(row.received_bytes),
    columns: showsCells ? row.columns : row.columns.map((column) => ({ ...column, samples: [] })),
    phone_column: row.phone_column,
    code_column: row.code_column,
    name_column: row.name_column,
    rows: Number(row.rows_done),
    good,
    invalid: bad,
    duplicates,
    error,
    purged: row.purged_at !== null,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  };
}

import { said } from '@parley/contract/said';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { requireVisibleNumbers } from '../contacts/public.ts';
import { visibilityOf } from '../team/public.ts';
import { findImport, type ImportJobRow, lockImport } from './import-repo.ts';

/*
 * The only permission checks of imports. The author may do everything. Other members see nothing of an import when they
 * are limited to assigned conversations, and only its result, without cells, when they may not export. Members who may
 * not see numbers create no imports and read no rows, not even their own: the outcome of a row reveals which contact has
 * its number.
 */

type OwnedImport = Pick<ImportJobRow, 'created_by'>;

function importNotFound(): AppError {
  return new AppError('not_found', { message: 'This import was not found.' });
}

function isOwn(actor: AccountActor, { created_by }: OwnedImport): boolean {
  return created_by === actor.author;
}

/** The author whose imports a list shows; null: all. */
export function importAuthorFilter(actor: AccountActor): string | null {
  return visibilityOf(actor).assigneeId === null ? null : actor.author;
}

function isLimited(actor: AccountActor): boolean {
  return visibilityOf(actor).masked || actor.restrictions.no_export;
}

/** Whether a response may contain cells of the file. An API key without read access does not get them either. */
export function showsCells(actor: AccountActor, row: OwnedImport): boolean {
  if (visibilityOf(actor).masked) return false;
  if (actor.kind === 'key' && !actor.scopes.includes('contacts:read')) return false;
  return isOwn(actor, row) || !isLimited(actor);
}

function requireVisible<R extends OwnedImport>(actor: AccountActor, row: R | null): R {
  const only = importAuthorFilter(actor);
  if (row === null || (only !== null && only !== row.created_by)) throw importNotFound();
  return row;
}

/** @throws AppError('not_found') also for one that the actor does not see */
export async function getVisibleImport(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  return requireVisible(actor, isUuid(id) ? await findImport(tx, id) : null);
}

/** @throws AppError forbidden, not_found */
export function getImportWithRows(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  requireVisibleNumbers(actor, said('see the rows of an import'));
  return getVisibleImport(tx, actor, id);
}

/** @throws AppError('forbidden') */
export function requireImporting(actor: AccountActor): void {
  requireVisibleNumbers(actor, said('import contacts'));
}

/** Locks an import for a change. @throws AppError not_found, forbidden */
export async function lockVisibleImport(tx: TenantTx, actor: AccountActor, id: string): Promise<ImportJobRow> {
  const row = requireVisible(actor, isUuid(id) ? await lockImport(tx, id) : null);
  requireImporting(actor);
  if (isOwn(actor, row) || !isLimited(actor)) return row;
  throw new AppError('forbidden', {
    message: 'You can’t change this import: parts of it are hidden from you. Ask its creator or an Admin.',
  });
}

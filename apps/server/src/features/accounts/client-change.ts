import type { TenantTx } from '../../platform/db/sql.ts';
import { addChanges, type NewChange } from '../sync/public.ts';
import { setCustomFieldNames } from './repo.ts';

/** The account as the API presents it names its reader, so each client reads it again. */
export function clientChange(version: number): Omit<NewChange, 'clientId'> {
  return { collection: 'clients', id: '*', marker: 'MODIFIED', version };
}

/** @param names of the visible custom fields, in their order */
export async function publishCustomFieldNames(tx: TenantTx, names: readonly string[]): Promise<void> {
  await addChanges(tx, [clientChange(await setCustomFieldNames(tx, names))]);
}

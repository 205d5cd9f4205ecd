import type { Marker } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { addChanges } from '../sync/public.ts';

/** Tells the change feed about a template. */
export async function addTemplateChange(
  tx: TenantTx,
  { id, version }: { id: string; version: number },
  marker: Marker,
): Promise<void> {
  await addChanges(tx, [{ collection: 'templates', id, marker, version }]);
}

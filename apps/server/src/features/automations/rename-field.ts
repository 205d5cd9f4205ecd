import { changeFields } from '@parley/contract/flow-fields';
import type { Flow } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { listFlows, replaceFlow } from './automation-repo.ts';

/** Follows a new name of a custom field in drafts and versions. */
export async function renameFieldInAutomations(tx: TenantTx, from: string, to: string): Promise<void> {
  for (const stored of await listFlows(tx)) {
    const flow = renameInFlow(stored.flow, from, to);
    if (JSON.stringify(flow) !== JSON.stringify(stored.flow)) await replaceFlow(tx, { ...stored, flow });
  }
}

export function renameInFlow(flow: Flow, from: string, to: string): Flow {
  return changeFields(flow, (name) => (name === from ? to : name));
}

import type { TenantTx } from '../../platform/db/sql.ts';
import { type FieldUser, usedFields } from '../contacts/public.ts';
import { listCurrentFlows } from './automation-repo.ts';
import { renameInFlow } from './rename-field.ts';

/** Automations whose draft or published version uses a custom field, by name. */
export async function findFieldUsesInAutomations(tx: TenantTx, names: readonly string[]): Promise<FieldUser[]> {
  return (await listCurrentFlows(tx)).flatMap(({ id, name, flows }) => {
    const used = new Set(flows.flatMap((flow) => usedFields(flow, names, renameInFlow)));
    return [...used].map((field) => ({ field, kind: 'automation' as const, id, name }));
  });
}

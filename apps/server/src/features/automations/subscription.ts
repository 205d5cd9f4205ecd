import type { FlowTrigger } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { readFields } from '../contacts/public.ts';
import type { Subscription } from './automation-repo.ts';

/** Which events of contacts the database writes down for a trigger; null: none. */
export async function subscriptionOf(tx: TenantTx, trigger: FlowTrigger): Promise<Subscription | null> {
  const of = (to: string | number | null | undefined) =>
    to === null || to === undefined ? null : { kind: trigger.kind, to: String(to) };
  switch (trigger.kind) {
    case 'field_changed':
      return of([...(await readFields(tx)).values()].find(({ name }) => name === trigger.name)?.no);
    case 'list_joined':
      return of(trigger.list_id);
    case 'incoming_webhook':
      return of(trigger.webhook_id);
    default:
      return null;
  }
}

import { type Executor, statement } from '../../platform/db/sql.ts';

export type BusyEndpoint = { client_id: string; id: string; has_work: boolean };

const busyStatement = statement(
  'webhooks.list_busy_endpoints',
  `select e.client_id, e.id, (e.state = 'active' and exists (
       select from shared_change_counters c where c.client_id = e.client_id and c.pos > e.feed_pos)) or exists (
       select from webhook_deliveries d where d.client_id = e.client_id and d.endpoint_id = e.id
         and d.state = 'waiting' and d.due_at <= now() and (e.state = 'active' or d.is_test)) as has_work
   from webhook_endpoints e join shared_clients c on c.id = e.client_id and c.deleted_at is null`,
);

/** Every endpoint of the installation, with whether something waits for it. */
export function listBusyEndpoints(system: Executor): Promise<BusyEndpoint[]> {
  return system.rows<BusyEndpoint>(busyStatement);
}

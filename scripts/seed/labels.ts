import type { Label } from '@parley/contract/types';
import type pg from 'pg';
import { apiCall } from '../api-call.ts';

const labels = [
  { name: 'Service', color: 'blue' },
  { name: 'Pickup', color: 'green' },
  { name: 'On order', color: 'amber' },
  { name: 'Complaint', color: 'red' },
] as const;

/** The shop's labels, on every third active conversation in turn, and saved views. */
export async function seedLabels(
  url: string,
  owner: pg.ClientBase | pg.Pool,
  clientId: string,
  token: string,
): Promise<void> {
  const ids: string[] = [];
  for (const body of labels) ids.push((await apiCall<Label>(url, 'POST', '/api/labels', body, token)).id);
  await owner.query(
    `insert into thread_labels (client_id, thread_id, label_id)
     select $1, t.id, ($2::uuid[])[(t.place / 3) % $3 + 1]
     from (select id, row_number() over (order by last_message_at desc, id) - 1 as place from threads
       where client_id = $1 and state = 'ACTIVE') t
     where t.place % 3 = 0`,
    [clientId, ids, labels.length],
  );
  const [service, , , complaint] = ids;
  for (const body of [
    { name: 'Open complaints', shared: true, conditions: { state: 'ACTIVE', label: complaint }, sort: 'waiting' },
    { name: 'Service, unanswered', conditions: { state: 'ACTIVE', label: service, waiting: 'true' } },
  ]) {
    await apiCall(url, 'POST', '/api/views', body, token);
  }
  await owner.query('update threads set version = version + 1 where client_id = $1', [clientId]);
}

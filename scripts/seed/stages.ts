import type { Stage } from '@parley/contract/types';
import type pg from 'pg';
import { apiCall } from '../api-call.ts';

const stages = [
  { name: 'New', color: 'blue', closes: false },
  { name: 'Talking', color: 'violet', closes: false },
  { name: 'Offer sent', color: 'amber', closes: false },
  { name: 'Won', color: 'green', closes: true },
  { name: 'Lost', color: 'red', closes: true },
] as const;

/** The shop's board: open conversations in its first three stages, done ones won or lost, half of them with a value. */
export async function seedStages(
  url: string,
  owner: pg.ClientBase | pg.Pool,
  clientId: string,
  token: string,
): Promise<void> {
  await apiCall(url, 'PUT', '/api/client', { currency: 'GBP' }, token);
  const ids: string[] = [];
  for (const body of stages) ids.push((await apiCall<Stage>(url, 'POST', '/api/stages', body, token)).id);
  await owner.query(
    `update threads t set version = version + 1, value_minor = case when p.place % 2 = 0 then (p.place % 37 + 3) * 4900 end,
       stage_id = ($2::uuid[])[case when t.state = 'DONE' then p.place % 2 + 4 else p.place % 3 + 1 end]
     from (select id, row_number() over (order by last_message_at desc, id) - 1 as place from threads
       where client_id = $1) p
     where t.client_id = $1 and t.id = p.id and p.place % 4 > 0`,
    [clientId, ids],
  );
}

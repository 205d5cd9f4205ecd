import type { Flow } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { createFlowCache } from './flow-cache.ts';

export type LiveAutomation = {
  id: string;
  number: number;
  flow: Flow;
  on_since: Date;
  next_at: Date | null;
  listens_to: string | null;
};
/** `written`: changes whenever the row of the version is. */
type Version = { id: string; number: number; written: string };

const live = statement(
  'automations.list_live',
  `select a.id, v.number, v.xmin::text as written, a.on_since, a.next_at, a.listens_to
   from automations a join automation_versions v
     on v.client_id = a.client_id and v.automation_id = a.id and v.number = a.published_version
   where a.client_id = $1 and a.state = 'ON' order by a.position, a.id`,
);
const flows = statement(
  'automations.list_live_flows',
  `select automation_id as id, number, xmin::text as written, flow, octet_length(flow::text) as bytes
   from automation_versions where client_id = $1
     and (automation_id, number) in (select id, number from unnest($2::uuid[], $3::int[]) as x(id, number))`,
);

/** The flows of an account have up to 8 MB, and every message needs them. */
const cache = createFlowCache(16_777_216);

/** What runs now, in the order in which automations are tried. */
export async function listLive(tx: TenantTx): Promise<LiveAutomation[]> {
  const rows = await tx.rows<Omit<LiveAutomation, 'flow'> & Version>(live, [tx.clientId]);
  const keyOf = ({ id, number, written }: Version) => `${tx.clientId} ${id} ${number} ${written}`;
  const found = new Map(rows.map((row) => [row.id, cache.get(keyOf(row))]));
  const missing = rows.filter(({ id }) => found.get(id) === undefined);
  if (missing.length > 0) {
    const read = await tx.rows<Version & { flow: Flow; bytes: number }>(flows, [
      ...[tx.clientId, missing.map(({ id }) => id), missing.map(({ number }) => number)],
    ]);
    for (const row of read) {
      cache.put(keyOf(row), row.flow, row.bytes);
      found.set(row.id, row.flow);
    }
  }
  return rows.flatMap(({ written: _written, ...row }) => {
    const flow = found.get(row.id);
    return flow === undefined ? [] : [{ ...row, flow }];
  });
}

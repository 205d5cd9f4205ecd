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
/** Of an automation. `written` changes whenever the row is. */
export type Version = { id: string; number: number; written: string };

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

const keyOf = (clientId: string, { id, number, written }: Version) => `${clientId} ${id} ${number} ${written}`;

/** The flows of versions, in their order; null for one that is gone. */
export async function findFlows(tx: TenantTx, versions: readonly Version[]): Promise<Array<Flow | null>> {
  const found = new Map<string, Flow>();
  const missing = new Map<string, Version>();
  for (const version of versions) {
    const key = keyOf(tx.clientId, version);
    const flow = cache.get(key);
    if (flow === undefined) missing.set(key, version);
    else found.set(key, flow);
  }
  if (missing.size > 0) {
    const wanted = [...missing.values()];
    const rows = await tx.rows<Version & { flow: Flow; bytes: number }>(flows, [
      ...[tx.clientId, wanted.map(({ id }) => id), wanted.map(({ number }) => number)],
    ]);
    for (const row of rows) {
      const key = keyOf(tx.clientId, row);
      cache.put(key, row.flow, row.bytes);
      found.set(key, row.flow);
    }
  }
  return versions.map((version) => found.get(keyOf(tx.clientId, version)) ?? null);
}

/** What runs now, in the order in which automations are tried. */
export async function listLive(tx: TenantTx): Promise<LiveAutomation[]> {
  const rows = await tx.rows<Omit<LiveAutomation, 'flow'> & Version>(live, [tx.clientId]);
  const read = await findFlows(tx, rows);
  return rows.flatMap(({ written: _written, ...row }, at) => {
    const flow = read[at] ?? null;
    return flow === null ? [] : [{ ...row, flow }];
  });
}

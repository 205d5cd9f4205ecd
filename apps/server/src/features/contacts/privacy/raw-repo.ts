import { type Executor, statement } from '../../../platform/db/sql.ts';

const lanes = statement('privacy_lanes', 'select lane, done from intake_lanes where lane >= $1 order by lane');
export function listLanes(system: Executor, from: number): Promise<Array<{ lane: number; done: number }>> {
  return system.rows(lanes, [from]);
}

export type RawRow = { lane: number; seq: number; received_at: string; body: Buffer };
const naming = statement(
  'privacy_raw_naming',
  `select lane, seq, received_at::text as received_at, body from webhook_events
   where lane = $1 and seq > $2 and seq <= $3 and client_id = $4 and received_at <= $5::timestamptz
     and exists (select from unnest($6::bytea[]) n where position(n in body) > 0)
   order by seq`,
);
/** Raw deliveries of an account that name somebody, in a part of a lane that is understood. */
export function listNaming(
  system: Executor,
  where: { lane: number; after: number; to: number; clientId: string; until: string; needles: readonly Buffer[] },
): Promise<RawRow[]> {
  const { lane, after, to, clientId, until, needles } = where;
  return system.rows(naming, [lane, after, to, clientId, until, needles]);
}

const rewrite = statement(
  'privacy_raw_rewrite',
  'update webhook_events set body = $4 where lane = $1 and seq = $2 and received_at = $3::timestamptz',
);
const refusals = statement(
  'privacy_raw_refusals',
  'update webhook_refusals set detail = null where client_id = $1 and lane = $2 and seq = $3 and detail is not null',
);
/** What is left of a delivery without somebody, and without what was noted of its parts. */
export async function rewriteRaw(system: Executor, clientId: string, row: RawRow, body: Buffer): Promise<void> {
  const written = await system.run(rewrite, [row.lane, row.seq, row.received_at, body]);
  if (written !== 1) throw new Error('a raw delivery that was found is not there');
  await system.run(refusals, [clientId, row.lane, row.seq]);
}

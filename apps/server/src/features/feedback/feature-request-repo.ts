import type { FeatureRequest, RequestState } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type RequestRow = Omit<FeatureRequest, 'created_at' | 'duplicate_of'> & {
  duplicate_of: string | null;
  duplicate_title: string | null;
  created_at: Date;
  request_hash: Buffer;
};
export type VotePosition = { votes: number; id: string };

const columns = `f.id, f.title, f.problem, f.idea, f.state, f.state_note, f.duplicate_of, d.title as duplicate_title, f.votes,
  v.user_id is not null as voted,
  f.created_by, f.created_at, f.version, f.request_hash`;
const from = `feature_requests f
   left join feature_requests d on d.client_id = f.client_id and d.id = f.duplicate_of
   left join feature_votes v on v.client_id = f.client_id and v.request_id = f.id and v.user_id = $2`;

const insertStatement = statement(
  'feedback.insert_request',
  `insert into feature_requests (client_id, id, title, problem, idea, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
);

export type NewRequest = Pick<RequestRow, 'id' | 'title' | 'problem' | 'idea' | 'created_by' | 'request_hash'>;

/** @returns false when the id is taken */
export async function insertRequest(tx: TenantTx, row: NewRequest): Promise<boolean> {
  const { id, title, problem, idea, created_by: by, request_hash: hash } = row;
  return (await tx.run(insertStatement, [tx.clientId, id, title, problem, idea, by, hash])) === 1;
}

const findStatement = statement(
  'feedback.find_request',
  `select ${columns} from ${from} where f.client_id = $1 and f.id = $3`,
);

/** @param reader whose vote is looked up */
export async function findRequest(tx: TenantTx, reader: string, id: string): Promise<RequestRow | null> {
  const [row] = await tx.rows<RequestRow>(findStatement, [tx.clientId, reader, id]);
  return row ?? null;
}

const lockStatement = statement(
  'feedback.lock_requests',
  'select id, state from feature_requests where client_id = $1 and id = any($2) order by id for update',
);

/** States of some requests, locked until commit. */
export async function lockRequests(tx: TenantTx, ids: readonly string[]): Promise<Map<string, RequestState>> {
  const rows = await tx.rows<{ id: string; state: RequestState }>(lockStatement, [tx.clientId, ids]);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

const pageStatement = statement(
  'feedback.list_requests',
  `select ${columns} from ${from}
   where f.client_id = $1 and (f.votes, f.id) < ($3, $4::uuid)
     and case when $5::text is null then f.state <> 'duplicate' else f.state = $5 end
   order by f.votes desc, f.id desc limit $6`,
);

/** Those with most votes first; duplicates only when asked for. */
export function listRequests(
  tx: TenantTx,
  reader: string,
  state: RequestState | null,
  before: VotePosition,
  limit: number,
): Promise<RequestRow[]> {
  return tx.rows<RequestRow>(pageStatement, [tx.clientId, reader, before.votes, before.id, state, limit]);
}

const searchStatement = statement(
  'feedback.search_requests',
  `select ${columns} from ${from}
   cross join lateral (select count(*) as found from unnest($3::text[]) as w(word)
     where strpos(fold_text(f.title || ' ' || f.problem || ' ' || coalesce(f.idea, '')), w.word) > 0) hit
   where f.client_id = $1 and hit.found > 0
     and case when $4::text is null then f.state <> 'duplicate' else f.state = $4 end
   order by hit.found desc, f.votes desc, f.id desc limit $5`,
);

/** Requests with any of the words, those with most of them first. */
export function searchRequests(
  tx: TenantTx,
  reader: string,
  words: readonly string[],
  state: RequestState | null,
  limit: number,
): Promise<RequestRow[]> {
  return tx.rows<RequestRow>(searchStatement, [tx.clientId, reader, words, state, limit]);
}

const voteStatement = statement(
  'feedback.insert_vote',
  'insert into feature_votes (client_id, request_id, user_id) values ($1, $2, $3) on conflict do nothing',
);
const takeBackStatement = statement(
  'feedback.delete_vote',
  'delete from feature_votes where client_id = $1 and request_id = $2 and user_id = $3',
);
const countStatement = statement(
  'feedback.count_votes',
  `update feature_requests f set version = version + 1,
     votes = (select count(*) from feature_votes v where v.client_id = f.client_id and v.request_id = f.id)
   where f.client_id = $1 and f.id = $2`,
);

/** The request must be locked. */
export async function setVote(tx: TenantTx, id: string, uid: string, voted: boolean): Promise<void> {
  const changed = await tx.run(voted ? voteStatement : takeBackStatement, [tx.clientId, id, uid]);
  if (changed === 1) await tx.run(countStatement, [tx.clientId, id]);
}

const copyVotesStatement = statement(
  'feedback.copy_votes',
  `insert into feature_votes (client_id, request_id, user_id, created_at)
   select client_id, $3, user_id, created_at from feature_votes where client_id = $1 and request_id = $2
   on conflict do nothing`,
);
const deleteVotesStatement = statement(
  'feedback.delete_votes',
  'delete from feature_votes where client_id = $1 and request_id = $2',
);
const followStatement = statement(
  'feedback.move_duplicates',
  'update feature_requests set duplicate_of = $3, version = version + 1 where client_id = $1 and duplicate_of = $2',
);

/** Gives the votes and duplicates of one request to another. Both must be locked. */
export async function moveVotes(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.run(copyVotesStatement, [tx.clientId, from, to]);
  await tx.run(deleteVotesStatement, [tx.clientId, from]);
  await tx.run(followStatement, [tx.clientId, from, to]);
  await tx.run(countStatement, [tx.clientId, from]);
  await tx.run(countStatement, [tx.clientId, to]);
}

const stateStatement = statement(
  'feedback.update_request_state',
  `update feature_requests set state = $3, duplicate_of = $4, state_note = $5, version = version + 1
   where client_id = $1 and id = $2`,
);

export async function updateRequestState(
  tx: TenantTx,
  id: string,
  change: { state: RequestState; duplicateOf: string | null; note: string | null },
): Promise<void> {
  await tx.run(stateStatement, [tx.clientId, id, change.state, change.duplicateOf, change.note]);
}

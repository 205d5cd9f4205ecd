import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type JoinOfferRow = {
  client_id: string;
  name: string;
  logo_url: string | null;
  state: 'open' | 'accepted' | 'declined' | null;
  asked_at: Date | null;
  /** It was answered, and may be repeated. */
  again: boolean;
};

/** Days after which a declined user may ask again. */
const againDays = 30;
const mostOffers = 20;

/** Condition on accounts `c`: their Owner allows requests, and user $1 is not a member. */
const open = `c.join_by_domain and c.deleted_at is null
  and not exists (select from client_users m where m.client_id = c.id and m.user_id = $1)`;
/** Who leads an account and has a confirmed address of domain $2. */
const leaders = `shared_users u join client_users l on l.user_id = u.id
  where u.email_verified_at is not null and u.disabled_at is null and split_part(lower(u.email), '@', 2) = $2
    and l.role in ('Owner', 'Admin') and l.suspended_at is null`;

const offersStatement = statement(
  'team.list_join_offers',
  `select c.id as client_id, c.name, c.logo_url, r.state, r.created_at as asked_at,
     coalesce(r.state = 'accepted' or r.state = 'declined' and r.answered_at < now() - interval '${againDays} days',
       false) as again
   from (select distinct l.client_id from ${leaders}) near
   join shared_clients c on c.id = near.client_id
   left join join_requests r on r.client_id = c.id and r.user_id = $1
   where ${open} order by c.created_at, c.id limit ${mostOffers}`,
);

/** Accounts whose Owner allows requests from a domain, and in which an Owner or Admin has a verified address there. */
export function listJoinOffers(statements: Executor, userId: string, domain: string): Promise<JoinOfferRow[]> {
  return statements.rows<JoinOfferRow>(offersStatement, [userId, domain]);
}

const joinedStatement = statement(
  'team.list_joined_by_request',
  `select c.id as client_id, c.name, c.logo_url, r.state, r.created_at as asked_at, false as again
   from client_users m join join_requests r on r.client_id = m.client_id and r.user_id = m.user_id
   join shared_clients c on c.id = m.client_id and c.deleted_at is null
   where m.user_id = $1 and m.suspended_at is null and r.state = 'accepted'
     and r.answered_at > now() - interval '1 day'
   order by r.answered_at desc limit ${mostOffers}`,
);

/** Accounts that admitted a user since yesterday, for the page on which they wait. */
export function listJoinedByRequest(statements: Executor, userId: string): Promise<JoinOfferRow[]> {
  return statements.rows<JoinOfferRow>(joinedStatement, [userId]);
}

const offerOf = statement(
  'team.find_join_offer',
  `select c.id, c.name from shared_clients c
   where c.id = $3 and ${open} and exists (select from ${leaders} and l.client_id = $3)`,
);

/** The account, if it is offered to this user. */
export async function findJoinOffer(
  statements: Executor,
  userId: string,
  domain: string,
  clientId: string,
): Promise<{ id: string; name: string } | null> {
  const [row] = await statements.rows<{ id: string; name: string }>(offerOf, [userId, domain, clientId]);
  return row ?? null;
}

const askStatement = statement(
  'team.insert_join_request',
  `insert into join_requests as r (client_id, user_id, name, email) values ($1, $2, $3, $4)
   on conflict (client_id, user_id) do update
     set name = excluded.name, email = excluded.email, created_at = excluded.created_at, state = 'open', answered_at = null,
       answered_by = null
     where r.state = 'accepted' or r.state = 'declined' and r.answered_at < now() - interval '${againDays} days'
   returning created_at`,
);

/** @returns false when a request is open already, or was declined not long ago */
export async function insertJoinRequest(
  statements: Executor,
  request: { clientId: string; userId: string; name: string; email: string },
): Promise<boolean> {
  const { clientId, userId, name, email } = request;
  return (await statements.rows(askStatement, [clientId, userId, name, email])).length === 1;
}

const ownersStatement = statement(
  'team.list_owner_addresses',
  `select email from client_users where client_id = $1 and role = 'Owner' and suspended_at is null
   order by created_at, user_id limit 5`,
);

export async function listOwnerAddresses(statements: Executor, clientId: string): Promise<string[]> {
  return (await statements.rows<{ email: string }>(ownersStatement, [clientId])).map(({ email }) => email);
}

export type JoinRequestRow = { user_id: string; name: string; email: string; created_at: Date };

const pageStatement = statement(
  'team.list_join_requests',
  `select user_id, name, email, created_at from join_requests
   where client_id = $1 and state = 'open' and (created_at, user_id) < ($2, $3::uuid)
   order by created_at desc, user_id desc limit $4`,
);

/** Open requests, newest first. */
export function listJoinRequests(
  tx: TenantTx,
  before: { at: Date; id: string },
  limit: number,
): Promise<JoinRequestRow[]> {
  return tx.rows<JoinRequestRow>(pageStatement, [tx.clientId, before.at, before.id, limit]);
}

export type LockedJoinRequest = { state: 'open' | 'accepted' | 'declined'; email: string; name: string };

const lockStatement = statement(
  'team.lock_join_request',
  'select state, email, name from join_requests where client_id = $1 and user_id = $2 for update',
);

export async function lockJoinRequest(
  statements: Executor,
  clientId: string,
  userId: string,
): Promise<LockedJoinRequest | null> {
  const [row] = await statements.rows<LockedJoinRequest>(lockStatement, [clientId, userId]);
  return row ?? null;
}

const answerStatement = statement(
  'team.answer_join_request',
  `update join_requests set state = $3, answered_at = now(), answered_by = $4
   where client_id = $1 and user_id = $2 and state = 'open'`,
);

export async function answerJoinRequest(
  statements: Executor,
  clientId: string,
  userId: string,
  answer: { state: 'accepted' | 'declined'; by: string },
): Promise<void> {
  await statements.run(answerStatement, [clientId, userId, answer.state, answer.by]);
}

const domainsStatement = statement(
  'team.list_leader_domains',
  `select distinct split_part(lower(u.email), '@', 2) as domain
   from client_users m join shared_users u on u.id = m.user_id
   where m.client_id = $1 and m.role in ('Owner', 'Admin') and m.suspended_at is null
     and u.email_verified_at is not null and u.disabled_at is null
   order by 1 limit 100`,
);

/** Domains of the confirmed addresses of those who lead an account, public providers' among them. */
export async function listDomainsOfLeaders(statements: Executor, clientId: string): Promise<string[]> {
  return (await statements.rows<{ domain: string }>(domainsStatement, [clientId])).map(({ domain }) => domain);
}

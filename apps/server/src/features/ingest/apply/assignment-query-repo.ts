import type { AssignmentRule, TeamMember } from '@parley/contract/types';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import { inGroups, isThere, takesConversationsOf } from '../../team/public.ts';

const openedStatement = statement(
  'ingest.list_opened_threads',
  // From the accounts with a rule to their conversations by primary key, whatever the statistics say.
  `with opened as materialized (
     select unnest($2::uuid[]) as id
     union select e.thread_id from shared_thread_events e where e.client_id = any($1) and e.id = any($3))
   select a.id as client_id, t.id, t.channel_id, t.assignee_group_id is not null as in_group,
     t.assignee_id is not null as has_member, a.assignment_rule as rule, a.time_zone
   from shared_clients a cross join opened cross join lateral (
     select x.id, x.channel_id, x.assignee_id, x.assignee_group_id from shared_threads x where x.client_id = a.id and x.id = opened.id
       and x.state = 'ACTIVE' and x.waiting_since is not null
       and (x.assignee_id is null and x.assignee_group_id is null or x.assignee_id is not null and not exists (
         select from shared_client_users m where m.client_id = a.id and m.user_id = x.assignee_id and ${isThere}))
     offset 0) t
   where a.id = any($1) and a.assignment_rule is not null
   order by a.id, t.id`,
);

/**
 * A conversation that a customer began or reopened, of an account with a rule: it is unassigned, or its member is away,
 * suspended or gone.
 */
export type OpenedThread = {
  client_id: string;
  id: string;
  channel_id: string;
  /** It waits in the list of a group. */
  in_group: boolean;
  /** Its member is not there. */
  has_member: boolean;
  rule: AssignmentRule;
  time_zone: string;
};

/** @param threadIds new conversations @param eventIds lines that say that one was reopened */
export function listOpenedThreads(
  tx: Executor,
  clientIds: readonly string[],
  threadIds: readonly string[],
  eventIds: readonly string[],
): Promise<OpenedThread[]> {
  return tx.rows<OpenedThread>(openedStatement, [clientIds, threadIds, eventIds]);
}

// The first number is of no other advisory lock in this database.
const lockStatement = statement('ingest.lock_assignment', 'select pg_advisory_xact_lock(726155301, hashtext($1))');

/** One transaction at a time chooses who of an account is next. */
export async function lockAssignment(tx: Executor, clientId: string): Promise<void> {
  await tx.rows(lockStatement, [clientId]);
}

const hoursStatement = statement(
  'ingest.list_members_with_hours',
  `select user_id, working_hours from shared_client_users where client_id = $1 and working_hours <> '[]'`,
);

export function listMembersWithHours(
  tx: Executor,
  clientId: string,
): Promise<Pick<TeamMember, 'user_id' | 'working_hours'>[]> {
  return tx.rows(hoursStatement, [clientId]);
}

// A member who is being removed is skipped: waiting here could deadlock with giving away their conversations.
const nextStatement = statement(
  'ingest.find_next_assignee',
  `select m.user_id from shared_client_users m
   left join assignment_turns t on t.client_id = m.client_id and t.user_id = m.user_id
   where m.client_id = $1 and ${takesConversationsOf('$2')} and m.user_id <> all($6::uuid[])
     and (cardinality($3::uuid[]) + cardinality($4::uuid[]) = 0 or m.user_id = any($3) or ${inGroups('$4')})
     and ($5::int is null or $5 > (select count(*) from shared_threads x
       where x.client_id = $1 and x.assignee_id = m.user_id and x.state = 'ACTIVE'))
   order by t.at nulls first, m.user_id limit 1 for key share of m skip locked`,
);

/** Who is next and has room; null when nobody is. @param offDuty members who get none now */
export async function findNextAssignee(
  tx: Executor,
  { client_id, channel_id, rule }: OpenedThread,
  offDuty: readonly string[],
): Promise<string | null> {
  const values = [client_id, channel_id, rule.user_ids, rule.group_ids, rule.capacity, offDuty];
  const [row] = await tx.rows<{ user_id: string }>(nextStatement, values);
  return row?.user_id ?? null;
}

const turnStatement = statement(
  'ingest.record_assignment_turn',
  `insert into assignment_turns (client_id, user_id, at) values ($1, $2, clock_timestamp())
   on conflict (client_id, user_id) do update set at = excluded.at`,
);

export async function recordAssignmentTurn(tx: Executor, clientId: string, userId: string): Promise<void> {
  await tx.run(turnStatement, [clientId, userId]);
}

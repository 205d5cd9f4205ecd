import { isAtLeast } from '@parley/contract/permissions';
import type { TeamMember } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { decodeNameCursor, type NamePosition, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import { endSessionsIn, listUsersWithSecondFactor } from '../identity/public.ts';
import type { TeamDependencies } from './dependencies.ts';
import { listGroups } from './group-repo.ts';
import { listChannelNames } from './known-rows-query.ts';
import { countOpenThreads, findMember, listLoads, listMembers, type MemberRow } from './member-repo.ts';
import { changeMember, endMembership, lockTarget, memberNotFound, reassignConversations, refuseIf } from './members.ts';
import { presentMember } from './present.ts';
import { listReplyTimes } from './reply-time-repo.ts';
import { resetMembersSecondFactor } from './reset-second-factor.ts';
import { validateSignOut } from './rules.ts';
import { statementsAcrossAccounts } from './system-transactions.ts';
import { teamTable } from './team-table.ts';
import { visibilityOf } from './visibility.ts';

/** Members that an export reads at a time. */
const atOnce = 200;

export function memberHandlers(platform: Platform, dependencies: TeamDependencies): Handlers {
  const { withTenant } = platform.db;
  const system = statementsAcrossAccounts(platform);

  async function present(actor: MemberActor, rows: readonly MemberRow[]): Promise<TeamMember[]> {
    // Others' figures are for Admins and Owners; all members see their own.
    const ids = rows.map((row) => row.user_id).filter((id) => id === actor.uid || isAtLeast(actor.role, 'Admin'));
    const [[threads, replies], protectedUsers] = await Promise.all([
      withTenant(actor.clientId, (tx) => Promise.all([countOpenThreads(tx, ids), listReplyTimes(tx, ids)]), {
        readOnly: true,
      }),
      listUsersWithSecondFactor(system, ids),
    ]);
    return rows.map((row) =>
      presentMember(actor, row, {
        threads: threads.get(row.user_id),
        replies: replies.get(row.user_id),
        twoStep: protectedUsers.has(row.user_id),
      }),
    );
  }

  async function presentOne(actor: MemberActor, userId: string): Promise<TeamMember> {
    const row = isUuid(userId) ? await withTenant(actor.clientId, (tx) => findMember(tx, userId)) : null;
    const [shown] = row === null ? [] : await present(actor, [row]);
    if (shown === undefined) throw memberNotFound();
    return shown;
  }

  return {
    'GET /api/team': async ({ actor }, { query }) => {
      const after = decodeNameCursor(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listMembers(tx, after, query.limit + 1));
      const { shown, next } = pageOf(rows, query.limit, (row) => [row.sort_name, row.user_id]);
      return { status: 200, body: { data: await present(actor, shown), next_cursor: next } };
    },
    'GET /api/team/load': async ({ actor }) => ({
      status: 200,
      body: { data: visibilityOf(actor).isUnrestricted ? await withTenant(actor.clientId, listLoads) : [] },
    }),
    'GET /api/team/export': async ({ actor }, { query }) => {
      const readPage = async (after: NamePosition | null) => {
        const rows = await withTenant(actor.clientId, (tx) => listMembers(tx, after, atOnce));
        const last = rows.length < atOnce ? undefined : rows.at(-1);
        return {
          members: await present(actor, rows),
          next: last === undefined ? null : { name: last.sort_name, id: last.user_id },
        };
      };
      const names = await withTenant(actor.clientId, async (tx) => ({
        groups: new Map((await listGroups(tx)).map(({ id, name }) => [id, name])),
        channels: await listChannelNames(tx),
      }));
      return tableFile('team', query, await teamTable(actor, names, readPage));
    },
    'GET /api/team/{user_id}': async ({ actor }, { params }) => ({
      status: 200,
      body: await presentOne(actor, params.user_id),
    }),
    'PUT /api/team/{user_id}': async (call, { params, body }) => {
      await changeMember(platform, call, params.user_id, body);
      return { status: 200, body: await presentOne(call.actor, params.user_id) };
    },
    'DELETE /api/team/{user_id}': async (call, { params, query }) => {
      await endMembership(platform, dependencies, call, params.user_id, query.reassign_to);
      return { status: 204, body: undefined };
    },
    'POST /api/team/{user_id}/reassign-threads': async (call, { params, body }) => ({
      status: 200,
      body: { threads: await reassignConversations(platform, dependencies, call, params.user_id, body.to) },
    }),
    'POST /api/team/{user_id}/sign-out': async (call, { params }) => {
      const { clientId } = call.actor;
      const target = await withTenant(clientId, (tx) => lockTarget(tx, call.actor, params.user_id));
      refuseIf(validateSignOut(call.actor, target));
      const ended = await endSessionsIn(system, clientId, target.user_id);
      for (const sid of ended) platform.notifier.notify('sessions', sid);
      return { status: 200, body: { sessions: ended.length } };
    },
    'POST /api/team/{user_id}/reset-second-factor': async (call, { params }) => {
      await resetMembersSecondFactor(platform, call, params.user_id);
      return { status: 204, body: undefined };
    },
  };
}

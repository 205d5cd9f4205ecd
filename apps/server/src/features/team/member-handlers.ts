import { isAtLeast } from '@parley/contract/rights';
import type { TeamMember } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { logAudit } from '../../platform/auth/audit.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { countOpenThreads, endSessionsIn, findMember, listMembers, listPhotos, type MemberRow } from './member-repo.ts';
import { auditOf, changeMember, endMembership, handOver, lockTarget, personNotFound } from './members.ts';
import { peopleStatements } from './people-db.ts';
import { presentMember } from './present.ts';

export function memberHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const system = peopleStatements(platform);

  async function present(actor: MemberActor, rows: readonly MemberRow[]): Promise<TeamMember[]> {
    const ids = rows.map((row) => row.user_id);
    const [photos, openThreads] = await Promise.all([
      listPhotos(system, ids),
      isAtLeast(actor.role, 'Admin')
        ? withTenant(actor.clientId, (tx) => countOpenThreads(tx, ids))
        : new Map<string, number>(),
    ]);
    return rows.map((row) =>
      presentMember(actor, row, { photoUrl: photos.get(row.user_id), openThreads: openThreads.get(row.user_id) }),
    );
  }

  async function presentOne(actor: MemberActor, userId: string): Promise<TeamMember> {
    const row = isUuid(userId) ? await withTenant(actor.clientId, (tx) => findMember(tx, userId)) : null;
    const [shown] = row === null ? [] : await present(actor, [row]);
    if (shown === undefined) throw personNotFound();
    return shown;
  }

  return {
    'GET /api/team': async ({ actor }, { query }) => {
      const after = readCursor(query.cursor, ([name, id]) =>
        typeof name === 'string' && typeof id === 'string' && isUuid(id) ? { name, id } : null,
      );
      const rows = await withTenant(actor.clientId, (tx) => listMembers(tx, after, query.limit + 1));
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined;
      return {
        status: 200,
        body: {
          data: await present(actor, shown),
          next_cursor: more ? writeCursor([last.sort_name, last.user_id]) : null,
        },
      };
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
      await endMembership(platform, call, params.user_id, query.reassign_to);
      return { status: 204, body: undefined };
    },
    'POST /api/team/{user_id}/reassign-threads': async (call, { params, body }) => ({
      status: 200,
      body: { threads: await handOver(platform, call, params.user_id, body.to) },
    }),
    'POST /api/team/{user_id}/sign-out': async (call, { params }) => {
      const { clientId } = call.actor;
      const target = await withTenant(clientId, (tx) => lockTarget(tx, call.actor, params.user_id));
      const ended = await endSessionsIn(system, clientId, target.user_id);
      logAudit(platform.log, auditOf(call, 'sessions_ended', target.user_id));
      for (const sid of ended) platform.signal.hint('sessions', sid);
      return { status: 200, body: { sessions: ended.length } };
    },
  };
}

import { isAtLeast } from '@parley/contract/permissions';
import type { ConnectedApplication } from '@parley/contract/types';
import { auditEventOf, logAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { decideRequest, describeRequest } from './authorization.ts';
import { type GrantRow, listGrants, lockGrant } from './grant-repo.ts';
import { destinationOf } from './redirects.ts';
import { endGrant } from './tokens.ts';

/** Applications that members let in. */
export function applicationHandlers(platform: Platform): Handlers {
  const { system } = platform.db;
  return {
    'GET /api/assistants/authorization': async (_call, { query }) => ({
      status: 200,
      body: await describeRequest(platform, query),
    }),
    'POST /api/assistants/authorization': async (call, { body: { allow, ...request } }) => ({
      status: allow.length === 0 ? 200 : 201,
      body: { redirect_to: await decideRequest(platform, call, request, allow) },
    }),
    'GET /api/assistants/applications': async ({ actor }) => {
      const whose = isAtLeast(actor.role, 'Admin') ? null : actor.uid;
      const rows = await listGrants(system.statements('assistants'), actor.clientId, whose);
      return { status: 200, body: { data: rows.map(present) } };
    },
    'DELETE /api/assistants/applications/{id}': async (call, { params: { id } }) => {
      const { actor } = call;
      const event = await system.transaction('assistants', async (tx) => {
        const grant = isUuid(id) ? await lockGrant(tx, { id }) : null;
        const mayEnd = grant?.user_id === actor.uid || isAtLeast(actor.role, 'Admin');
        if (grant === null || grant.client_id !== actor.clientId || !mayEnd) {
          throw new AppError('not_found', { message: 'This application was not found.' });
        }
        const event = auditEventOf(call, 'assistants.disconnected', grant.id, { name: grant.name });
        await endGrant(tx, grant, event);
        return event;
      });
      logAudit(platform.log, event);
      return { status: 204, body: undefined };
    },
  };
}

function present(row: GrantRow & { member_name: string }): ConnectedApplication {
  return {
    id: row.id,
    name: row.name,
    host: URL.parse(row.application_id)?.host ?? null,
    destination: destinationOf(row.redirect_uri),
    scopes: row.scopes,
    member: { user_id: row.user_id, name: row.member_name },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
  };
}

import { unrestricted } from '@parley/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasChecksum, hashKey } from '../../platform/auth/api-key.ts';
import { createCallRates, type RateLimits } from '../../platform/http/rate-limits.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MemberCall, TeamDependencies } from '../team/public.ts';
import { getResourceType, getSchema, listResourceTypes, listSchemas, serviceProviderConfig } from './discovery.ts';
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './groups.ts';
import { addRefusal } from './refusal-repo.ts';
import type { ScimCall } from './scim-call.ts';
import { ScimError, toScimError } from './scim-error.ts';
import { findUsedToken, markTokenUsed, type UsedToken } from './token-repo.ts';
import { tokenPrefix } from './token-text.ts';
import { createUser, deleteUser, getUser, listUsers, patchUser, replaceUser } from './users.ts';

type ScimHandler = (call: ScimCall) => unknown;

const handlers: Readonly<Record<string, ScimHandler>> = {
  'GET /Users': listUsers,
  'POST /Users': createUser,
  'GET /Users/:id': getUser,
  'PUT /Users/:id': replaceUser,
  'PATCH /Users/:id': patchUser,
  'DELETE /Users/:id': deleteUser,
  'GET /Groups': listGroups,
  'POST /Groups': createGroup,
  'GET /Groups/:id': getGroup,
  'PUT /Groups/:id': replaceGroup,
  'PATCH /Groups/:id': patchGroup,
  'DELETE /Groups/:id': deleteGroup,
  'GET /ServiceProviderConfig': serviceProviderConfig,
  'GET /ResourceTypes': listResourceTypes,
  'GET /ResourceTypes/:id': getResourceType,
  'GET /Schemas': listSchemas,
  'GET /Schemas/:id': getSchema,
};

const scimType = 'application/scim+json';
const mostBodyBytes = 1_048_576;

/** `/scim/v2`: an identity provider manages members and groups with a token of the account (RFC 7644). */
export async function registerScim(
  app: FastifyInstance,
  dependencies: { platform: Platform; team: TeamDependencies; limits: RateLimits },
): Promise<void> {
  const { platform, team, limits } = dependencies;
  const rates = createCallRates();
  const tokens = new WeakMap<FastifyRequest, UsedToken>();

  await app.register(async (scope) => {
    scope.addContentTypeParser(scimType, (request, payload, done) => {
      scope.bodies.read(request, payload, (error, bytes) => {
        if (error !== null) done(error);
        else if (request.method === 'DELETE' && bytes?.length === 0) done(null, undefined);
        else void parseJson(request, bytes?.toString('utf8') ?? '', done);
      });
    });
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    // Before a byte of the body is read.
    scope.addHook('onRequest', async (request) => {
      const token = await authenticate(platform, request);
      const waitS = Math.max(rates.wait(token.id, limits.perCaller), rates.wait(token.client_id, limits.perAccount));
      if (waitS > 0) throw new ScimError(429, 'Too many calls. Try again in a moment.', undefined, waitS);
      tokens.set(request, token);
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const known = toScimError(error);
      if (known.status === 500) request.log.error({ err: error, request_id: request.id }, 'scim: request failed');
      const token = tokens.get(request);
      if (token !== undefined && known.status !== 429) await note(platform, token, request, known);
      if (known.status === 401) void reply.header('www-authenticate', 'Bearer');
      if (known.retryAfterS !== undefined) void reply.header('retry-after', String(known.retryAfterS));
      return answer(reply.code(known.status), known.present());
    });
    for (const [key, handler] of Object.entries(handlers)) {
      const [method = '', path = ''] = key.split(' ');
      scope.route({
        method,
        url: `/scim/v2${path}`,
        bodyLimit: mostBodyBytes,
        handler: async (request, reply) => {
          const token = tokens.get(request);
          if (token === undefined) throw new Error('a call of SCIM without a token');
          const base = `${platform.publicUrl()}/scim/v2`;
          const member = memberCallOf(token, request);
          const body = await handler({ platform, team, token, member, request, reply, base });
          return answer(reply, body);
        },
      });
    }
    scope.all('/scim/*', async () => {
      throw new ScimError(404, 'There is no such endpoint. Use /scim/v2/Users or /scim/v2/Groups.');
    });
  });
}

function answer(reply: FastifyReply, body: unknown): FastifyReply {
  if (body === undefined) return reply.send();
  return reply.header('content-type', `${scimType}; charset=utf-8`).send(JSON.stringify(body));
}

async function authenticate(platform: Platform, { headers, ip }: FastifyRequest): Promise<UsedToken> {
  const text = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const system = platform.db.system.statements('scim');
  const isToken = text.startsWith(tokenPrefix) && hasChecksum(text);
  const token = isToken ? await findUsedToken(system, hashKey(text)) : null;
  if (token === null)
    throw new ScimError(401, 'The token is missing, wrong or revoked. Create one in the business settings.');
  if (token.needs_usage_update) await markTokenUsed(system, token, ip);
  return token;
}

/** As an Admin of the account: the team’s rules decide what that allows. */
function memberCallOf({ client_id: clientId, id }: UsedToken, { ip, id: requestId }: FastifyRequest): MemberCall {
  const author = `scim:${id}`;
  return {
    actor: {
      kind: 'user',
      uid: author,
      sid: id,
      author,
      clientId,
      role: 'Admin',
      restrictions: unrestricted,
      usersMayDeleteAllContacts: false,
      groupIds: [],
      accessChangedAtMs: null,
      needsProvider: false,
      lacksSecondFactor: false,
      authTimeMs: 0,
    },
    ip,
    requestId,
    idempotencyKey: undefined,
  };
}

/** Refused calls are shown in the settings: their message reaches only the provider’s log otherwise. */
async function note(platform: Platform, token: UsedToken, request: FastifyRequest, error: ScimError): Promise<void> {
  const path = (request.routeOptions.url ?? '').replace('/scim/v2', '').replace(':id', '{id}');
  const refusal = {
    id: newId(),
    token_id: token.id,
    call: `${request.method} ${path}`.slice(0, 100),
    status: error.status,
    detail: error.message.slice(0, 500),
  };
  await platform.db
    .withTenant(token.client_id, (tx) => addRefusal(tx, refusal))
    .catch((err: unknown) => request.log.warn({ err }, 'scim: a refused call was not noted'));
}

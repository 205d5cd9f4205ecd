import { authorizationRequest } from '@parley/contract/application-requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../../platform/errors.ts';
import { addressGroup } from '../../../platform/http/address-group.ts';
import { readForms } from '../../../platform/http/forms.ts';
import { createCallRates } from '../../../platform/http/rate-limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { allowAnyPage } from '../any-page.ts';
import { registerApplication } from './applications.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { createTokens } from './tokens.ts';

/** Nobody has signed in yet: calls of one address, per second. */
const callsPerSecond = 20;
const mostBodyBytes = 16_384;

export const oauthPaths = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/oauth',
].map((prefix) => ({ prefix, onWorkers: false }));

/** RFC 9728 puts the path of the resource behind; some clients look without it too. */
const documents = {
  '/.well-known/oauth-authorization-server': authorizationServer,
  '/.well-known/oauth-protected-resource': protectedResource,
  '/.well-known/oauth-protected-resource/mcp': protectedResource,
};

/** The authorization server for `/mcp`: OAuth 2.1 as the Model Context Protocol asks for it. */
export async function registerOAuth(app: FastifyInstance, platform: Platform): Promise<void> {
  const rates = createCallRates();
  const tokens = createTokens(platform);
  await app.register(async (scope) => {
    readForms(scope);
    allowAnyPage(scope, [...Object.keys(documents), '/oauth/register', '/oauth/token', '/oauth/revoke']);
    scope.addHook('onRequest', async (request) => {
      const waitS = rates.wait(addressGroup(request.ip), callsPerSecond);
      if (waitS > 0) throw new OAuthError('temporarily_unavailable', 'Too many calls. Try again.', 429, waitS);
    });
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    for (const [url, document] of Object.entries(documents)) {
      scope.get(url, async () => document(platform.publicUrl()));
    }
    scope.get('/oauth/authorize', async (request, reply) =>
      unstored(reply).redirect(`/authorize?request=${packed(request.query as Record<string, unknown>)}`),
    );
    scope.post('/oauth/register', { bodyLimit: mostBodyBytes }, async (request, reply) => {
      const made = await registerApplication(platform, fieldsOf(request), request.ip);
      return unstored(reply.code(201)).send(made);
    });
    scope.post('/oauth/token', { bodyLimit: mostBodyBytes }, async (request, reply) =>
      unstored(reply).send(await tokens.issue(fieldsOf(request), callerOf(request))),
    );
    scope.post('/oauth/revoke', { bodyLimit: mostBodyBytes }, async (request, reply) => {
      await tokens.revoke(fieldsOf(request), callerOf(request));
      return unstored(reply).send({});
    });
  });
}

/**
 * The parameters in one, so that they come back to the application as they came, whatever a page does with an address on
 * the way through a sign-in. One that is given twice counts as missing.
 */
function packed(query: Record<string, unknown>): string {
  const given = Object.keys(authorizationRequest.shape).flatMap((name) =>
    typeof query[name] === 'string' ? [[name, query[name]]] : [],
  );
  return Buffer.from(JSON.stringify(Object.fromEntries(given))).toString('base64url');
}

function fieldsOf({ body }: FastifyRequest): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

const callerOf = ({ ip, id: requestId }: FastifyRequest) => ({ ip, requestId });

const unstored = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toOAuthError(error);
  if (known.status === 500) request.log.error({ err: error, request_id: request.id }, 'oauth: request failed');
  if (known.retryAfterS !== undefined) void reply.header('retry-after', String(known.retryAfterS));
  void unstored(reply.code(known.status)).send(known.present());
}

function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (isDatabaseUnavailable(error)) return new OAuthError('temporarily_unavailable', 'Try again in a moment.', 503, 1);
  const { status, statusCode = status ?? 500 } = error as { status?: number; statusCode?: number };
  if (statusCode < 500) return new OAuthError('invalid_request', 'The request couldn’t be read.', statusCode);
  return new OAuthError('server_error', 'Try again in a moment.', 500);
}

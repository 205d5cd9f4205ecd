import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { requireSignInRules } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { allowAnyPage } from './any-page.ts';
import { apiOf } from './call-api.ts';
import { resourceMetadataUrl } from './oauth/metadata.ts';

type Dependencies = {
  authenticate: Authenticate;
  /** Of keys and applications, counted apart from the calls that tools make. */
  rates: RateLimiter;
};

/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, without sessions, for assistants with an API key or with access
 * that a member gave them. Each tool is a call of the API with the same token.
 */
export async function registerAssistants(
  app: FastifyInstance,
  platform: Platform,
  { authenticate, rates }: Dependencies,
): Promise<void> {
  async function scopesOf(request: FastifyRequest, reply: FastifyReply): Promise<readonly string[]> {
    // As the protocol asks for; clients then know whom to ask for a token.
    void reply.header('www-authenticate', `Bearer resource_metadata="${resourceMetadataUrl(platform.publicUrl())}"`);
    const actor = await authenticate(request.headers.authorization, request.ip);
    const scopes = actor.kind === 'key' ? actor.scopes : actor.application?.scopes;
    if (scopes === undefined) {
      throw new AppError('forbidden', { message: 'Assistants connect with an API key, or ask a member for access.' });
    }
    void reply.removeHeader('www-authenticate');
    if (actor.kind === 'user') requireSignInRules(actor);
    rates.take(actor);
    return scopes;
  }
  const scopes = new WeakMap<FastifyRequest, readonly string[]>();

  await app.register(async (scope) => {
    allowAnyPage(scope, ['/mcp']);
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      // Before a byte of the body is read.
      onRequest: async (request, reply) => {
        scopes.set(request, await scopesOf(request, reply));
      },
      async handler(request, reply) {
        const answer = await (await handlerFor(app, request, scopes.get(request) ?? [])).fetch(
          toFetchRequest(request),
          {
            ...(request.method === 'POST' && { parsedBody: request.body }),
          },
        );
        void reply.code(answer.status);
        for (const [name, value] of answer.headers) void reply.header(name, value);
        return reply.send(answer.body === null ? undefined : Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
}

async function handlerFor(
  app: FastifyInstance,
  request: FastifyRequest,
  scopes: readonly string[],
): Promise<McpHttpHandler> {
  // Loaded on first use: an installation without assistants does not pay for it.
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { createAssistantServer } = await import('./assistant-server.ts');
  return createMcpHandler(() => createAssistantServer(apiOf(app, request), scopes));
}

function toFetchRequest({ method, headers, url }: FastifyRequest): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && name !== 'content-length') given.set(name, value);
  }
  return new Request(new URL(url, 'http://localhost'), { method, headers: given });
}

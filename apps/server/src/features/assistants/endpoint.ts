import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate, KeyActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { apiOf } from './call-api.ts';

/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, without sessions, for assistants with an API key. Each tool is
 * a call of the API with that key.
 */
/** @param rates of keys, counted apart from the calls that tools make */
export async function registerAssistants(
  app: FastifyInstance,
  authenticate: Authenticate,
  rates: RateLimiter,
): Promise<void> {
  async function keyOf(request: FastifyRequest, reply: FastifyReply): Promise<KeyActor> {
    // As the protocol asks for; clients then know that a token is missing.
    void reply.header('www-authenticate', 'Bearer');
    const actor = await authenticate(request.headers.authorization, request.ip);
    if (actor.kind !== 'key') throw new AppError('forbidden', { message: 'Assistants connect with an API key.' });
    void reply.removeHeader('www-authenticate');
    rates.take(actor);
    return actor;
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    // Before a byte of the body is read.
    onRequest: async (request, reply) => {
      request.actor = await keyOf(request, reply);
    },
    async handler(request, reply) {
      const { scopes } = request.actor as KeyActor;
      const answer = await (await handlerFor(app, request, scopes)).fetch(toFetchRequest(request), {
        ...(request.method === 'POST' && { parsedBody: request.body }),
      });
      void reply.code(answer.status);
      for (const [name, value] of answer.headers) void reply.header(name, value);
      return reply.send(answer.body === null ? undefined : Buffer.from(await answer.arrayBuffer()));
    },
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

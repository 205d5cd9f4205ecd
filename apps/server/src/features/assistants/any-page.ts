import type { FastifyInstance } from 'fastify';

const methods = 'GET, POST, DELETE';
const sent = 'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id';
const read = 'www-authenticate, retry-after, mcp-session-id';
const maxAgeS = 3_600;

/**
 * Lets pages of any site call the paths of a scope, as assistants that run in a browser do. Cookies count for nothing
 * there: a page can only use a token that it has itself.
 */
export function allowAnyPage(scope: FastifyInstance, paths: readonly string[]): void {
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', read);
  });
  for (const path of paths) {
    scope.options(path, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', sent)
        .header('access-control-max-age', String(maxAgeS))
        .send(),
    );
  }
}

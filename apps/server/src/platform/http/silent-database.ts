import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Database } from '../db/database.ts';

/**
 * Answers the calls of routes that are registered from now on while nothing comes from the database, instead of letting
 * them wait.
 * @param prefixes beginnings of the addresses that need the database; the files of the web application do not
 */
export function answerWhileSilent(app: FastifyInstance, { silence }: Database, prefixes: readonly string[]): void {
  app.addHook('onRoute', (route) => {
    if (!prefixes.some((prefix) => route.url === prefix || route.url.startsWith(`${prefix}/`))) return;
    const { handler, onRequest } = route;
    route.handler = function (request, reply) {
      return silence.unlessSilent(async () => handler.call(this, request, reply));
    } satisfies RouteOptions['handler'];
    if (typeof onRequest !== 'function' || onRequest.length > 2) return;
    const first = onRequest as (...args: unknown[]) => Promise<unknown>;
    route.onRequest = async function (request, reply) {
      await silence.unlessSilent(() => first.call(this, request, reply));
    };
  });
}

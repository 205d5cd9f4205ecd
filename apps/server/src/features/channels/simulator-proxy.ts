import { request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { sameSecret } from '../../platform/secrets.ts';
import { simulatedAccount } from './provider-access.ts';
import { findSandboxChannel } from './repo.ts';
import { findRouteByChannel } from './route-repo.ts';
import type { SimulatorProcess } from './simulator.ts';

// Hop-by-hop headers belong to one connection only.
const dropped = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'content-length']);

/**
 * Proxies /simulator/… to the simulator, for callers with a sandbox's own token. The token names its channel, so the
 * simulator is started and the account registered before the first call.
 */
export async function registerSimulatorProxy(
  app: FastifyInstance,
  platform: Platform,
  simulator: SimulatorProcess,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/simulator/*',
      bodyLimit: 110 * 1_048_576,
      async handler(request, reply) {
        const account = await accountOf(platform, request.headers.authorization);
        const base = await simulator.baseUrl(account);
        const answer = await forward(request, `${base}${request.url.slice('/simulator'.length)}`);
        void reply.code(answer.status).headers(answer.headers);
        return reply.send(answer.body);
      },
    });
  });
}

async function accountOf(platform: Platform, authorization: string | undefined) {
  const token = /^(?:Bearer|OAuth) +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const channelId = /^sandbox\.([0-9a-f-]{36})\./.exec(token)?.[1] ?? '';
  const route = isUuid(channelId)
    ? await findRouteByChannel(platform.db.system.statements('channels'), channelId)
    : null;
  const row =
    route === null
      ? null
      : await platform.db.withTenant(route.client_id, (tx) => findSandboxChannel(tx, route.client_id));
  const account = row === null ? null : simulatedAccount(platform, row);
  if (account === null || !sameSecret(account.accessToken, token))
    throw new AppError('unauthorized', { message: 'This token does not belong to a sandbox.' });
  return account;
}

type Forwarded = { status: number; headers: Record<string, string | string[]>; body: Readable };

function forward(request: FastifyRequest, url: string): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.has(name)));
    const call = httpRequest(url, { method: request.method, headers }, (response) => {
      const kept = Object.entries(response.headers).filter(
        ([name, value]) => !dropped.has(name) && value !== undefined,
      );
      resolve({
        status: response.statusCode ?? 502,
        headers: Object.fromEntries(kept) as Forwarded['headers'],
        body: response,
      });
    });
    call.on('error', (error) =>
      reject(
        new AppError('simulator_unavailable', {
          message: 'The simulator is not answering. Please try again.',
          cause: error,
        }),
      ),
    );
    const body = request.body as Readable | undefined;
    if (body === undefined || body === null) call.end();
    else body.pipe(call);
  });
}

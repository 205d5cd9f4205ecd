import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate, KeyActor } from '../../platform/auth/actor.ts';
import { AppError, isDatabaseUnavailable } from '../../platform/errors.ts';
import { readForms } from '../../platform/http/forms.ts';
import { innerCalls } from '../../platform/http/inner-calls.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { dispatch } from './dispatch.ts';
import { type Fields, isFields } from './graph-call.ts';
import { GraphError, graphErrorFrom, invalidParameter } from './graph-error.ts';

type Dependencies = {
  platform: Platform;
  authenticate: Authenticate;
  providers: ProviderAccess;
  /** Of keys, counted apart from the calls of the API that are made for them. */
  rates: RateLimiter;
};

/** `/graph/{version}/…`: the Cloud API for programs that are written for it, with an API key as their token. */
export async function registerCloudApi(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    readForms(scope);
    // A file: read by its handler while it arrives.
    scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/graph/*',
      // Before a byte of the body is read.
      onRequest: async (request) => {
        const actor = await dependencies.authenticate(bearerOf(request), request.ip);
        if (actor.kind !== 'key') throw new AppError('forbidden', { message: 'Programs connect with an API key.' });
        dependencies.rates.take(actor);
        request.actor = actor;
      },
      handler: async (request, reply) => {
        const answer = await dispatch({ ...callOf(app, request, reply), ...dependencies }, dependencies.providers);
        return reply.send(answer);
      },
    });
  });
}

/** Graph takes the token in the address too. */
function bearerOf({ headers, query }: FastifyRequest): string | undefined {
  const { access_token: token } = query as { access_token?: string };
  const given = headers.authorization ?? (token === undefined ? undefined : `Bearer ${token}`);
  // Graph's resumable uploads write it so.
  headers.authorization = given?.replace(/^OAuth /i, 'Bearer ');
  return headers.authorization;
}

function callOf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const path = (request.params as { '*': string })['*'].split('/').filter((part) => part !== '');
  const [node = '', edge = '', ...rest] = /^v\d{1,3}(?:\.\d{1,2})?$/.test(path[0] ?? '') ? path.slice(1) : path;
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [name, [value].flat().join(',')]),
  );
  const { actor, body } = request;
  return {
    actor: actor as KeyActor,
    request,
    reply,
    api: innerCalls(app, request),
    node,
    edge,
    rest: rest.join('/'),
    query,
    body: isFields(body) && !(body instanceof Readable) ? parametersOf(body) : {},
  };
}

/** Graph takes JSON written as a text for whatever is no plain value; texts of people stay as they are. */
function parametersOf(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, unwrapped(value)]));
}

function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toGraphError(error);
  if (known.code === 131_000) request.log.error({ err: error, request_id: request.id }, 'cloud api: request failed');
  if (known.retryAfterS !== undefined) void reply.header('retry-after', String(known.retryAfterS));
  void reply.code(known.status).send(known.present());
}

function toGraphError(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  if (error instanceof AppError) return graphErrorFrom(error.code, error.message, error.status, '', error.retryAfterS);
  if (isDatabaseUnavailable(error)) return graphErrorFrom('unavailable', 'Try again in a moment.', 503, '', 1);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode < 500) return invalidParameter('The request couldn’t be read.');
  return graphErrorFrom('internal', 'Try again in a moment.', 500);
}

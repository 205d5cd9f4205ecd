import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../config.ts';
import { faultReasonOf } from '../db/faults.ts';
import { DatabaseSilent } from '../db/silence.ts';
import { AppError, isDatabaseUnavailable, reasonMessages } from '../errors.ts';
import { countEvent } from '../event-counts.ts';
import type { Log } from '../log.ts';
import { acceptedLanguage } from '../texts/accept-language.ts';
import { isTrustedProxy } from './address-group.ts';
import { createBodyReader } from './body-reader.ts';
import { compressResponses } from './compression.ts';
import {
  countProxiedCalls,
  endUnreadable,
  headersCheckedEveryMs,
  headersWithinMs,
  limitConnections,
  silentForMs,
} from './connections.ts';
import { limitReached, type RowLimits } from './row-limits.ts';
import { securityHeaders } from './security-headers.ts';
import { detectUnnamedProxy } from './unnamed-proxy.ts';

/** The default body limit of routes. */
const bodyLimitBytes = 262_144;

export type HttpOptions = { isHttps?: boolean; rowLimits?: RowLimits };

/**
 * A Fastify instance with our request ids, JSON rules and one error envelope for everything under /api.
 * @param options.isHttps the public address uses https, so browsers must require it
 * @param options.rowLimits names of limited tables for refusals
 */
export function createHttpServer(log: Log, config: Config, options: HttpOptions = {}): FastifyInstance {
  const { isHttps = false, rowLimits = {} } = options;
  const everyResponse = securityHeaders(isHttps);
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = toAppError(error, rowLimits);
    if (known.code === 'internal')
      // The pattern, not the address: searches and ids of customers are in addresses.
      request.log.error({ err: error, request_id: request.id, route: request.routeOptions?.url }, 'request failed');
    if (known.retryAfterS !== undefined) void reply.header('retry-after', String(known.retryAfterS));
    void reply
      .code(known.status)
      .send(known.envelope(request.id, acceptedLanguage(request.headers['accept-language'])));
  };
  const app = Fastify({
    // Fastify's own lines from info on would only repeat ours.
    loggerInstance: log.child({}, { level: atLeastWarn(log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXY ?? false,
    // Idle sockets that close while Meta reuses them look like hung deliveries; seen with 5 s, gone with 65 s.
    keepAliveTimeout: 65_000,
    connectionTimeout: silentForMs,
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: headersCheckedEveryMs },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => endUnreadable(error, socket, everyResponse),
    // A URL that cannot be decoded reaches no hook.
    frameworkErrors(error, request, reply) {
      void reply.headers({ ...everyResponse, 'x-request-id': request.id });
      answer(error, request, reply);
    },
  });
  const limits = { perAddress: config.CONNECTIONS_PER_ADDRESS, isProxy: isTrustedProxy(config.TRUSTED_PROXY) };
  limitConnections(app.server, limits, everyResponse);
  const bodies = createBodyReader({ mostBytes: config.BODY_MEMORY_MB * 1_048_576 });
  app.decorate('bodies', bodies);
  app.addHook('onClose', async () => bodies.close());
  readJson(app);
  compressResponses(app);
  const countCall = countProxiedCalls(limits);
  const watch = detectUnnamedProxy(log, config);
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding !== undefined) reply.raw.once('close', () => bodies.answered(request));
    void reply.header('x-request-id', request.id);
    void reply.headers(everyResponse);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    watch(request);
    countCall(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    countEvent(`calls_${Math.floor(statusCode / 100)}xx`);
    if (statusCode === 401 || statusCode === 403 || statusCode === 429) countEvent(`refused_${statusCode}`);
    if (!log.isLevelEnabled('debug')) return;
    const { method, id, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    log.debug({ request_id: id, method, route: routeOptions.url, status: statusCode, ms }, 'request');
  });
  app.setErrorHandler(answer);
  return app;
}

/** Routes have no schemas of Fastify's, which would load its validator and serializer: the contract's are checked by routing. */
function noSchemas(): never {
  throw new Error('schemas are checked by platform/http/routing.ts');
}

/** JSON parsed like Fastify does, from bytes that count against the memory of bodies. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    app.bodies.read(request, payload, (error, body) => {
      if (error !== null) done(error);
      // Clients put the content type on every call, also on one without a body.
      else if (request.method === 'DELETE' && body?.length === 0) done(null, undefined);
      else void parse(request, body?.toString('utf8') ?? '', done);
    });
  });
}

/** A level quieter than warn stays. */
function atLeastWarn(level: string): string {
  return ['error', 'fatal', 'silent'].includes(level) ? level : 'warn';
}

function toAppError(error: unknown, rowLimits: RowLimits): AppError {
  if (error instanceof AppError) {
    // A batch that failed for one reason reports it to every caller in it.
    const cause = error.code === 'unavailable' && error.also.reason === undefined ? faultReasonOf(error.cause) : null;
    if (cause !== null) return toAppError(error.cause, rowLimits);
    const needsWait = error.status === 429 || error.status === 503;
    return needsWait && error.retryAfterS === undefined
      ? new AppError(error.code, { message: error.message, data: error.data, also: error.also, retryAfterS: 1 })
      : error;
  }
  const limit = limitReached(error, rowLimits);
  if (limit !== undefined) return limit;
  const reason = faultReasonOf(error);
  if (reason !== null) {
    return new AppError('unavailable', {
      message: reasonMessages[reason],
      also: { reason },
      cause: error,
      retryAfterS: 5,
    });
  }
  if (error instanceof DatabaseSilent) {
    const also = { reason: 'database_silent' } as const;
    return new AppError('unavailable', { message: reasonMessages.database_silent, also, cause: error, retryAfterS: 1 });
  }
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error, retryAfterS: 1 });
  const fastifyCode = (error as Partial<FastifyError>).code;
  if (fastifyCode === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload_too_large', { cause: error });
  if (fastifyCode === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('unsupported_media_type', { cause: error });
  const status = (error as Partial<FastifyError>).statusCode;
  if (status !== undefined && status >= 400 && status < 500) return new AppError('bad_request', { cause: error });
  return new AppError('internal', { cause: error });
}

import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { AppError, isDatabaseGone } from '../errors.ts';
import type { Log } from '../log.ts';

const jsonLimitBytes = 1_048_576;

export type HttpOptions = { log: Log; trustedProxy: string | undefined };

/** A Fastify instance with our request ids, JSON rules and one error envelope for everything under /api. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    // Its own lines from info on would only repeat ours.
    loggerInstance: options.log.child({}, { level: atLeastWarn(options.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimitBytes,
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxy ?? false,
    // Idle sockets that close while Meta reuses them look like hung deliveries; measured with 5 s, gone with 65 s.
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    void reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error);
    if (known.code === 'internal')
      request.log.error({ err: error, request_id: request.id, url: request.url }, 'request failed');
    if (known.retryAfterS !== undefined) void reply.header('retry-after', String(known.retryAfterS));
    void reply.code(known.status).send(known.envelope(request.id));
  });
  return app;
}

/** A quieter level than warn stays. */
function atLeastWarn(level: string): string {
  return ['error', 'fatal', 'silent'].includes(level) ? level : 'warn';
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) {
    const needsWait = error.status === 429 || error.status === 503;
    return needsWait && error.retryAfterS === undefined
      ? new AppError(error.code, { message: error.message, data: error.data, retryAfterS: 1 })
      : error;
  }
  if (isDatabaseGone(error)) return new AppError('unavailable', { cause: error, retryAfterS: 1 });
  const fastifyCode = (error as Partial<FastifyError>).code;
  if (fastifyCode === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload_too_large', { cause: error });
  if (fastifyCode === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('unsupported_media_type', { cause: error });
  const status = (error as Partial<FastifyError>).statusCode;
  if (status !== undefined && status >= 400 && status < 500) return new AppError('bad_request', { cause: error });
  return new AppError('internal', { cause: error });
}

import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { AppError, isDatabaseUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { isTrustedProxy } from './address-group.ts';
import { createBodyReader } from './body-reader.ts';
import {
  countProxiedCalls,
  endUnreadable,
  headersCheckedEveryMs,
  headersWithinMs,
  limitConnections,
  silentForMs,
} from './connections.ts';
import { limitReached, type RowLimits } from './row-limits.ts';
import { detectUnnamedProxy } from './unnamed-proxy.ts';

/** The default body limit of routes. */
const bodyLimitBytes = 262_144;

const yearS = 31_536_000;
/** Of a browser's devices pages use the microphone, and the position for a location to send. */
const permissions = ['accelerometer', 'camera', 'display-capture', 'gyroscope', 'magnetometer', 'midi']
  .concat('payment', 'usb')
  .map((name) => `${name}=()`)
  .concat('geolocation=(self)', 'microphone=(self)')
  .join(', ');
/** No response may be framed by another page; pages and files have stricter policies. */
const framing = "frame-ancestors 'none'";

export type HttpOptions = { isHttps?: boolean; rowLimits?: RowLimits };

/**
 * A Fastify instance with our request ids, JSON rules and one error envelope for everything under /api.
 * @param options.isHttps the public address uses https, so browsers must require it
 * @param options.rowLimits names of limited tables for refusals
 */
export function createHttpServer(log: Log, config: Config, options: HttpOptions = {}): FastifyInstance {
  const { isHttps = false, rowLimits = {} } = options;
  const app = Fastify({
    // Fastify's own lines from info on would only repeat ours.
    loggerInstance: log.child({}, { level: atLeastWarn(log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXY ?? false,
    // Idle sockets that close while Meta reuses them look like hung deliveries; seen with 5 s, gone with 65 s.
    keepAliveTimeout: 65_000,
    connectionTimeout: silentForMs,
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: headersCheckedEveryMs },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    clientErrorHandler: endUnreadable,
  });
  const limits = { perAddress: config.CONNECTIONS_PER_ADDRESS, isProxy: isTrustedProxy(config.TRUSTED_PROXY) };
  limitConnections(app.server, limits);
  const bodies = createBodyReader({ mostBytes: config.BODY_MEMORY_MB * 1_048_576 });
  app.decorate('bodies', bodies);
  app.addHook('onClose', async () => bodies.close());
  readJson(app);
  const countCall = countProxiedCalls(limits);
  const watch = detectUnnamedProxy(log, config);
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding !== undefined) reply.raw.once('close', () => bodies.answered(request));
    void reply.header('x-request-id', request.id);
    void reply.header('x-content-type-options', 'nosniff');
    void reply.header('x-frame-options', 'DENY');
    void reply.header('content-security-policy', framing);
    void reply.header('permissions-policy', permissions);
    if (isHttps) void reply.header('strict-transport-security', `max-age=${yearS}`);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    watch(request);
    countCall(request, reply);
  });
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error, rowLimits);
    if (known.code === 'internal')
      request.log.error({ err: error, request_id: request.id, url: request.url }, 'request failed');
    if (known.retryAfterS !== undefined) void reply.header('retry-after', String(known.retryAfterS));
    void reply.code(known.status).send(known.envelope(request.id));
  });
  return app;
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
    const needsWait = error.status === 429 || error.status === 503;
    return needsWait && error.retryAfterS === undefined
      ? new AppError(error.code, { message: error.message, data: error.data, retryAfterS: 1 })
      : error;
  }
  const limit = limitReached(error, rowLimits);
  if (limit !== undefined) return limit;
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error, retryAfterS: 1 });
  const fastifyCode = (error as Partial<FastifyError>).code;
  if (fastifyCode === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload_too_large', { cause: error });
  if (fastifyCode === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('unsupported_media_type', { cause: error });
  const status = (error as Partial<FastifyError>).statusCode;
  if (status !== undefined && status >= 400 && status < 500) return new AppError('bad_request', { cause: error });
  return new AppError('internal', { cause: error });
}

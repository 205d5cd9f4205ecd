import { Readable } from 'node:stream';
import { type OutputOf, type RouteDefinition, type RouteKey, routes, scopesOf } from '@parley/contract';
import { issueText, toldIssues } from '@parley/contract/issue-text';
import { findDenial, isAtLeast, permissions } from '@parley/contract/permissions';
import { said } from '@parley/contract/said';
import type { Permission, Scope } from '@parley/contract/types';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type {
  AccountActor,
  ApiKeyIdentity,
  Authenticate,
  Call,
  KeyActor,
  MemberActor,
  UserActor,
} from '../auth/actor.ts';
import { type AuditDetail, type AuditEvent, auditEventOf } from '../auth/audit.ts';
import { AppError } from '../errors.ts';
import { acceptedLanguage } from '../texts/accept-language.ts';
import { translateAnswer } from '../texts/translate-answer.ts';
import { createRateLimiter, type Quota, type RateLimiter, type RateLimits } from './rate-limits.ts';
import { findUnusableInput } from './unusable-input.ts';
import { createUploads, type Uploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a route of the contract; null on public ones. */
    actor: UserActor | KeyActor | null;
  }
}

/** The body limit for unauthenticated callers: the longest is a sign-up with an invitation. */
const mostPublicBodyBytes = 16_384;

type AccessOf<K extends RouteKey> = (typeof routes)[K]['access'];
type ActorOf<K extends RouteKey> =
  AccessOf<K> extends 'public'
    ? null
    : AccessOf<K> extends 'user'
      ? UserActor
      : (typeof routes)[K] extends { scope: Scope | readonly Scope[] }
        ? AccountActor
        : MemberActor;
type Parsed<K extends RouteKey, Part extends 'params' | 'query' | 'body'> =
  (typeof routes)[K] extends Record<Part, infer S extends z.ZodType> ? { [P in Part]: z.output<S> } : object;

/** The validated parts of a request. */
export type InputFor<K extends RouteKey> = Parsed<K, 'params'> & Parsed<K, 'query'> & Parsed<K, 'body'>;

export type Answer<K extends RouteKey> = {
  status: keyof (typeof routes)[K]['responses'] & number;
  body: OutputOf<K>;
  /** The target of a redirect. */
  location?: string;
  /** The suggested file name; ASCII only. */
  fileName?: string;
  /** One of the route's `file`; default the first. */
  fileType?: string;
  /** Complete Set-Cookie headers. */
  cookies?: readonly string[];
};

export type Handler<K extends RouteKey> = (call: Call<ActorOf<K>>, input: InputFor<K>) => Promise<Answer<K>>;

/** The routes that one feature handles. */
export type Handlers = { [K in RouteKey]?: Handler<K> };

type CallEnd = {
  /** When the caller was authenticated, milliseconds since the epoch. */
  atMs: number;
  /** Null: the caller disconnected before the response. */
  status: number | null;
  tookMs: number;
  ip: string;
  requestId: string;
};

/** @returns undefined for the default limit */
function mostBytesOf({ access, maxBodyBytes, rawBody }: RouteDefinition): number | undefined {
  return maxBodyBytes ?? rawBody?.maxBytes ?? (access === 'public' ? mostPublicBodyBytes : undefined);
}

/** A finished call with an API key: its route in the contract, without any request or response data. */
export type ApiKeyCall = ApiKeyIdentity &
  CallEnd & {
    route: string;
    /** Made inside the process for a caller of something else than this API. */
    internal: boolean;
  };

type RoutesOptions = {
  checkResponses: boolean;
  rates: RateLimits;
  /** Throws without room on the disk for so many bytes. */
  ensureRoom(bytes: number): void;
  allowMissing?: boolean;
  onApiKeyCall?: (call: ApiKeyCall) => void;
  isInternalCall?: (request: FastifyRequest) => boolean;
  audit?: RouteAudit;
};

/** Receives the calls that the audit log records. */
export type RouteAudit = {
  /** For routes with an audited action; the response waits until it is written. */
  done(event: AuditEvent): Promise<void>;
  /** For members and API keys without the permission. */
  refused(event: AuditEvent): void;
};

type AnyHandler = (
  call: Call<unknown>,
  input: Record<string, unknown>,
) => Promise<{
  status: number;
  body: unknown;
  location?: string;
  fileName?: string;
  fileType?: string;
  cookies?: readonly string[];
}>;

/**
 * Registers all routes of the contract.
 * @param options.allowMissing omits routes without a handler, for tests of a part of the server
 * @param options.keyCalled called for every call with a genuine key, including refused ones
 * @param options.audit receives completed and refused actions
 * @throws at start when a route has no handler or a handler no route
 */
export function registerRoutes(
  app: FastifyInstance,
  authenticate: Authenticate,
  features: readonly Handlers[],
  options: RoutesOptions,
): void {
  app.decorateRequest('actor', null);
  const rates = createRateLimiter(options.rates);
  const uploads = createUploads(options.ensureRoom);
  const handlers = new Map<string, AnyHandler>();
  for (const feature of features) {
    for (const [key, handler] of Object.entries(feature)) {
      if (handlers.has(key)) throw new Error(`two handlers for ${key}`);
      handlers.set(key, handler as unknown as AnyHandler);
    }
  }
  for (const [key, definition] of Object.entries(routes) as [string, RouteDefinition][]) {
    const handler = handlers.get(key);
    if (handler === undefined && options.allowMissing === true) continue;
    if (handler === undefined) throw new Error(`no handler for ${key}`);
    registerRoute(app, authenticate, key, definition, handler, { ...options, rates, uploads });
  }
}

type RouteParts = Omit<RoutesOptions, 'rates'> & { rates: RateLimiter; uploads: Uploads };

function registerRoute(
  app: FastifyInstance,
  authenticate: Authenticate,
  key: string,
  definition: RouteDefinition,
  handler: AnyHandler,
  { checkResponses, onApiKeyCall, isInternalCall, audit, rates, uploads }: RouteParts,
): void {
  /**
   * Records in the audit log that a caller lacks a permission; one that is only asked who they are again lacks none.
   * @returns the error itself
   */
  function noteRefusal(request: FastifyRequest, error: unknown): unknown {
    const { actor } = request;
    const lacks = error instanceof AppError && error.status === 403 && error.code !== 'requires-recent-login';
    if (lacks && hasAccount(actor)) {
      audit?.refused(eventOf(request, actor, 'access.refused', key, { route: key, message: error.message }));
    }
    return error;
  }
  const space = key.indexOf(' ');
  const route: RouteOptions = {
    method: key.slice(0, space) as HTTPMethods,
    url: key.slice(space + 1).replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: mostBytesOf(definition),
    // Runs before any byte of the body is read.
    async onRequest(request, reply) {
      request.actor = await actorFor(authenticate, definition, request, (known) => {
        if (onApiKeyCall === undefined) return;
        const internal = isInternalCall?.(request) ?? false;
        whenOver(request, reply, (end) => onApiKeyCall({ ...known, ...end, route: key, internal }));
      });
      if (isApplication(request.actor) && isInternalCall?.(request) !== true) throw new AppError('unauthorized');
      if (request.actor !== null) sayQuota(reply, request.actor, rates.take(request.actor));
      try {
        admit(definition, request.actor);
      } catch (error) {
        throw noteRefusal(request, error);
      }
      if (definition.rawBody !== undefined && request.actor !== null)
        uploads.begin(request, reply, request.actor, definition.rawBody.maxBytes);
    },
    async handler(request, reply) {
      const { actor } = request;
      const input: Record<string, unknown> = {};
      if (findUnusableInput(request.params) !== null) throw new AppError('not_found');
      if (definition.params !== undefined) input['params'] = parsePart(definition.params, request.params);
      if (definition.query !== undefined) input['query'] = parsePart(definition.query, request.query);
      else refuseUnknownQuery(request.query);
      if (definition.body !== undefined) input['body'] = parsePart(definition.body, request.body ?? {});
      const call = callOf(actor, request, reply);
      const answer = await handler(call, input).catch((error: unknown) => {
        throw noteRefusal(request, ofKey(error, call, input));
      });
      if (definition.audit !== undefined && hasAccount(actor)) {
        const target = targetOf(input, answer.body);
        await audit?.done(
          eventOf(request, actor, definition.audit, target, {
            route: key,
            ...countsOf(answer.body),
            ...askedIn(definition, input),
          }),
        );
      }
      if (checkResponses && definition.file === undefined) checkAnswer(key, definition, answer);
      void reply.code(answer.status);
      if (answer.location !== undefined) void reply.header('location', answer.location);
      if (answer.cookies?.length) void reply.header('set-cookie', [...answer.cookies]);
      if (definition.file !== undefined) {
        void reply
          .type(answer.fileType ?? definition.file[0] ?? unknownBytes)
          .header('content-disposition', `attachment; filename="${answer.fileName ?? 'file'}"`);
      }
      if (answer.body === undefined) return reply.send();
      const language = acceptedLanguage(request.headers['accept-language']);
      const schema = definition.file === undefined ? definition.responses[answer.status] : undefined;
      return reply.send(schema === undefined ? answer.body : translateAnswer(language, schema, answer.body));
    },
  };
  if (definition.rawBody === undefined) app.route(route);
  else void app.register(async (scope) => takeBytes(scope).route(route));
}

function hasAccount(actor: UserActor | KeyActor | null): actor is AccountActor {
  return actor !== null && actor.clientId !== null;
}

function eventOf(
  request: FastifyRequest,
  actor: AccountActor,
  action: string,
  target: string,
  detail: AuditDetail,
): AuditEvent {
  return auditEventOf({ actor, ip: request.ip, requestId: request.id }, action, target, detail);
}

/** The target of a call: the row in the URL, or the one that it created. */
function targetOf({ params }: Record<string, unknown>, body: unknown): string {
  const [named] = Object.values((params ?? {}) as Record<string, string>);
  return named ?? String((body as { id?: unknown } | undefined)?.id ?? '');
}

/** The numbers of affected rows in a response. */
function countsOf(body: unknown): AuditDetail {
  if (typeof body !== 'object' || body === null || body instanceof Readable) return {};
  const named = Object.entries(body).filter(([name, value]) => ['count', 'total'].includes(name) && value !== null);
  return named.length === 0 ? {} : { count: Number(named[0]?.[1]) };
}

const selectors = ['contact_list_id', 'deletion_id', 'except', 'filter', 'ids', 'search', 'state'];

/**
 * What a call was about, without customers' data: how its rows were selected, and what was done with them. The file of a
 * call without a selection has everything.
 */
function askedIn({ file }: RouteDefinition, { query, body }: Record<string, unknown>): AuditDetail {
  const { selection, act, ...rest } = (body ?? {}) as { selection?: object; act?: { kind?: string } };
  const given = Object.entries({ ...(query as object), ...rest, ...selection });
  const by = given.flatMap(([name, value]) => (selectors.includes(name) && value !== undefined ? [name] : []));
  const isWhole = by.length === 0 && (selection !== undefined || (query !== undefined && file !== undefined));
  return {
    ...(by.length === 0 && !isWhole ? {} : { selected_by: isWhole ? ['everything'] : by.sort() }),
    ...(act?.kind === undefined ? {} : { act: act.kind }),
  };
}

const unknownBytes = 'application/octet-stream';

/** A scope whose routes get the body as a stream of any type, and decide themselves how much to read. */
function takeBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  // Nothing depends on it, so an invalid one is ignored.
  scope.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(headers['content-type'] ?? '')?.[1] ?? unknownBytes;
  });
  return scope;
}

/** Programs see how many calls their key may make before they are refused. */
function sayQuota(reply: FastifyReply, actor: UserActor | KeyActor, quota: Quota | null): void {
  if (actor.kind !== 'key' || quota === null) return;
  void reply.headers({
    'ratelimit-limit': quota.most,
    'ratelimit-remaining': quota.left,
    'ratelimit-reset': quota.fullInS,
  });
}

/** Reports the result of a call when its response has been sent or the caller has disconnected. */
function whenOver(request: FastifyRequest, { raw }: FastifyReply, tell: (end: CallEnd) => void): void {
  const atMs = Date.now();
  let isFinished = false;
  // `writableFinished` stays false for calls from inside the process, which have no socket.
  raw.once('finish', () => {
    isFinished = true;
  });
  raw.once('close', () => {
    const status = isFinished ? raw.statusCode : null;
    tell({ atMs, status, tookMs: Date.now() - atMs, ip: request.ip, requestId: request.id });
  });
}

async function actorFor(
  authenticate: Authenticate,
  definition: RouteDefinition,
  request: FastifyRequest,
  known: (key: ApiKeyIdentity) => void,
): Promise<UserActor | KeyActor | null> {
  if (definition.access === 'public') return null;
  return authenticate(request.headers.authorization, request.ip, known);
}

/** @throws AppError('forbidden') when the actor may not call the route */
function admit(definition: RouteDefinition, actor: UserActor | KeyActor | null): void {
  if (actor === null || definition.access === 'public') return;
  if (actor.kind === 'key') checkScopes(actor.scopes, true, scopesOf(definition));
  else if (actor.application !== undefined) {
    checkScopes(actor.application.scopes, false, scopesOf(definition));
  }
  if (definition.access === 'user') return;
  if (actor.clientId === null || actor.role === null) {
    throw new AppError('forbidden', { message: 'Choose an account first.' });
  }
  if (actor.kind === 'user') requireSignInRules(actor);
  if (!isAtLeast(actor.role, definition.access)) throw new AppError('forbidden', { message: roleNeeded(definition) });
  if (definition.permission !== undefined) requireRole(actor as AccountActor, definition.permission);
}

/** @throws AppError of the first rule of the account about signing in that the session does not fulfil */
export function requireSignInRules(actor: UserActor): void {
  const error = unmetSignInRule(actor);
  if (error !== null) throw error;
}

/** @returns 'provider-sign-in-required' or 'second-factor-setup-required'; null when the session may enter its account */
export function unmetSignInRule({ needsProvider, lacksSecondFactor }: UserActor): AppError | null {
  if (needsProvider) {
    const message = 'This account requires signing in with its identity provider. Sign in with it to continue.';
    return new AppError('provider-sign-in-required', { message });
  }
  if (!lacksSecondFactor) return null;
  const message = 'This account requires two-step verification. Set it up to continue.';
  return new AppError('second-factor-setup-required', { message });
}

/** Tokens of applications are for the tools of assistants, not for this API. */
function isApplication(actor: UserActor | KeyActor | null): boolean {
  return actor?.kind === 'user' && actor.application !== undefined;
}

function checkScopes(given: readonly string[], isKey: boolean, needed: readonly Scope[] | null): void {
  if (needed === null) {
    const message = isKey ? 'An API key can’t be used for this.' : 'An application can’t be used for this.';
    throw new AppError('forbidden', { message });
  }
  const missing = needed.filter((scope) => !given.includes(scope)).join(', ');
  if (missing === '') return;
  const message = isKey
    ? `This API key does not have the scope ${missing}.`
    : `This application does not have the scope ${missing}.`;
  throw new AppError('forbidden', { message });
}

function roleNeeded({ access, permission }: RouteDefinition): string {
  return onlyFrom(access === 'Owner', permission === undefined ? said('do this') : permissions[permission].does);
}

const onlyFrom = (isOwners: boolean, does: string) =>
  isOwners ? `Only an Owner may ${does}.` : `Only an Admin or Owner may ${does}.`;

/**
 * The only permission check on the server.
 * @throws AppError('forbidden') naming the roles that have it
 */
export function requireRole(actor: AccountActor, right: Permission): void {
  const refusal = findDenial(
    {
      role: actor.role,
      restrictions: actor.restrictions,
      users_may_delete_all_contacts: actor.usersMayDeleteAllContacts,
    },
    right,
  );
  if (refusal === null) return;
  const { does } = permissions[right];
  const message =
    refusal.because === 'role'
      ? onlyFrom(refusal.from === 'Owner', does)
      : `You may not ${does}: an Admin of the account has turned this off.`;
  throw new AppError('forbidden', { message });
}

function callOf(actor: UserActor | KeyActor | null, request: FastifyRequest, reply: FastifyReply): Call<unknown> {
  let gone: AbortController | undefined;
  const idempotencyKey = request.headers['idempotency-key'];
  if (Array.isArray(idempotencyKey) || (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey))) {
    throw new AppError('validation_failed', {
      data: [{ field: 'Idempotency-Key', msg: 'Use 1 to 200 visible ASCII characters.' }],
    });
  }
  return {
    actor,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    idempotencyKey,
    get signal() {
      if (gone === undefined) {
        const controller = new AbortController();
        gone = controller;
        reply.raw.once('close', () => controller.abort());
      }
      return gone.signal;
    },
    request,
  };
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const unusable = value instanceof Readable ? null : findUnusableInput(value);
  if (unusable !== null) {
    throw new AppError('validation_failed', { data: [{ field: unusable.path.join('.'), msg: unusable.msg }] });
  }
  const result = schema.safeParse(value, { error: issueText });
  if (result.success) return result.data;
  throw new AppError('validation_failed', {
    data: toldIssues(result.error.issues).flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((name) => ({ field: [...issue.path, name].join('.'), msg: 'Unknown field.' }));
      }
      return [{ field: issue.path.join('.'), msg: issue.message }];
    }),
  });
}

/** A conflict of the id that came from the key of the call names the key: its caller has given no id. */
function ofKey(error: unknown, { idempotencyKey }: Call<unknown>, { body }: Record<string, unknown>): unknown {
  if (!(error instanceof AppError) || error.code !== 'id_conflict' || idempotencyKey === undefined) return error;
  const [first] = error.data;
  if ((body as { id?: unknown } | undefined)?.id !== undefined || (first?.field ?? 'id') !== 'id') return error;
  const msg = 'This Idempotency-Key was used for another request. Use a new one.';
  return new AppError('id_conflict', { data: [{ field: 'Idempotency-Key', msg }], cause: error });
}

function refuseUnknownQuery(query: unknown): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined) {
    throw new AppError('validation_failed', { data: [{ field: name, msg: 'Unknown field.' }] });
  }
}

function checkAnswer(key: string, definition: RouteDefinition, answer: { status: number; body: unknown }): void {
  const schema = definition.responses[answer.status];
  if (schema === undefined) throw new Error(`${key} answered ${answer.status}, which its contract does not have`);
  const result = schema.safeParse(answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body)));
  if (!result.success) throw new Error(`${key} answered outside its contract: ${result.error.message}`);
}

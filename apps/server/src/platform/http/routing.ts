import { type InputOf, type OutputOf, type RouteDefinition, type RouteKey, routes } from '@parley/contract';
import { isAtLeast, refusalOf, rights } from '@parley/contract/rights';
import type { Right, Scope } from '@parley/contract/types';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { AccountActor, Authenticate, Call, KeyActor, KnownKey, MemberActor, UserActor } from '../auth/actor.ts';
import { AppError } from '../errors.ts';

type AccessOf<K extends RouteKey> = (typeof routes)[K]['access'];
type ActorOf<K extends RouteKey> =
  AccessOf<K> extends 'public'
    ? null
    : AccessOf<K> extends 'user'
      ? UserActor
      : (typeof routes)[K] extends { scope: Scope }
        ? AccountActor
        : MemberActor;
type Parsed<K extends RouteKey, Part extends 'params' | 'query' | 'body'> =
  (typeof routes)[K] extends Record<Part, infer S extends z.ZodType> ? { [P in Part]: z.output<S> } : object;

/** The checked parts of a request. */
export type InputFor<K extends RouteKey> = Parsed<K, 'params'> & Parsed<K, 'query'> & Parsed<K, 'body'>;

export type Answer<K extends RouteKey> = {
  status: keyof (typeof routes)[K]['responses'] & number;
  body: OutputOf<K>;
  /** Where a redirect leads. */
  location?: string;
  /** What a file is saved as; plain letters only. */
  fileName?: string;
};

export type Handler<K extends RouteKey> = (call: Call<ActorOf<K>>, input: InputFor<K>) => Promise<Answer<K>>;

/** The routes one feature answers. */
export type Handlers = { [K in RouteKey]?: Handler<K> };
export type { InputOf };

type CallEnd = {
  /** When the caller was known, milliseconds since the epoch. */
  atMs: number;
  /** Null: the caller left before the answer. */
  status: number | null;
  tookMs: number;
  ip: string;
  requestId: string;
};

/** A call with an API key, when it is over: the contract's key of its route, and nothing of what was sent or answered. */
export type KeyCall = KnownKey & CallEnd & { route: string };

type RoutesOptions = { checkResponses: boolean; allowMissing?: boolean; keyCalled?: (call: KeyCall) => void };

type AnyHandler = (
  call: Call<unknown>,
  input: Record<string, unknown>,
) => Promise<{ status: number; body: unknown; location?: string; fileName?: string }>;

/**
 * Registers the whole contract table.
 * @param options.allowMissing leaves out routes without a handler, for tests that run a part of the server
 * @param options.keyCalled hears of every call with a genuine key, refused ones too
 * @throws at start when a route has no handler or two: the table and the features cannot drift apart
 */
export function registerRoutes(
  app: FastifyInstance,
  authenticate: Authenticate,
  features: readonly Handlers[],
  options: RoutesOptions,
): void {
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
    registerRoute(app, authenticate, key, definition, handler, options);
  }
}

function registerRoute(
  app: FastifyInstance,
  authenticate: Authenticate,
  key: string,
  definition: RouteDefinition,
  handler: AnyHandler,
  { checkResponses, keyCalled }: RoutesOptions,
): void {
  const space = key.indexOf(' ');
  const route: RouteOptions = {
    method: key.slice(0, space) as HTTPMethods,
    url: key.slice(space + 1).replaceAll(/\{(\w+)\}/g, ':$1'),
    async handler(request, reply) {
      const actor = await actorFor(authenticate, definition, request, (known) => {
        if (keyCalled) whenOver(request, reply, (end) => keyCalled({ ...known, ...end, route: key }));
      });
      const input: Record<string, unknown> = {};
      if (definition.params !== undefined) input['params'] = parsePart(definition.params, request.params);
      if (definition.query !== undefined) input['query'] = parsePart(definition.query, request.query);
      else refuseUnknownQuery(request.query);
      if (definition.body !== undefined) input['body'] = parsePart(definition.body, request.body ?? {});
      const answer = await handler(callOf(actor, request, reply), input);
      if (checkResponses && definition.file === undefined) checkAnswer(key, definition, answer);
      void reply.code(answer.status);
      if (answer.location !== undefined) void reply.header('location', answer.location);
      if (definition.file !== undefined) {
        void reply
          .type(definition.file)
          .header('content-disposition', `attachment; filename="${answer.fileName ?? 'file'}"`);
      }
      if (answer.body === undefined) return reply.send();
      return reply.send(answer.body);
    },
  };
  if (definition.rawBody === undefined) app.route(route);
  else void app.register(async (scope) => takeBytes(scope).route(route));
}

const unknownBytes = 'application/octet-stream';

/** A scope whose routes get the body as a stream, whatever its type. How much of it is read is theirs to decide. */
function takeBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  // Nothing is decided by it, so one that cannot be read is as good as none.
  scope.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(headers['content-type'] ?? '')?.[1] ?? unknownBytes;
  });
  return scope;
}

/** Tells how a call went, once its answer has left or the caller has. */
function whenOver(request: FastifyRequest, { raw }: FastifyReply, tell: (end: CallEnd) => void): void {
  const atMs = Date.now();
  raw.once('close', () => {
    const status = raw.writableFinished ? raw.statusCode : null;
    tell({ atMs, status, tookMs: Date.now() - atMs, ip: request.ip, requestId: request.id });
  });
}

async function actorFor(
  authenticate: Authenticate,
  definition: RouteDefinition,
  request: FastifyRequest,
  known: (key: KnownKey) => void,
): Promise<UserActor | KeyActor | null> {
  if (definition.access === 'public') return null;
  const actor = await authenticate(request.headers.authorization, request.ip, known);
  if (actor.kind === 'key') checkScope(actor, definition.scope);
  if (definition.access === 'user') return actor;
  if (actor.clientId === null || actor.role === null) {
    throw new AppError('forbidden', { message: 'Choose an account first.' });
  }
  if (!isAtLeast(actor.role, definition.access)) throw new AppError('forbidden', { message: roleNeeded(definition) });
  if (definition.right !== undefined) requireRight(actor as AccountActor, definition.right);
  return actor;
}

function checkScope(actor: KeyActor, scope: Scope | undefined): void {
  if (scope === undefined) throw new AppError('forbidden', { message: 'An API key cannot be used for this.' });
  if (!actor.scopes.includes(scope)) {
    throw new AppError('forbidden', { message: `This API key does not have the scope ${scope}.` });
  }
}

function roleNeeded({ access, right }: RouteDefinition): string {
  const who = access === 'Owner' ? 'an Owner' : 'an Admin or Owner';
  return `Only ${who} may ${right === undefined ? 'do this' : rights[right].does}.`;
}

/**
 * The one place where a right of the contract's table is asked on the server.
 * @throws AppError('forbidden') saying who could
 */
export function requireRight(actor: AccountActor, right: Right): void {
  const refusal = refusalOf(
    {
      role: actor.role,
      restrictions: actor.restrictions,
      users_may_delete_all_contacts: actor.usersMayDeleteAllContacts,
    },
    right,
  );
  if (refusal === null) return;
  const { does } = rights[right];
  const message =
    refusal.because === 'role'
      ? `Only ${refusal.from === 'Owner' ? 'an Owner' : 'an Admin or Owner'} may ${does}.`
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
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validation_failed', {
    data: result.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((name) => ({ field: [...issue.path, name].join('.'), msg: 'This field is not known.' }));
      }
      const missing = issue.code === 'invalid_type' && issue.input === undefined;
      return [{ field: issue.path.join('.'), msg: missing ? 'This is needed.' : issue.message }];
    }),
  });
}

function refuseUnknownQuery(query: unknown): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined) {
    throw new AppError('validation_failed', { data: [{ field: name, msg: 'This field is not known.' }] });
  }
}

function checkAnswer(key: string, definition: RouteDefinition, answer: { status: number; body: unknown }): void {
  const schema = definition.responses[answer.status];
  if (schema === undefined) throw new Error(`${key} answered ${answer.status}, which its contract does not have`);
  const result = schema.safeParse(answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body)));
  if (!result.success) throw new Error(`${key} answered outside its contract: ${result.error.message}`);
}

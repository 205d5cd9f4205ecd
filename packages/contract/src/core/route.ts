import type { z } from 'zod';
import type { Permission } from '../team/permissions.ts';
import type { Scope } from './scopes.ts';

/**
 * The callers of a route. `public` needs no token; `user` a signed-in user, with or without an account; the three
 * roles a member of the token's account with at least that role (Owner counts as Admin).
 */
export type Access = 'public' | 'user' | 'User' | 'Admin' | 'Owner';

/** One row of the contract table; its key is `METHOD /path/{param}` as called. */
export type RouteDefinition = {
  access: Access;
  /** The permission that the member needs besides the role; see `team/permissions.ts`. */
  permission?: Permission;
  /** The scopes that an API key needs, all of them; without one no key may call. */
  scope?: Scope | readonly Scope[];
  /**
   * Name in the audit log of a successful call, `<feature>.<event>`. Routes that log more, such as old and new values,
   * write their own entry.
   */
  audit?: string;
  /** An `Idempotency-Key` header names what the call creates: repeated with it, the call answers what it answered. */
  idempotencyKey?: true;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bodies that may be larger than those of other routes (256 KB, 16 KB where no token is needed). */
  maxBodyBytes?: number;
  /** The body is bytes of any type, passed on as a stream and never read whole; `call.request.body` is the stream. */
  rawBody?: { maxBytes: number };
  /** The answer is a file of one of these types, the first by default, streamed; its body is not JSON. */
  file?: readonly string[];
  /** Answer bodies by status; `z.undefined()` for an answer without a body. */
  responses: Record<number, z.ZodType>;
};

export type RouteTable = Record<string, RouteDefinition>;

/** @returns null where no API key may call */
export function scopesOf({ scope }: RouteDefinition): readonly Scope[] | null {
  if (scope === undefined) return null;
  return typeof scope === 'string' ? [scope] : scope;
}

/** Keeps the literal keys and schemas of a table while checking its shape. */
export function defineRoutes<const T extends RouteTable>(table: T): T {
  return table;
}

type InputOf<R, K extends string> = K extends keyof R
  ? R[K] extends z.ZodType
    ? z.input<R[K]>
    : undefined
  : undefined;
/** The input of a route: only the parts that it declares, optional where all of their fields are. */
export type RouteInput<R extends RouteDefinition> = R extends RouteDefinition ? PartsOf<R> : never;
// One route at a time: spread over a union of routes the three parts would be every combination of all of them.
type PartsOf<R extends RouteDefinition> = ([R] extends [{ params: z.ZodType }]
  ? { params: InputOf<R, 'params'> }
  : object) &
  ([R] extends [{ query: z.ZodType }] ? { query?: InputOf<R, 'query'> } : object) &
  ([R] extends [{ body: z.ZodType }] ? { body: InputOf<R, 'body'> } : object);

/** The body of a successful answer. */
export type RouteOutput<R extends RouteDefinition> = z.output<R['responses'][keyof R['responses']]>;

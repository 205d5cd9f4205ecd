import type { z } from 'zod';
import type { Right } from '../team/rights.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call a route. `public` needs no token; `user` a signed-in person, with or without an account chosen;
 * the three roles a member of the token's account with at least that right (Owner counts as Admin).
 */
export type Access = 'public' | 'user' | 'User' | 'Admin' | 'Owner';

/** One row of the contract table; its key is `METHOD /path/{param}` as called. */
export type RouteDefinition = {
  access: Access;
  /** What else the person needs besides the role; see `team/rights.ts`. */
  right?: Right;
  /** The scope with which an API key may call this; without one no key may. */
  scope?: Scope;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is bytes of any type, handed on as a stream and never read whole; `call.request.body` is the stream. */
  rawBody?: { mostBytes: number };
  /** The answer is a file of this type, streamed; its body is not JSON. */
  file?: string;
  /** Answer bodies by status; `z.undefined()` for an answer without a body. */
  responses: Record<number, z.ZodType>;
};

export type RouteTable = Record<string, RouteDefinition>;

/** Keeps the literal keys and schemas of a table while checking its shape. */
export function defineRoutes<const T extends RouteTable>(table: T): T {
  return table;
}

type InputOf<R, K extends string> = K extends keyof R
  ? R[K] extends z.ZodType
    ? z.input<R[K]>
    : undefined
  : undefined;
/** What a caller passes to a route: only the parts the route declares, optional where all of their fields are. */
export type RouteInput<R extends RouteDefinition> = R extends RouteDefinition ? PartsOf<R> : never;
// One route at a time: spread over a union of routes the three parts would be every combination of all of them.
type PartsOf<R extends RouteDefinition> = ([R] extends [{ params: z.ZodType }]
  ? { params: InputOf<R, 'params'> }
  : object) &
  ([R] extends [{ query: z.ZodType }] ? { query?: InputOf<R, 'query'> } : object) &
  ([R] extends [{ body: z.ZodType }] ? { body: InputOf<R, 'body'> } : object);

/** The body of a successful answer. */
export type RouteOutput<R extends RouteDefinition> = z.output<R['responses'][keyof R['responses']]>;

import type { Restrictions, Role, Scope } from '@parley/contract/types';
import type { FastifyRequest } from 'fastify';

/** What of an actor decides about rights inside an account; all of it is read in the same statement as the session. */
type Limits = {
  /** Everything that limits a User: what is set for the person and for all Users together. Others have no limits. */
  restrictions: Restrictions;
  usersMayDeleteAllContacts: boolean;
  /** Groups whose conversations this actor sees; read only for those who see no others than their own. */
  groupIds: readonly string[];
  /** When this actor last began to see more or less, milliseconds since the epoch; null: never. */
  accessChangedAtMs: number | null;
};

/** A signed-in person. `clientId` and `role` come from the membership row of this very request, never from the token. */
export type UserActor = Limits & {
  kind: 'user';
  uid: string;
  sid: string;
  /** What rows that this actor makes carry in `created_by`: the uid. */
  author: string;
  clientId: string | null;
  role: Role | null;
  /** Milliseconds since the epoch of the sign-in with a credential. */
  authTimeMs: number;
};

/** A person inside an account. */
export type MemberActor = UserActor & { clientId: string; role: Role };

/** A program with an API key. Its scopes were checked at the door of the route. */
export type KeyActor = Limits & {
  kind: 'key';
  keyId: string;
  /** `api:<key id>` */
  author: string;
  clientId: string;
  /** Keys are made by Admins; what one may do is said by its scopes. */
  role: 'Admin';
  scopes: readonly string[];
};

/** Whoever calls a route that has a scope: a member, or a program that holds it. */
export type AccountActor = MemberActor | KeyActor;

export type { Scope };

/**
 * Finds who is calling.
 * @param ip address of the caller, for keys that are bound to some
 * @param known told whose key it is as soon as that is sure, also when it is refused then
 * @throws AppError('unauthorized') when the token or key is missing, forged, expired, or its session ended
 */
export type Authenticate = (
  authorization: string | undefined,
  ip: string,
  known?: (key: KnownKey) => void,
) => Promise<UserActor | KeyActor>;

export type KnownKey = { clientId: string; keyId: string };

/** What a handler knows about the call beside its input. */
export type Call<A> = {
  actor: A;
  requestId: string;
  ip: string;
  userAgent: string;
  /** The Idempotency-Key header, if one was sent. */
  idempotencyKey: string | undefined;
  /** Ends when the caller goes away; for long polls. */
  signal: AbortSignal;
  request: FastifyRequest;
};

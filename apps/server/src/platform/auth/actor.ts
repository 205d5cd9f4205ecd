import type { Restrictions, Role } from '@parley/contract/types';
import type { FastifyRequest } from 'fastify';

/**
 * The properties of an actor that decide about permissions inside an account; all are read in the same statement as
 * the session.
 */
type Limits = {
  /** All restrictions of a User: the member's own and those of all Users. Other roles have none. */
  restrictions: Restrictions;
  usersMayDeleteAllContacts: boolean;
  /** Groups whose conversations this actor can see; read only for members restricted to assigned conversations. */
  groupIds: readonly string[];
  /** When this actor's visibility last changed, milliseconds since the epoch; null: never. */
  accessChangedAtMs: number | null;
};

/** A signed-in user. `clientId` and `role` come from the membership row read in this request, never from the token. */
export type UserActor = Limits & {
  kind: 'user';
  uid: string;
  sid: string;
  /** The value of `created_by` in rows that this actor creates: the uid. */
  author: string;
  clientId: string | null;
  role: Role | null;
  /** The account demands an identity provider that this session did not sign in with. */
  needsProvider: boolean;
  /** The account demands two-step verification, and this user has none: they can only set it up. */
  lacksSecondFactor: boolean;
  /** When the user last signed in with a credential, milliseconds since the epoch. */
  authTimeMs: number;
  /** The application that acts for the user, within scopes; absent: the user. */
  application?: { name: string; scopes: readonly string[] };
};

/** A user inside an account. */
export type MemberActor = UserActor & { clientId: string; role: Role };

/** An API key. Its scopes were checked against the route. */
export type KeyActor = Limits & {
  kind: 'key';
  keyId: string;
  /** `api:<key id>` */
  author: string;
  clientId: string;
  /** Admins create keys; their scopes limit what they may do. */
  role: 'Admin';
  scopes: readonly string[];
};

/** The caller of a route with a scope: a member, or an API key with that scope. */
export type AccountActor = MemberActor | KeyActor;

/** Where what an actor makes comes from. */
export function mediumOf(actor: AccountActor): 'API' | 'WEB_APP' {
  return actor.kind === 'key' || actor.application !== undefined ? 'API' : 'WEB_APP';
}

/**
 * Authenticates a caller.
 * @param ip address of the caller, for keys restricted to addresses
 * @param known called with the key as soon as it is certain, even when it is refused afterwards
 * @throws AppError('unauthorized') when the token or key is missing, forged or expired, or its session ended
 */
export type Authenticate = (
  authorization: string | undefined,
  ip: string,
  known?: (key: ApiKeyIdentity) => void,
) => Promise<UserActor | KeyActor>;

export type ApiKeyIdentity = { clientId: string; keyId: string };

/** The context of a call besides its input. */
export type Call<A> = {
  actor: A;
  requestId: string;
  ip: string;
  userAgent: string;
  /** The Idempotency-Key header, if any. */
  idempotencyKey: string | undefined;
  /** Aborted when the caller disconnects; for long polls. */
  signal: AbortSignal;
  request: FastifyRequest;
};

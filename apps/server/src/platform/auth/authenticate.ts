import { unrestricted } from '@parley/contract/permissions';
import type { Restrictions } from '@parley/contract/types';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { Access, SessionAccessRow } from './access.ts';
import type { Authenticate, UserActor } from './actor.ts';
import { authenticateKey, hasChecksum, hashKey } from './api-key.ts';
import { createIdTokens, type IdTokens } from './id-token.ts';
import { loadSigningKeys } from './signing-keys.ts';

/** Access tokens of applications that members let in. */
export const applicationTokenPrefix = 'wa_app_';

export type Auth = {
  /** Checks the Authorization header of a call. */
  authenticate: Authenticate;
  /**
   * The same for a token from another place (the live connection).
   * @returns the actor and the token's expiry, milliseconds since the epoch
   * @throws AppError('unauthorized')
   */
  verifyToken(token: string): Promise<{ actor: UserActor; expiresAtMs: number }>;
  idTokens: IdTokens;
};

/**
 * Creates the authentication of all calls: verifies the token, then reads session, user, membership and account in
 * one indexed statement. Creates the signing key at the very first start.
 */
export async function createAuth(platform: Platform, access: Access): Promise<Auth> {
  const idTokens = createIdTokens(await loadSigningKeys(platform));
  const database = platform.db.system.statements('identity');

  async function verifyToken(token: string): Promise<{ actor: UserActor; expiresAtMs: number }> {
    const { uid, sid, clientId, expiresAtMs } = await idTokens.verify(token);
    const found = await access.findSessionAccess(database, sid, uid, clientId);
    if (found === null) throw new AppError('unauthorized');
    // The user is no longer a member of the token's account: a new token solves that, so this is 401 and not 403.
    if (clientId !== null && found.client_id === null) throw new AppError('unauthorized');
    return { actor: actorOf(uid, sid, found), expiresAtMs };
  }

  /** What the member may do is found as for the member: a role that changed, or a session that ended, counts at once. */
  async function authenticateApplication(token: string, ip: string): Promise<UserActor> {
    const found = hasChecksum(token) ? await access.findApplication(database, hashKey(token)) : null;
    if (found === null) throw new AppError('unauthorized');
    const { client_id, id, user_id, name, scopes } = found;
    const session = await access.findSessionAccess(database, id, user_id, client_id);
    if (session === null || session.client_id === null) throw new AppError('unauthorized');
    if (found.needs_usage_update) await access.markApplicationUsed(database, client_id, id, ip);
    // Never as if the member had just signed in.
    return { ...actorOf(user_id, id, session), authTimeMs: 0, application: { name, scopes } };
  }

  return {
    idTokens,
    verifyToken,
    async authenticate(authorization, ip, known) {
      const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw new AppError('unauthorized');
      if (token.startsWith('wa_live_')) return authenticateKey(database, access, token, ip, known);
      if (token.startsWith(applicationTokenPrefix)) return authenticateApplication(token, ip);
      return (await verifyToken(token)).actor;
    },
  };
}

function actorOf(uid: string, sid: string, access: SessionAccessRow): UserActor {
  const { client_id: clientId, role, auth_time: authTime } = access;
  return {
    kind: 'user',
    uid,
    sid,
    author: uid,
    clientId,
    role,
    authTimeMs: authTime.getTime(),
    restrictions: role === 'User' ? limitsOf(access) : unrestricted,
    usersMayDeleteAllContacts: access.users_may_delete_all_contacts ?? false,
    needsProvider: access.needs_provider !== null,
    lacksSecondFactor: access.lacks_second_factor,
    groupIds: access.group_ids ?? [],
    accessChangedAtMs: access.access_changed_at?.getTime() ?? null,
  };
}

/** A restriction applies when it is set for the member or for all Users of the account. */
export function limitsOf({
  restrictions: own,
  user_restrictions: all,
}: Pick<SessionAccessRow, 'restrictions' | 'user_restrictions'>): Restrictions {
  const holds = (name: Exclude<keyof Restrictions, 'channel_ids'>) => own?.[name] === true || all?.[name] === true;
  return {
    channel_ids: own?.channel_ids ?? null,
    only_assigned: holds('only_assigned'),
    mask_phone_numbers: holds('mask_phone_numbers'),
    no_export: holds('no_export'),
    no_deletion: holds('no_deletion'),
  };
}

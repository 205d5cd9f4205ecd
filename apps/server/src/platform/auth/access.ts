import type { Restrictions, Role } from '@parley/contract/types';
import type { Executor } from '../db/sql.ts';

export type SessionAccessRow = {
  auth_time: Date;
  client_id: string | null;
  role: Role | null;
  restrictions: Partial<Restrictions> | null;
  user_restrictions: Partial<Restrictions> | null;
  users_may_delete_all_contacts: boolean | null;
  access_changed_at: Date | null;
  /** The account demands two-step verification, and this user has none. */
  lacks_second_factor: boolean;
  /** The identity provider that the account demands, and that this session did not sign in with. */
  needs_provider: string | null;
  group_ids: string[] | null;
};

export type ApiKeyRow = {
  client_id: string;
  id: string;
  scopes: string[];
  channel_ids: string[] | null;
  allowed_addresses: string[];
  /** The last stored use is over a minute ago, or there is none. */
  needs_usage_update: boolean;
};

export type ApplicationRow = {
  client_id: string;
  /** The session of the application. */
  id: string;
  user_id: string;
  name: string;
  /** Those of API keys. */
  scopes: readonly string[];
  needs_usage_update: boolean;
};

/** Where authentication finds who calls: the features that own sessions, members, API keys and applications bring it. */
export type Access = {
  /**
   * The current state of a session and, where one is named, of its membership.
   * @returns null when the session ended or the user is disabled; `client_id` null when there is no such membership
   */
  findSessionAccess(tx: Executor, sid: string, uid: string, clientId: string | null): Promise<SessionAccessRow | null>;
  /**
   * Across accounts: by the hash alone, because its account chose the id.
   * @returns null when no active key has the hash; a key is inactive while its creator could not create it: suspended, or
   * a User
   */
  findApiKey(tx: Executor, hash: Buffer): Promise<ApiKeyRow | null>;
  /** Stores a use; one of several concurrent calls writes. */
  markApiKeyUsed(tx: Executor, clientId: string, id: string, ip: string): Promise<void>;
  /** An application that a member let in, by the hash of an access token that is still valid. */
  findApplication(tx: Executor, hash: Buffer): Promise<ApplicationRow | null>;
  markApplicationUsed(tx: Executor, clientId: string, id: string, ip: string): Promise<void>;
};
